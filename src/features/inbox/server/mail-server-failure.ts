import { AppError, invalidField } from '#platform/http/app-error.ts'
import type { MailRefused } from '#platform/mail/mail-refused.ts'
import { ownRefusals } from '#platform/mail/mail-server.ts'
import type { MailServerForm } from '../mail-server.contract.ts'

type Server = Pick<MailServerForm, 'host' | 'port' | 'login' | 'fromAddress'>

const microsoftHosts = ['smtp.office365.com', 'smtp-mail.outlook.com']

/** Why a mail server cannot be used and what to do, at the field to correct. Contains no text of the server. */
export function mailServerFailure({ code, responseCode, command }: MailRefused, server: Server): AppError {
  const { host, port } = server
  switch (code) {
    case ownRefusals.certificate:
      return invalidField(
        'host',
        `Certifikatet från ${host} går inte att lita på. Kontrollera att namnet är det som står i certifikatet.`,
      )
    case ownRefusals.plainServer:
      return invalidField('tls', `Servern börjar inte med TLS på port ${port}. Välj STARTTLS, eller port 465.`)
    case 'ETLS':
    case 'EREQUIRETLS':
      return invalidField('tls', 'Servern erbjuder inte STARTTLS. Välj TLS, oftast med port 465.')
    case ownRefusals.keyMissing:
      return invalidField('secret', 'Lösenordet går inte att läsa, för nyckeln till valvet saknas. Ange det igen.')
    case 'EAUTH':
      return invalidField('secret', signInText(server, responseCode))
    case ownRefusals.sender:
      return senderRefused(server)
    case 'EENVELOPE':
    case 'EMESSAGE':
      return mailFailure(server, { responseCode, command })
    default:
      return invalidField(
        'host',
        `Servern ${host} svarar inte på port ${port}. Kontrollera namn, port och kryptering. En server i det egna nätet anges också i ALLOW_PRIVATE_HOSTS.`,
      )
  }
}

function signInText({ host }: Server, responseCode: number | undefined): string {
  if (microsoftHosts.includes(host.toLowerCase()))
    return 'Microsoft 365 tar inte emot lösenordet. Be den som sköter driften ange ett program i stället (SMTP_CLIENT_ID).'
  const number = responseCode === undefined ? '' : ` (kod ${responseCode})`
  return `Servern godtog inte användarnamnet eller lösenordet${number}. Skriv dem igen. Har kontot tvåstegsverifiering behövs ett applösenord från leverantören.`
}

const senderRefused = ({ login, fromAddress }: Server) =>
  invalidField(
    'fromAddress',
    `Servern låter inte ${login ?? 'oss'} skicka från ${fromAddress}. Ange en adress som kontot får skicka från.`,
  )

function mailFailure(
  server: Server,
  { responseCode = 0, command }: { responseCode?: number | undefined; command: string | undefined },
) {
  if (responseCode === 530 || (server.login === null && responseCode >= 500))
    return invalidField('login', 'Servern kräver inloggning. Ange användarnamn och lösenord.')
  if (responseCode >= 500 && command === 'MAIL FROM') return senderRefused(server)
  const text =
    responseCode >= 500
      ? `Servern tog inte emot mejlet till din adress (kod ${responseCode}).`
      : `Servern tar inte emot mejl just nu (kod ${responseCode}). Försök igen om en stund.`
  return new AppError(502, 'mail_refused', text)
}
