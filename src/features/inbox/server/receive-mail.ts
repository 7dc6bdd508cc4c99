// Receives one mail. Its effect and the record that it was read are written in one transaction, so that it is received exactly
// once even if the process is killed or several processes read the mailbox.
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Database, Db } from '#platform/database/database.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import { enqueue } from '#platform/jobs/job-catalogue.ts'
import type { MailThreads } from '#platform/mail/mail-threads.ts'
import type { StoredAttachment } from '../incoming-mail.contract.ts'
import {
  getsReceipt,
  isKnownSender,
  isNotifiedOfFiles,
  type MailFacts,
  type MailRoute,
  routeMail,
} from '../mail-route.rules.ts'
import type { MailOutcome } from '../mailboxes.contract.ts'
import { endPause, noteBounces } from './bounces.queries.ts'
import { mayGetReceipt, mayNotifyOfFiles } from './forms-counters.queries.ts'
import { leftOutOf, MAIL_LEFT_OUT } from './left-out-mail.ts'
import { recipientsOf } from './mail-copies.queries.ts'
import { applyRoute } from './mail-effects.queries.ts'
import { findAnswered, findStaff, hasOpenedTooMany, listKnownSenders, tagOf } from './mail-facts.queries.ts'
import {
  fingerprintOf,
  isDuplicate,
  isRead,
  type MailboxOfMail,
  type PlacedMail,
  store,
} from './mail-records.queries.ts'
import { withFoldedText } from './own-text.queries.ts'
import type { ExaminedMail } from './reading/examine-here.ts'
import { MAIL_RECEIPT, RECEIPT_ATTEMPTS } from './receipt-mail.ts'
import { findRule } from './sender-rules.queries.ts'
import { prepareFiles, storeFiles } from './stored-files.queries.ts'
import { notePlusConfirmed, TRIAL_TAG } from './try-plus-address.ts'

type Receipts = { key: Buffer; perDay: number }

export type ReceivingParts = {
  database: Database
  threads: MailThreads
  /** A virus scanner is configured. */
  checksFiles: boolean
  receipts: Receipts
  /** The sender addresses of our mail, besides those of the mailboxes. */
  sendsAs?: readonly string[]
  now?: () => Date
}
const compress = promisify(gzip)

/** Returns the outcome of the mail; 'known' when it was read before. */
export async function receiveMail(
  { database, now = () => new Date(), ...parts }: ReceivingParts,
  mailbox: MailboxOfMail,
  placed: PlacedMail,
  examined: ExaminedMail,
): Promise<MailOutcome | 'known'> {
  const raw = await compress(placed.raw)
  const fingerprint = fingerprintOf(examined.mail, { mailboxId: mailbox.id, raw: placed.raw })
  const files = await prepareFiles(database, mailbox.orgId, examined)
  const attempt = () =>
    database.as('jobs', (db) =>
      receive(db, { ...parts, now: now(), files, fingerprint }, mailbox, { ...placed, raw }, examined),
    )
  // Another process has recorded the same mail, which a second attempt will find.
  return attempt().catch((error: unknown) => (isRecorded(error) ? attempt() : Promise.reject(error)))
}

const isRecorded = (error: unknown) =>
  ['mail_messages_once', 'mail_messages_first_of_its_kind'].includes(
    String((error as { constraint?: string }).constraint),
  )

type Receiving = Omit<ReceivingParts, 'database' | 'now'> & {
  now: Date
  files: Awaited<ReturnType<typeof prepareFiles>>
  fingerprint: Buffer
}

