import { SMTPServer } from 'smtp-server'

type Received = {
  from: string
  to: string[]
  raw: string
  text: string
  /** A header's value, unfolded; '' when there is none. */
  header: (name: string) => string
  subject: string
}
export type OnMail = (mail: Received) => unknown
export type MailServer = Awaited<ReturnType<typeof aMailServer>>

type Options = { host?: string; onMail?: OnMail; takesToken?: (user: string, token: string) => boolean }

/** A real local SMTP server that stores received mail; it refuses refused@… and refused+…. With `takesToken` it requires XOAUTH2. */
export async function aMailServer({ host = '127.0.0.1', onMail = () => undefined, takesToken }: Options = {}) {
  const mails: Received[] = []
  const waiting: ((mail: Received) => void)[] = []
  const server = new SMTPServer({
    ...(takesToken
      ? { authMethods: ['XOAUTH2'], allowInsecureAuth: true, disabledCommands: ['STARTTLS'] }
      : { authOptional: true, disabledCommands: ['STARTTLS', 'AUTH'] }),
    onAuth: ({ username = '', accessToken = '' }, _session, done) =>
      done(null, takesToken?.(username, accessToken) ? { user: username } : { message: 'refused' }),
    onRcptTo: ({ address }, _session, done) =>
      /^refused[@+]/.test(address)
        ? done(Object.assign(new Error(`No such user ${address}`), { responseCode: 550 }))
        : done(),
    onData: (stream, { envelope }, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const raw = Buffer.concat(chunks).toString()
        const from = envelope.mailFrom ? envelope.mailFrom.address : ''
        const to = envelope.rcptTo.map(({ address }) => address)
        const header = (name: string) => headerIn(raw, name)
        const mail = { from, to, raw, text: textIn(raw), header, subject: decoded(header('subject')) }
        mails.push(mail)
        onMail(mail)
        for (const resolve of waiting.splice(0)) resolve(mail)
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  const { port } = server.server.address() as { port: number }
  return {
    url: `smtp://${host}:${port}`,
    mails,
    next: () => new Promise<Received>((resolve) => waiting.push(resolve)),
    stop: () => new Promise<void>((resolve) => server.close(resolve)),
  }
}

function headerIn(raw: string, name: string) {
  const [head = ''] = raw.split('\r\n\r\n')
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n')
  const line = lines.find((one) => one.toLowerCase().startsWith(`${name.toLowerCase()}:`)) ?? ''
  return line.slice(line.indexOf(':') + 1).trim()
}

/** Decodes encoded words (RFC 2047). */
const decoded = (value: string) =>
  value
    .replace(/\?= +=\?/g, '?==?')
    .replace(/=\?UTF-8\?([QB])\?(.*?)\?=/gi, (_, how: string, text: string) =>
      how.toUpperCase() === 'B' ? Buffer.from(text, 'base64').toString() : fromQuoted(text.replaceAll('_', ' ')),
    )

const fromQuoted = (text: string) =>
  Buffer.from(
    text.replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString()

/** The text of a mail of one part. */
function textIn(raw: string) {
  const [head = '', ...rest] = raw.split('\r\n\r\n')
  const body = rest.join('\r\n\r\n')
  if (/transfer-encoding: base64/i.test(head)) return Buffer.from(body, 'base64').toString()
  if (!/transfer-encoding: quoted-printable/i.test(head)) return body.replaceAll('\r\n', '\n')
  return fromQuoted(body.replaceAll('=\r\n', '')).replaceAll('\r\n', '\n')
}
