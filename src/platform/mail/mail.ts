import type { Readable } from 'node:stream'
import { createTransport } from 'nodemailer'
import type { Database } from '#platform/database/database.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import type { Job } from '#platform/jobs/job-catalogue.ts'
import { readableAddresses } from '#shared/email.rules.ts'
import { onOneLine } from '#shared/text.rules.ts'
import { beginMailAttempt, isFirstRun, recordRefused, recordSent } from './mail-attempts.ts'
import { htmlOf, type MailBranding, readMailBranding } from './mail-branding.ts'
import { referencesOf, subjectHeader, withoutEncodedWords } from './mail-headers.ts'
import { endMailOutage, noteRefused } from './mail-outage.ts'
import { MailRefused } from './mail-refused.ts'
import type { MailThread, MailThreads } from './mail-threads.ts'
import { storeSentMail } from './sent-mail.ts'
import { openSmtpTokens, type SmtpApplication, type SmtpTokens, tokenOptions } from './smtp-token.ts'

/** The placeholder in a text that is replaced with a one-time link when the mail is sent. */
export const LINK = '{{link}}'

/** A mailbox of the organization; `takesTags`: it also receives mail to its address with a tag (support+…@). */
export type ReplyAddress = { mailbox: string; takesTags: boolean }

export type AutoSubmitted = 'no' | 'auto-replied' | 'auto-generated'

export type Mail = {
  /** The organization whose administrators may read it when it cannot be sent; null for none. */
  orgId: string | null
  to: string
  subject: string
  text: string
  /**
   * The link of the placeholder. `make` is called when the mail is sent, so that the token exists only in the mail. With
   * `isAgain` the first copy may have been delivered, and its link must remain valid: a mail program may show only that one.
   */
  link?: {
    userId: string
    purpose: 'recovery' | 'invitation'
    make: (options: { isAgain: boolean }) => Promise<string>
  }
  /** `<…@host>`, the same at every attempt. */
  messageId?: string
  /** The conversation that this mail belongs to, and what makes the mail unique in it. A receipt begins its conversation. */
  thread?: MailThread & { event: string }
  /**
   * The header Auto-Submitted (RFC 3834), by default 'auto-generated'. Auto-responders answer only mail without it, which is
   * 'no': a person wrote the text. 'auto-replied' is a receipt, with a null return path.
   */
  autoSubmitted?: AutoSubmitted
  /** The Message-IDs of others' mails in the conversation, oldest first: the mail answers the last one. */
  answers?: string[]
  /**
   * The address for replies instead of the sender's; a single address, whatever characters it contains. Of a mailbox that
   * takes mail to its address with a tag, the tag names the ticket.
   */
  replyTo?: string | (ReplyAddress & { ticketNumber: number })
  /** Opened again at every attempt. */
  attachments?: { filename: string; contentType: string; open: () => Readable }[]
  /** Passed by a request, which holds a connection of the pool and must not wait for another; read from the database when unset. */
  branding?: MailBranding | undefined
}

export type Mailer = {
  /**
   * Sends a mail to the mail server; rejects with MailRefused when it was not accepted. Without a mail server it is saved
   * for the administrators. After an unclear outcome the mail of a job is sent at most once more, with the same Message-ID;
   * after a known success not at all.
   */
  send(mail: Mail, job?: Job): Promise<void>
}

type MailSettings = {
  smtpUrl: string | undefined
  /** The application at Microsoft that sends as the user of `smtpUrl`, instead of a password. */
  application?: SmtpApplication | undefined
  from: string
  /** Stores delivery attempts, and saved mail. */
  database: Database
  threads: MailThreads
  warn: (message: string) => void
  onOutcome?: (outcome: MailOutcome) => void
}

/** `dropped`: no mail server, and no administrator who may read it. `unclear`: sent as often as allowed, without a response. */
export const mailOutcomes = ['sent', 'kept', 'refused', 'dropped', 'unclear'] as const
export type MailOutcome = (typeof mailOutcomes)[number]