async function receive(
  db: Db,
  { threads, checksFiles, receipts, sendsAs = [], now, files, fingerprint }: Receiving,
  mailbox: MailboxOfMail,
  placed: PlacedMail,
  { mail, authentication }: ExaminedMail,
): Promise<MailOutcome | 'known'> {
  const { orgId } = mailbox
  if (await isRead(db, mailbox, placed)) return 'known'
  const at = momentOf(mailbox, placed, now).toISOString()
  const id = uuidv7()
  const record = { id, mailbox, placed, mail, authentication, fingerprint, at }
  if (await isDuplicate(db, { orgId, ...record })) {
    return store(db, { ...record, outcome: 'duplicate', reason: null, attachments: [] })
  }
  if (tagOf(mail, threads, mailbox.id) === TRIAL_TAG) {
    await notePlusConfirmed(db, mailbox)
    return store(db, { ...record, outcome: 'discarded', reason: null, attachments: [] })
  }
  const facts = await factsOf(db, { orgId, threads }, mailbox, { isOld: placed.isOld, at }, { mail, authentication })
  const route = routeMail(facts)
  const folded = await withFoldedText(db, { orgId, threads }, mail)
  const effect = await applyRoute(db, route, { orgId, mail: folded, authentication, at, isOld: placed.isOld })
  if (facts.from !== null && (route.outcome === 'comment' || route.outcome === 'enquiry_reply'))
    await endPause(db, orgId, facts.from)
  const sender = isKnownSender(facts) ? 'known' : 'stranger'
  const attachments = await storeFiles(db, { orgId, effect, sender, prepared: files, isChecked: checksFiles })
  if (mail.automation.isAutomatic) await noteBounces(db, { orgId, threads, now }, mail)
  if (
    getsReceipt(route, facts) &&
    (await mayGetReceipt(db, { key: receipts.key, now }, facts.from ?? '', receipts.perDay))
  )
    await enqueue(db, MAIL_RECEIPT, { orgId, mailId: id }, { attempts: RECEIPT_ATTEMPTS })
  await notifyOfFiles(db, { orgId, mailId: id }, { route, facts, attachments, receipts, now })
  const reason = route.outcome === 'enquiry' ? route.reason : null
  const recipients = namesOthers.has(route.outcome) ? await recipientsOf(db, { orgId, sendsAs }, mail) : []
  return store(db, { ...record, outcome: route.outcome, reason, effect, attachments, recipients })
}

/** The outcomes after which staff may answer the mail's other recipients too. */
const namesOthers = new Set<MailRoute['outcome']>(['comment', 'ticket', 'enquiry', 'enquiry_reply'])

type Notice = { route: MailRoute; facts: MailFacts; attachments: StoredAttachment[]; receipts: Receipts; now: Date }

async function notifyOfFiles(
  db: Db,
  mail: { orgId: string; mailId: string },
  { route, facts, attachments, receipts, now }: Notice,
) {
  if (leftOutOf(attachments).length === 0 || !isNotifiedOfFiles(route, facts)) return
  if (await mayNotifyOfFiles(db, { key: receipts.key, now }, facts.from ?? '', receipts.perDay))
    await enqueue(db, MAIL_LEFT_OUT, mail, { attempts: RECEIPT_ATTEMPTS })
}

/** The route that a mail would get if it were received now; writes nothing. */
export async function foreseeRoute(
  db: Db,
  threads: MailThreads,
  mailbox: MailboxOfMail,
  { receivedAt }: { receivedAt: Date },
  examined: ExaminedMail,
): Promise<MailRoute> {
  const { orgId, id } = mailbox
  if (tagOf(examined.mail, threads, id) === TRIAL_TAG) return { outcome: 'discarded' }
  const placed = { isOld: false, at: receivedAt.toISOString() }
  return routeMail(await factsOf(db, { orgId, threads }, mailbox, placed, examined))
}

async function factsOf(
  db: Db,
  { orgId, threads }: { orgId: string; threads: MailThreads },
  { opensTickets }: MailboxOfMail,
  { isOld, at }: { isOld: boolean; at: string },
  { mail, authentication }: ExaminedMail,
): Promise<MailFacts> {
  const from = mail.from?.address ?? null
  // A mail of ours that was returned or redirected to us counts as automatic, not as an answer.
  const { isAutomatic, getsNoReceipt } = mail.automation
  const isOurs = mail.messageId !== null && threads.find(mail.messageId) !== undefined
  return {
    ...(await findAnswered(
      db,
      { orgId, threads },
      { mail, isAuthenticated: authentication !== 'none' && from !== null },
    )),
    authentication,
    from,
    opensTickets,
    isOld,
    rule: isOurs || mail.report ? null : await findRule(db, orgId, mail, at),
    isAutomatic: isOurs || isAutomatic,
    getsNoReceipt: isOurs || getsNoReceipt,
    staffId: from && (await findStaff(db, orgId, from)),
    known: from ? await listKnownSenders(db, orgId, from) : [],
    isOverLimit: from !== null && (await hasOpenedTooMany(db, orgId, from)),
  }
}

/** When the server received the mail, but not after now, and not before the mailbox was added unless the mail is old. */
function momentOf({ createdAt }: MailboxOfMail, { receivedAt, isOld }: PlacedMail, now: Date): Date {
  const earliest = isOld ? 0 : Date.parse(createdAt)
  const moment = Number.isNaN(receivedAt.getTime()) ? now.getTime() : receivedAt.getTime()
  return new Date(Math.min(Math.max(moment, earliest), now.getTime()))
}
