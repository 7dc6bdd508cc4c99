// Checks of the public address, the proxy and the mail server.
import { createTransport } from 'nodemailer'
import type { Settings } from '#app/server/settings.ts'
import { TokenUnreachable } from '#platform/mail/microsoft-token.ts'
import { openSmtpTokens, type SmtpApplication, tokenOptions } from '#platform/mail/smtp-token.ts'
import { type Check, fine, warning, wrong } from './check.ts'

const local = new Set(['localhost', '127.0.0.1', '[::1]', '::1'])

type Addresses = Pick<Settings, 'APP_URL' | 'HOST' | 'PORT' | 'TRUST_PROXY' | 'SMTP_URL' | 'MAIL_FROM'>

/** Whether APP_URL can reach the program, TRUST_PROXY matches it, and MAIL_FROM is an address that servers accept. */
export function checkAddress({ APP_URL, HOST, PORT, TRUST_PROXY, SMTP_URL, MAIL_FROM }: Addresses): Check[] {
  const { protocol, hostname, port } = new URL(APP_URL)
  const isLocal = local.has(hostname)
  const checks: Check[] = []
  if (isLocal && (port || '80') !== String(PORT))
    checks.push(
      warning('APP_URL', `${APP_URL} har en annan port än PORT (${PORT}). Länkar leder fel utan något emellan.`),
    )
  if (isLocal && SMTP_URL)
    checks.push(
      warning('APP_URL', `${APP_URL} nås bara från den här maskinen, och länkar i mejl börjar så. Ange APP_URL.`),
    )
  if (isLocal && !local.has(HOST))
    checks.push(
      warning('APP_URL', `Programmet lyssnar på ${HOST}, men APP_URL är ${APP_URL}. Ange adressen som andra når.`),
    )
  if (!isLocal && protocol === 'http:')
    checks.push(
      warning('APP_URL', `${APP_URL} är okrypterad: lösenord går i klartext. Sätt TLS framför och ange https.`),
    )
  if (checks.length === 0) checks.push(fine('APP_URL', APP_URL))
  if (SMTP_URL && /@localhost>?$/.test(MAIL_FROM))
    checks.push(warning('MAIL_FROM', `${MAIL_FROM} tar få mejlservrar emot. Ange en adress i din egen domän.`))
  return [...checks, checkProxy(protocol === 'https:', TRUST_PROXY)]
}

function checkProxy(isEncrypted: boolean, trust: string): Check {
  const title = 'TRUST_PROXY'
  if (trust === 'true') return warning(title, 'Alla tros om vem de är. Ange proxyns adress i stället för true.')
  if (isEncrypted && trust === '')
    return warning(title, 'Saknas fast APP_URL är https: alla besökare får samma gräns. Ange proxyns adress.')
  return fine(title, trust || 'Ingen proxy.')
}

/** Connects and authenticates, sends nothing. The server's reply is not reported: it may quote the address. */
export async function checkMail(smtpUrl: string, application?: SmtpApplication): Promise<Check> {
  const title = 'E-post'
  const limits = { connectionTimeout: 5000, greetingTimeout: 5000, socketTimeout: 5000 }
  const token = application
    ? await openSmtpTokens(application)
        .get()
        .catch((error: Error) => error)
    : undefined
  if (token instanceof TokenUnreachable)
    return wrong(title, 'Det gick inte att nå Microsofts inloggning (login.microsoftonline.com).')
  if (token instanceof Error)
    return wrong(
      title,
      'Microsoft godkände inte programmet. Kontrollera SMTP_TENANT, SMTP_CLIENT_ID och SMTP_CLIENT_SECRET.',
    )
  const signIn = token === undefined ? {} : tokenOptions(smtpUrl, token)
  const transport = createTransport({
    url: smtpUrl,
    ...signIn,
    ...limits,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  try {
    await transport.verify()
    return fine(title, 'E-postservern svarar.')
  } catch (error) {
    const { code = 'okänt' } = error as { code?: string }
    if (code === 'EAUTH' && application)
      return wrong(
        title,
        'Microsoft godkände programmet, men det får inte skicka som brevlådan. Kontrollera SMTP.SendAsApp, Add-MailboxPermission och att SMTP är på för den.',
      )
    return code === 'EAUTH'
      ? wrong(title, 'E-postservern godtog inte användarnamnet eller lösenordet i SMTP_URL.')
      : wrong(title, `Det gick inte att nå e-postservern (${code}). Kontrollera SMTP_URL och brandväggen.`)
  } finally {
    transport.close()
  }
}
