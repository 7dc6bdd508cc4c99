import { createTransport } from 'nodemailer'
import type { Database } from '#db/database.ts'
import { uuidv7 } from '#db/uuid.ts'
import type { Job } from './jobs.ts'
import { beginMailAttempt, isFirstKept, noteRefused, noteSent } from './mail-attempts.ts'
import { MailRefused } from './mail-refused.ts'

/** The gap in a text that a one-time link fills when the mail is sent. */
export const LINK = '{{link}}'

export type Mail = {
  /** Whose administrators may read it when it cannot be sent; null is nobody's. */
  orgId: string | null
  to: string
  subject: string
  text: string
  /**
   * What fills the gap. `make` is called when the mail is sent: the token exists nowhere but in the mail. When it
   * may have been sent before, the link of that copy goes on working: a mail program may show only the first.
   */
  link?: {
    userId: string
    purpose: 'recovery' | 'invitation'
    make: (options: { isAgain: boolean }) => Promise<string>
  }
  /** `<…@host>`, the same at every try. */
  messageId?: string
  /** The Message-ID of the conversation this mail belongs to. */
  references?: string
  /** Where an answer goes, instead of to the sender's address; one address, whatever characters are in it. */
  replyTo?: string
}

export type Mailer = {
  /**
   * Hands a mail to the mail server; rejects with MailRefused when it was not taken. Without a server it is kept for the
   * administrators. The mail of a job is sent at most once more when nobody knows whether the server took it, under the
   * same Message-ID, and not at all when it is known to have been sent.
   */
  send(mail: Mail, job?: Job): Promise<void>
}

type MailSettings = {
  smtpUrl: string | undefined
  from: string
  /** Where handovers are noted, and mail is kept. */
  database: Database
  warn: (message: string) => void
  onOutcome?: (outcome: MailOutcome) => void
}

/**
 * `dropped`: no server, and no administrator who could be shown it. `unclear`: handed over as often as it may be, without
 * an answer.
 */
export type MailOutcome = 'sent' | 'kept' | 'refused' | 'dropped' | 'unclear'

export function openMailer({ smtpUrl, from, database, warn, onOutcome }: MailSettings): Mailer {
  if (!smtpUrl) {
    return {
      send: async ({ orgId, ...mail }, job) => {
        if (orgId === null) warn('SMTP_URL is not set: a mail was not sent')
        else await keepMail(database, { orgId, ...mail }, job)
        onOutcome?.(orgId === null ? 'dropped' : 'kept')
      },
    }
  }
  const deliver = deliveryTo(smtpUrl, from)
  return {
    send: async (mail, job) => {
      const permission = job ? await beginMailAttempt(database, job) : 'first'
      if (permission === 'was_sent') return
      if (permission === 'gave_up') {
        warn('a mail was handed to the mail server twice without an answer, and is not sent again')
        onOutcome?.('unclear')
        return
      }
      const url = await mail.link?.make({ isAgain: permission === 'again' })
      const messageId = mail.messageId ?? (job && `<mail-${job.id}@${domainOf(from)}>`)
      try {
        await deliver({ ...mail, ...(messageId && { messageId }) }, url)
      } catch (error) {
        onOutcome?.('refused')
        if (job && !(error instanceof MailRefused && error.mayBeTaken)) await noteRefused(database, job)
        throw error
      }
      if (job) await noteSent(database, job)
      onOutcome?.('sent')
    },
  }
}

/** Of the address that mail is sent from. */
const domainOf = (from: string) => /@([\w.-]+)>?\s*$/.exec(from)?.[1] ?? 'localhost'

type SmtpError = Error & { code?: string; responseCode?: number }

/** One connection a mail. Rejects with MailRefused. */
function deliveryTo(url: string, from: string) {
  // Mail that waits for a dead server would hold up every job behind it.
  const limits = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }
  return async ({ to, subject, text, messageId, references, replyTo }: Mail, link: string | undefined) => {
    let isHandedOver = false
    const logger = watchingBody(() => {
      isHandedOver = true
    })
    const transport = createTransport(
      { url, ...limits, disableFileAccess: true, disableUrlAccess: true, logger },
      { from },
    )
    const letter = {
      to: { name: '', address: to },
      subject,
      text: link === undefined ? text : text.replaceAll(LINK, () => link),
      headers: { 'Auto-Submitted': 'auto-generated' },
      ...(messageId && { messageId }),
      ...(references && { references, inReplyTo: references }),
      ...(replyTo && { replyTo: { name: '', address: replyTo } }),
    }
    try {
      await transport.sendMail(letter)
    } catch (error) {
      const { code, responseCode } = error as SmtpError
      throw new MailRefused(code, responseCode, isHandedOver && responseCode === undefined)
    } finally {
      transport.close()
    }
  }
}

/** nodemailer logs the end of a mail's body when it has written it: before that no server can have taken the mail. */
function watchingBody(onWritten: () => void) {
  const hear = (entry: { tnx?: string; outByteCount?: number }) => {
    if (entry.tnx === 'message' && entry.outByteCount !== undefined) onWritten()
  }
  const ignore = () => undefined
  return { level: ignore, trace: ignore, debug: ignore, info: hear, warn: ignore, error: ignore, fatal: ignore }
}

/** Keeps mail with the gap still in it: no token is made for a mail that is not sent. */
const keepMail = (database: Database, { orgId, to, subject, text, link }: Mail & { orgId: string }, job?: Job) =>
  database.as('jobs', async (db) => {
    if (job && !(await isFirstKept(db, job))) return
    const gap = { linkFor: link?.userId ?? null, linkPurpose: link?.purpose ?? null }
    await db
      .insertInto('keptMail')
      .values({ orgId, id: uuidv7(), toAddress: to, subject, body: text, ...gap })
      .execute()
  })