/** Opens the mailer: over SMTP, or, without a URL, one that saves mail in the database. */
export function openMailer({ smtpUrl, application, from, database, threads, warn, onOutcome }: MailSettings): Mailer {
  if (!smtpUrl) {
    return {
      send: async (written, job) => {
        const { orgId, ...mail } = readable(written)
        if (orgId === null) warn('SMTP_URL is not set: a mail was not sent')
        else await saveMail(database, { orgId, ...mail }, job)
        onOutcome?.(orgId === null ? 'dropped' : 'kept')
      },
    }
  }
  const deliver = deliveryTo(smtpUrl, application && openSmtpTokens(application))
  return {
    send: async (written, job) => {
      const mail = readable(written)
      const decision = job ? await beginMailAttempt(database, job) : 'first'
      if (decision === 'was_sent') return
      if (decision === 'gave_up') {
        warn('a mail was sent twice without a response of the mail server, and is not sent again')
        onOutcome?.('unclear')
        return
      }
      const url = await mail.link?.make({ isAgain: decision === 'retry' })
      const ownId = mail.messageId ?? (job && `<mail-${job.id}@${domainOf(from)}>`)
      const ids = mail.thread ? idsOf(mail, mail.thread, threads) : { ...(ownId && { messageId: ownId }) }
      try {
        const branding = mail.branding ?? (await brandingOf(database, mail.orgId))
        const sender = senderOf(from, branding?.name)
        await deliver(mail, { link: url, from: sender, branding, ids, replyTo: replyAddressOf(mail, threads) })
      } catch (error) {
        onOutcome?.('refused')
        if (job && !(error instanceof MailRefused && error.mayBeAccepted)) await recordRefused(database, job)
        if (error instanceof MailRefused)
          await noteRefused(database, error, threads.keyOf(mail.to)).catch(() => warn('a refused mail was not counted'))
        throw error
      }
      if (job) await recordSent(database, job)
      await database.as('jobs', async (db) => {
        await endMailOutage(db)
        const { orgId, thread, subject, text } = mail
        if (orgId !== null && thread && ids.messageId)
          await storeSentMail(db, { orgId, messageId: ids.messageId, thread, subject, text })
      })
      onOutcome?.('sent')
    },
  }
}

/** Shows internationalized addresses, which are stored in ASCII, in readable form. */
const readable = (mail: Mail): Mail => ({
  ...mail,
  subject: readableAddresses(mail.subject),
  text: readableAddresses(mail.text),
})

/** The domain of the sender's address. */
const domainOf = (from: string) => /@([\w.-]+)>?\s*$/.exec(from)?.[1] ?? 'localhost'

type Sender = string | { name: string; address: string }

const brandingOf = (database: Database, orgId: string | null) =>
  orgId === null ? undefined : database.as('jobs', (db) => readMailBranding(db, orgId))

/** MAIL_FROM as configured; an address without a name gets the company's, as customers know the company, not the product. */
function senderOf(from: string, company: string | undefined): Sender {
  const address = from.trim()
  if (company === undefined || /[\s<]/.test(address)) return from
  return { name: withoutEncodedWords(onOneLine(company)), address }
}

/** The tag identifies the ticket when a reply has neither the references nor the number in its subject. */
function replyAddressOf({ orgId, replyTo }: Mail, threads: MailThreads): string | undefined {
  if (replyTo === undefined || typeof replyTo === 'string') return replyTo
  const { mailbox, takesTags, ticketNumber } = replyTo
  if (!takesTags || orgId === null) return mailbox
  return threads.taggedAddress(mailbox, { tag: String(ticketNumber), of: orgId }) ?? mailbox
}

type MailIds = { messageId?: string; references?: string[]; inReplyTo?: string }

