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

type Options = {
  host?: string
  onMail?: OnMail
  /** Requires XOAUTH2. */
  takesToken?: (user: string, token: string) => boolean
  /** Requires a sign-in with a password. */
  takesPassword?: (user: string, password: string) => boolean
  /** Refuses other senders. */
  sender?: string
  /** Encrypts from the first byte, or after STARTTLS. */
  certificate?: { key: Buffer; cert: Buffer; isImplicit: boolean }
}

function encryptionOf({ takesToken, takesPassword, certificate }: Options) {
  const hidden = certificate && !certificate.isImplicit ? [] : ['STARTTLS']
  const encrypted = certificate && { secure: certificate.isImplicit, key: certificate.key, cert: certificate.cert }
  if (takesToken) return { authMethods: ['XOAUTH2'], allowInsecureAuth: true, disabledCommands: hidden, ...encrypted }
  if (takesPassword) return { authMethods: ['PLAIN'], allowInsecureAuth: true, disabledCommands: hidden, ...encrypted }
  return { authOptional: true, disabledCommands: [...hidden, 'AUTH'], ...encrypted }
}

/** A real local SMTP server that stores received mail; it refuses refused@… and refused+…. */
export async function aMailServer(options: Options = {}) {
  const { host = '127.0.0.1', onMail = () => undefined, takesToken, takesPassword, sender } = options
  const mails: Received[] = []
  const waiting: ((mail: Received) => void)[] = []
  const server = new SMTPServer({
    ...encryptionOf(options),
    onAuth: ({ username, accessToken, password }, _session, done) => {
      const isKnown = takesToken?.(username ?? '', accessToken ?? '') ?? takesPassword?.(username ?? '', password ?? '')
      return done(null, isKnown ? { user: username ?? '' } : { message: 'refused' })
    },
    onMailFrom: ({ address }, _session, done) =>
      sender === undefined || address === sender
        ? done()
        : done(Object.assign(new Error('Sender address rejected: not owned by user'), { responseCode: 553 })),
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
  // A client that refuses the certificate.
  if (options.certificate) server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  const { port } = server.server.address() as { port: number }
  return {
    url: `smtp://${host}:${port}`,
    port,
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
