import { createTransport } from 'nodemailer'

type Mail = { to: string; subject: string; text: string }

export type Mailer = {
  /** Hands a mail to the mail server; rejects when it was not taken. Without a server it is not sent, and the log says so. */
  send(mail: Mail): Promise<void>
  close(): void
}

type MailSettings = { smtpUrl: string | undefined; from: string; warn: (message: string) => void }

export function openMailer({ smtpUrl, from, warn }: MailSettings): Mailer {
  if (!smtpUrl) {
    return {
      send: async () => warn('SMTP_URL is not set: a mail was not sent'),
      close: () => undefined,
    }
  }
  // Mail that waits for a dead server would hold up every job behind it.
  const limits = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }
  const transport = createTransport(
    { url: smtpUrl, ...limits, disableFileAccess: true, disableUrlAccess: true },
    { from },
  )
  return {
    send: async ({ to, subject, text }) => {
      try {
        await transport.sendMail({ to: { name: '', address: to }, subject, text })
      } catch (error) {
        // The server's answer may quote the address; what failed is enough.
        const { code = 'unknown', responseCode = '' } = error as { code?: string; responseCode?: number | string }
        throw new Error(`The mail was not taken: ${code} ${responseCode}`.trim())
      }
    },
    close: () => transport.close(),
  }
}
