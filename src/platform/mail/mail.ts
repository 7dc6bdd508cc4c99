import type { Readable } from 'node:stream'
import type { Database } from '#platform/database/database.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import type { Job } from '#platform/jobs/job-catalogue.ts'
import { readableAddresses } from '#shared/email.rules.ts'
import { onOneLine } from '#shared/text.rules.ts'
import { beginMailAttempt, isFirstRun, recordRefused, recordSent } from './mail-attempts.ts'
import { type MailBranding, readMailBranding } from './mail-branding.ts'
import { referencesOf, withoutEncodedWords } from './mail-headers.ts'
import { endMailOutage, noteRefused } from './mail-outage.ts'
import { MailRefused } from './mail-refused.ts'
import { environmentServer, type MailServer } from './mail-server.ts'
import type { MailThread, MailThreads } from './mail-threads.ts'
import { storeSentMail } from './sent-mail.ts'
import { deliver, type MailIds, type Sender } from './smtp-delivery.ts'
import type { SmtpApplication } from './smtp-token.ts'

/** The placeholder in a text that is replaced with a one-time link when the mail is sent. */
export const LINK = '{{link}}'

/** A mailbox of the organization; `takesTags`: it also receives mail to its address with a tag (support+…@). */
export type ReplyAddress = { mailbox: string; takesTags: boolean }

export type AutoSubmitted = 'no' | 'auto-replied' | 'auto-generated'

export type Mail = {
  /** The organization whose administrators may read it when it cannot be sent; null for none. */
  orgId: string | null
  to: string
  /** The recipients that the mail names, when each of several gets a mail of its own with the same content. */
  shownAs?: { to: string; cc: string[] }
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
   * takes mail to its address with a tag, the tag names the ticket, or the enquiry that has its number.
   */
  replyTo?: string | (ReplyAddress & { ticketNumber: number })
  /** Opened again at every attempt. */
  attachments?: { filename: string; contentType: string; open: () => Readable }[]
  /** A calendar file, which mail programs show as an invitation with its method. */
  calendar?: { method: 'REQUEST' | 'CANCEL'; content: string }
  /** Passed by a request, which holds a connection of the pool and must not wait for another; read from the database when unset. */
  branding?: MailBranding | undefined
}

export type Mailer = {
  /**
   * Sends a mail to the mail server; rejects with MailRefused when it was not accepted. Without a mail server it is saved
   * for the administrators. After an unclear outcome the mail of a job is sent at most once more, with the same Message-ID;
   * after a known success not at all. Returns the outcome; undefined when a former attempt has succeeded.
   */
  send(mail: Mail, job?: Job): Promise<MailOutcome | undefined>
}

type MailSettings = {
  /** The server of the environment. */
  smtpUrl: string | undefined
  /** The application at Microsoft that sends as the user of `smtpUrl`, instead of a password. */
  application?: SmtpApplication | undefined
  from: string
  /** The server that an organization's administrators have entered; used without `smtpUrl`, and read for every mail. */
  findServer?: (orgId: string) => Promise<MailServer | undefined>
  /** Stores delivery attempts, and saved mail. */
  database: Database
  threads: MailThreads
  warn: (message: string) => void
  onOutcome?: (outcome: MailOutcome) => void
}

/** `dropped`: no mail server, and no administrator who may read it. `unclear`: sent as often as allowed, without a response. */
export const mailOutcomes = ['sent', 'kept', 'refused', 'dropped', 'unclear'] as const
export type MailOutcome = (typeof mailOutcomes)[number]

/** Opens the mailer: over SMTP, or, for an organization without a mail server, by saving mail in the database. */
export function openMailer({ smtpUrl, application, from, findServer, onOutcome, ...parts }: MailSettings): Mailer {
  const common = smtpUrl ? environmentServer({ smtpUrl, application, from }) : undefined
  return {
    send: async (written, job) => {
      const mail = readable(written)
      const server = common ?? (mail.orgId === null ? undefined : await findServer?.(mail.orgId))
      try {
        const outcome = await (server ? sendMail(server, parts, mail, job) : keepMail(parts, mail, job))
        if (outcome) onOutcome?.(outcome)
        return outcome
      } catch (error) {
        if (server) onOutcome?.('refused')
        throw error
      }
    },
  }
}

