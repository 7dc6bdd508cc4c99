import { createTransport } from 'nodemailer'
import type { Database } from '#db/database.ts'
import { uuidv7 } from '#db/uuid.ts'
import { MailRefused } from './mail-refused.ts'

/** The gap in a text that a one-time link fills when the mail is sent. */
export const LINK = '{{link}}'

export type Mail = {
  /** Whose administrators may read it when it cannot be sent; null is nobody's. */
  orgId: string | null
  to: string
  subject: string
  text: string
  /** What fills the gap. `make` is called when the mail is sent: the token exists nowhere but in the mail (rule 35). */
  link?: { userId: string; purpose: 'recovery' | 'invitation'; make: () => Promise<string> }
  /** `<…@host>`, the same at every try. */
  messageId?: string
  /** The Message-ID of the conversation this mail belongs to. */
  references?: string
  /** Where an answer goes, instead of to the sender's address; one address, whatever characters are in it. */
  replyTo?: string
}

export type Mailer = {
  /** Hands a mail to the mail server; rejects with MailRefused when it was not taken. Without a server it is kept for the administrators. */
  send(mail: Mail): Promise<void>
  close(): void
}

type MailSettings = {
  smtpUrl: string | undefined
  from: string
  keep: (mail: Mail & { orgId: string }) => Promise<void>
  warn: (message: string) => void
  onOutcome?: (outcome: MailOutcome) => void
}

/** `dropped`: no server, and no administrator who could be shown it. */
export type MailOutcome = 'sent' | 'kept' | 'refused' | 'dropped'

export function openMailer({ smtpUrl, from, keep, warn, onOutcome }: MailSettings): Mailer {
  if (!smtpUrl) {
    return {
      send: async ({ orgId, ...mail }) => {
        if (orgId === null) warn('SMTP_URL is not set: a mail was not sent')
        else await keep({ orgId, ...mail })
        onOutcome?.(orgId === null ? 'dropped' : 'kept')
      },
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
    send: async ({ to, subject, text, link, messageId, references, replyTo }) => {
      const url = await link?.make()
      const letter = {
        to: { name: '', address: to },
        subject,
        text: url === undefined ? text : text.replaceAll(LINK, () => url),
        headers: { 'Auto-Submitted': 'auto-generated' },
        ...(messageId && { messageId }),
        ...(references && { references, inReplyTo: references }),
        ...(replyTo && { replyTo: { name: '', address: replyTo } }),
      }
      await transport.sendMail(letter).catch((error: { code?: string; responseCode?: number }) => {
        onOutcome?.('refused')
        throw new MailRefused(error.code, error.responseCode)
      })
      onOutcome?.('sent')
    },
    close: () => transport.close(),
  }
}

/** Keeps mail with the gap still in it: no token is made for a mail that is not sent. */
export const keepIn =
  (database: Database): MailSettings['keep'] =>
  ({ orgId, to, subject, text, link }) =>
    database.as('jobs', async (db) => {
      const gap = { linkFor: link?.userId ?? null, linkPurpose: link?.purpose ?? null }
      await db
        .insertInto('keptMail')
        .values({ orgId, id: uuidv7(), toAddress: to, subject, body: text, ...gap })
        .execute()
    })