/** A receipt has the Message-ID that every later mail of its conversation refers to. */
function idsOf(
  { to, autoSubmitted, answers = [] }: Mail,
  { event, ...thread }: MailThread & { event: string },
  threads: MailThreads,
): MailIds {
  const isRoot = autoSubmitted === 'auto-replied'
  const messageId = isRoot ? threads.rootOf(thread) : threads.messageIdOf(thread, { event, to })
  return { messageId, ...referencesOf({ thread, answers, threads }, { isRoot }) }
}

type Envelope = {
  link: string | undefined
  from: Sender
  branding: MailBranding | undefined
  ids: MailIds
  replyTo: string | undefined
}

type SmtpError = Error & { code?: string; responseCode?: number; command?: string }

/** Sends each mail on a new connection. Rejects with MailRefused. */
function deliveryTo(url: string, tokens: SmtpTokens | undefined) {
  // A mail that waits for an unresponsive server delays the jobs behind it.
  const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }
  return async (
    { to, subject, text: template, autoSubmitted = 'auto-generated', attachments = [] }: Mail,
    { link, from, branding, ids, replyTo }: Envelope,
  ) => {
    let isTransmitted = false
    const logger = bodyLogger(() => {
      isTransmitted = true
    })
    const token = await tokens?.get().catch((error: Error) => {
      throw new MailRefused(error.name)
    })
    const signIn = token === undefined ? {} : tokenOptions(url, token)
    const transport = createTransport({
      url,
      ...signIn,
      ...timeouts,
      disableFileAccess: true,
      disableUrlAccess: true,
      logger,
    })
    const text = link === undefined ? template : template.replaceAll(LINK, () => link)
    const { html, attachments: shown = [] } = branding ? htmlOf(text, branding) : {}
    const message = {
      from,
      to: { name: '', address: to },
      subject: subjectHeader(subject),
      text,
      ...(html !== undefined && { html }),
      attachments: [
        ...shown,
        ...attachments.map(({ filename, contentType, open }) => ({
          filename: withoutEncodedWords(filename),
          contentType,
          content: open(),
        })),
      ],
      ...submissionOf(to, autoSubmitted),
      ...ids,
      ...(replyTo && { replyTo: { name: '', address: replyTo } }),
    }
    try {
      await transport.sendMail(message)
    } catch (error) {
      const { code, responseCode, command } = error as SmtpError
      if (code === 'EAUTH') tokens?.forget()
      throw new MailRefused(code, responseCode, isTransmitted && responseCode === undefined, command)
    } finally {
      transport.close()
    }
  }
}

/** The Auto-Submitted header for auto-responders, and for a receipt the null return path. */
export function submissionOf(to: string, autoSubmitted: AutoSubmitted) {
  if (autoSubmitted === 'no') return {}
  const headers = { 'Auto-Submitted': autoSubmitted }
  return autoSubmitted === 'auto-replied'
    ? { headers, envelope: { from: '', to: { name: '', address: to } } }
    : { headers }
}

/** nodemailer logs when it has written the end of a mail's body: before that no server can have accepted the mail. */
function bodyLogger(onWritten: () => void) {
  const onInfo = (entry: { tnx?: string; outByteCount?: number }) => {
    if (entry.tnx === 'message' && entry.outByteCount !== undefined) onWritten()
  }
  const ignore = () => undefined
  return { level: ignore, trace: ignore, debug: ignore, info: onInfo, warn: ignore, error: ignore, fatal: ignore }
}

/** Saves mail with its placeholder: no token is created for a mail that is not sent. */
const saveMail = (database: Database, { orgId, to, subject, text, link }: Mail & { orgId: string }, job?: Job) =>
  database.as('jobs', async (db) => {
    if (!(await isFirstRun(db, job))) return
    await endMailOutage(db)
    const linkColumns = { linkFor: link?.userId ?? null, linkPurpose: link?.purpose ?? null }
    await db
      .insertInto('storedMail')
      .values({ orgId, id: uuidv7(), toAddress: to, subject, body: text, ...linkColumns })
      .execute()
  })
