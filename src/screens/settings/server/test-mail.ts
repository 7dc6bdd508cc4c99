import { AppError } from '#platform/http/app-error.ts'
import type { Transaction } from '#platform/http/serve.ts'
import type { Mailer } from '#platform/mail/mail.ts'
import { readMailBranding } from '#platform/mail/mail-branding.ts'
import { MailRefused } from '#platform/mail/mail-refused.ts'
import { ownRefusals } from '#platform/mail/mail-server.ts'
import { mailText } from '#platform/mail/mail-template.ts'
import { TEST_MAIL_SUBJECT } from '../settings.contract.ts'

/**
 * Sends a mail to the administrator's own address and waits for the server's response, holding no database connection.
 * Throws 502 with the reason.
 */
export async function sendTestMail(
  transaction: Transaction,
  mailer: Mailer,
  { orgId, email }: { orgId: string | null; email: string },
) {
  const branding = orgId === null ? undefined : await transaction((db) => readMailBranding(db, orgId))
  const text = mailText(
    { to: null },
    'Det här är ett testmejl från Stödpunkt. Att du läser det visar att e-posten fungerar.',
  )
  await mailer.send({ orgId, to: email, subject: TEST_MAIL_SUBJECT, text, branding }).catch((error: unknown) => {
    if (!(error instanceof MailRefused)) throw error
    throw new AppError(502, 'mail_refused', reasonOf(error))
  })
}

/** Messages for nodemailer's codes, with the server's status code but not its text. */
function reasonOf({ code, responseCode }: MailRefused): string {
  const number = responseCode === undefined ? '' : ` (kod ${responseCode})`
  switch (code) {
    case 'EAUTH':
      return `E-postservern godtog inte användarnamnet eller lösenordet${number}.`
    case 'TokenRefused':
      return 'Microsoft godkände inte programmet. Kontrollera SMTP_TENANT, SMTP_CLIENT_ID och SMTP_CLIENT_SECRET.'
    case 'TokenUnreachable':
      return 'Det gick inte att nå Microsofts inloggning (login.microsoftonline.com).'
    case 'EENVELOPE':
      return `E-postservern godtog inte avsändaren eller mottagaren${number}.`
    case 'EMESSAGE':
      return `E-postservern tog inte emot innehållet${number}.`
    case ownRefusals.sender:
      return `E-postservern godtog inte avsändaren${number}.`
    case ownRefusals.keyMissing:
      return 'Lösenordet till e-postservern går inte att läsa, för nyckeln till valvet saknas. Ange det igen.'
    case ownRefusals.unreachable:
      return 'Det gick inte att nå e-postservern. Kontrollera server, port och kryptering.'
    case 'ETLS':
    case ownRefusals.certificate:
    case ownRefusals.plainServer:
      return 'Det gick inte att få en säker anslutning till e-postservern.'
    case 'ECONNECTION':
    case 'ESOCKET':
    case 'ETIMEDOUT':
    case 'EDNS':
    case 'ECONNREFUSED':
      return 'Det gick inte att nå e-postservern. Kontrollera adressen i SMTP_URL.'
    default:
      return `E-postservern tog inte emot mejlet${number}.`
  }
}