type Parts = Pick<MailSettings, 'database' | 'threads' | 'warn'>

/** Undefined when a former attempt has succeeded. */
async function sendMail(server: MailServer, parts: Parts, mail: Mail, job?: Job): Promise<MailOutcome | undefined> {
  const { database, threads, warn } = parts
  const decision = job ? await beginMailAttempt(database, job) : 'first'
  if (decision === 'was_sent') return undefined
  if (decision === 'gave_up') {
    warn('a mail was sent twice without a response of the mail server, and is not sent again')
    return 'unclear'
  }
  const link = await mail.link?.make({ isAgain: decision === 'retry' })
  const text = link === undefined ? mail.text : mail.text.replaceAll(LINK, () => link)
  const ownId = mail.messageId ?? (job && `<mail-${job.id}@${domainOf(server.from)}>`)
  const ids = mail.thread ? idsOf(mail, mail.thread, threads) : { ...(ownId && { messageId: ownId }) }
  try {
    const branding = mail.branding ?? (await brandingOf(database, mail.orgId))
    const from = senderOf(server.from, branding?.name)
    await deliver(server, mail, { text, from, branding, ids, replyTo: replyAddressOf(mail, threads) })
  } catch (error) {
    await noteFailure(server, parts, mail, { error, job })
    throw error
  }
  if (job) await recordSent(database, job)
  await database.as('jobs', async (db) => {
    await endMailOutage(db, server.orgId)
    const { orgId, thread, subject } = mail
    if (orgId !== null && thread && ids.messageId)
      await storeSentMail(db, { orgId, messageId: ids.messageId, thread, subject, text: mail.text })
  })
  return 'sent'
}

async function noteFailure(
  { orgId }: MailServer,
  { database, threads, warn }: Parts,
  { to }: Mail,
  { error, job }: { error: unknown; job: Job | undefined },
) {
  if (job && !(error instanceof MailRefused && error.mayBeAccepted)) await recordRefused(database, job)
  if (!(error instanceof MailRefused)) return
  const recipient = threads.keyOf(to)
  await noteRefused(database, error, { orgId, recipient }).catch(() => warn('a refused mail was not counted'))
}

/** Sends a mail through a server that is being tried; records nothing. Rejects with MailRefused. */
export const sendTrial = (server: MailServer, { branding, ...mail }: Mail) =>
  deliver(server, mail, {
    text: mail.text,
    from: senderOf(server.from, branding?.name),
    branding,
    ids: {},
    replyTo: undefined,
  })

/** Shows internationalized addresses, which are stored in ASCII, in readable form. */
const readable = (mail: Mail): Mail => ({
  ...mail,
  subject: readableAddresses(mail.subject),
  text: readableAddresses(mail.text),
})

/** The domain of the sender's address. */
const domainOf = (from: MailServer['from']) =>
  /@([\w.-]+)>?\s*$/.exec(typeof from === 'string' ? from : from.address)?.[1] ?? 'localhost'

const brandingOf = (database: Database, orgId: string | null) =>
  orgId === null ? undefined : database.as('jobs', (db) => readMailBranding(db, orgId))

/** The sender as configured; an address without a name gets the company's, as customers know the company, not the product. */
function senderOf(from: MailServer['from'], company: string | undefined): Sender {
  if (typeof from !== 'string')
    return { name: withoutEncodedWords(onOneLine(from.name ?? company ?? '')), address: from.address }
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

async function keepMail({ database, warn }: Parts, { orgId, ...mail }: Mail, job?: Job): Promise<MailOutcome> {
  if (orgId !== null) {
    await saveMail(database, { orgId, ...mail }, job)
    return 'kept'
  }
  warn('there is no mail server: a mail was not sent')
  return 'dropped'
}

/** Saves mail with its placeholder: no token is created for a mail that is not sent. */
const saveMail = (database: Database, { orgId, to, subject, text, link }: Mail & { orgId: string }, job?: Job) =>
  database.as('jobs', async (db) => {
    if (!(await isFirstRun(db, job))) return
    await endMailOutage(db, orgId)
    const linkColumns = { linkFor: link?.userId ?? null, linkPurpose: link?.purpose ?? null }
    await db
      .insertInto('storedMail')
      .values({ orgId, id: uuidv7(), toAddress: to, subject, body: text, ...linkColumns })
      .execute()
  })
