// One mail: what it causes and the record that it was read are one transaction, so that each is done exactly once whatever
// ends the process, and however many processes read the mailbox.
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { sql } from 'kysely'
import type { Database, Db } from '#db/database.ts'
import { uuidv7 } from '#db/uuid.ts'
import { mayBeToldOfFiles, mayGetReceipt } from '#enquiries/server/forms-counters.queries.ts'
import { enqueue } from '#lib/server/jobs.ts'
import { boundedReferences } from '#lib/server/mail-headers.ts'
import type { MailThreads } from '#lib/server/mail-threads.ts'
import type { KeptAttachment, MailPerson } from '../incoming-mail.contract.ts'
import {
  getsReceipt,
  isKnownSender,
  isToldOfFiles,
  type MailFacts,
  type MailRoute,
  routeMail,
} from '../mail-route.rules.ts'
import {
  AUTOMATIC_ORIGINALS_KEPT_DAYS,
  type InboxReason,
  type MailFate,
  ORIGINALS_KEPT_DAYS,
} from '../mailboxes.contract.ts'
import { endPause, noteBounces } from './bounces.queries.ts'
import { prepareFiles, storeFiles } from './kept-files.queries.ts'
import { leftOutOf, MAIL_LEFT_OUT } from './left-out-mail.ts'
import { recipientsOf } from './mail-copies.queries.ts'
import { applyRoute, type MailEffect } from './mail-effects.queries.ts'
import { findAnswered, findStaff, hasOpenedTooMany, listKnownSenders, tagOf } from './mail-facts.queries.ts'
import { withOwnWords } from './own-words.queries.ts'
import type { ExaminedMail } from './reading/examine-mail.ts'
import type { IncomingMail } from './reading/mail.ts'
import { MAIL_RECEIPT, RECEIPT_ATTEMPTS } from './receipt-mail.ts'
import { findRule } from './sender-rules.queries.ts'
import { notePlusProven, TRIAL_TAG } from './try-plus-address.ts'

/** The mailbox that a mail is in. */
export type MailboxOfMail = { orgId: string; id: string; opensTickets: boolean; createdAt: string }

/** Where a mail is: its place in the mailbox never changes. */
export type PlacedMail = {
  uidValidity: number
  uid: number
  /** When the server received it (INTERNALDATE). */
  receivedAt: Date
  /** From before the mailbox was added here. */
  isOld: boolean
  raw: Uint8Array
}

/** How receipts are counted, together with those of the public forms. */
type Receipts = { key: Buffer; perDay: number }

export type ReceivingParts = {
  database: Database
  threads: MailThreads
  /** There is a virus scanner. */
  checksFiles: boolean
  receipts: Receipts
  /** The addresses that our letters come from, beside those of the mailboxes. */
  sendsAs?: readonly string[]
  now?: () => Date
}
const compress = promisify(gzip)

/** What became of the mail; 'known' when it was read before. */
export async function receiveMail(
  { database, now = () => new Date(), ...parts }: ReceivingParts,
  mailbox: MailboxOfMail,
  placed: PlacedMail,
  examined: ExaminedMail,
): Promise<MailFate | 'known'> {
  const raw = await compress(placed.raw)
  const fingerprint = fingerprintOf(examined.mail, { mailboxId: mailbox.id, raw: placed.raw })
  const files = await prepareFiles(database, mailbox.orgId, examined)
  const attempt = () =>
    database.as('jobs', (db) =>
      receive(db, { ...parts, now: now(), files, fingerprint }, mailbox, { ...placed, raw }, examined),
    )
  // Another process recorded the same mail meanwhile: now it is seen.
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
  { mail, proof }: ExaminedMail,
): Promise<MailFate | 'known'> {
  const { orgId } = mailbox
  if (await isRead(db, mailbox, placed)) return 'known'
  const at = momentOf(mailbox, placed, now).toISOString()
  const id = uuidv7()
  const record = { id, mailbox, placed, mail, proof, fingerprint, at }
  if (await isDuplicate(db, { orgId, ...record })) {
    return store(db, { ...record, fate: 'duplicate', reason: null, kept: [] })
  }
  if (tagOf(mail, threads, mailbox.id) === TRIAL_TAG) {
    await notePlusProven(db, mailbox)
    return store(db, { ...record, fate: 'discarded', reason: null, kept: [] })
  }
  const facts = await factsOf(db, { orgId, threads }, mailbox, { isOld: placed.isOld, at }, { mail, proof })
  const route = routeMail(facts)
  const words = await withOwnWords(db, { orgId, threads }, mail)
  const effect = await applyRoute(db, route, { orgId, mail: words, proof, at, isOld: placed.isOld })
  if (facts.from !== null && (route.fate === 'comment' || route.fate === 'enquiry_reply'))
    await endPause(db, orgId, facts.from)
  const sender = isKnownSender(facts) ? 'known' : 'stranger'
  const kept = await storeFiles(db, { orgId, effect, sender, prepared: files, isChecked: checksFiles })
  if (mail.automation.isAutomatic) await noteBounces(db, { orgId, threads, now }, mail)
  if (
    getsReceipt(route, facts) &&
    (await mayGetReceipt(db, { key: receipts.key, now }, facts.from ?? '', receipts.perDay))
  )
    await enqueue(db, MAIL_RECEIPT, { orgId, mailId: id }, { attempts: RECEIPT_ATTEMPTS })
  await tellOfFiles(db, { orgId, mailId: id }, { route, facts, kept, receipts, now })
  const reason = route.fate === 'enquiry' ? route.reason : null
  const isInTicket = route.fate === 'comment' || route.fate === 'ticket'
  const recipients = isInTicket ? await recipientsOf(db, { orgId, sendsAs }, mail) : []
  return store(db, { ...record, fate: route.fate, reason, effect, kept, recipients })
}

type Telling = { route: MailRoute; facts: MailFacts; kept: KeptAttachment[]; receipts: Receipts; now: Date }

async function tellOfFiles(
  db: Db,
  mail: { orgId: string; mailId: string },
  { route, facts, kept, receipts, now }: Telling,
) {
  if (leftOutOf(kept).length === 0 || !isToldOfFiles(route, facts)) return
  if (await mayBeToldOfFiles(db, { key: receipts.key, now }, facts.from ?? '', receipts.perDay))
    await enqueue(db, MAIL_LEFT_OUT, mail, { attempts: RECEIPT_ATTEMPTS })
}

/** What would become of a mail that came in now; nothing is written. */
export async function foreseeRoute(
  db: Db,
  threads: MailThreads,
  mailbox: MailboxOfMail,
  { receivedAt }: { receivedAt: Date },
  examined: ExaminedMail,
): Promise<MailRoute> {
  const { orgId, id } = mailbox
  if (tagOf(examined.mail, threads, id) === TRIAL_TAG) return { fate: 'discarded' }
  const placed = { isOld: false, at: receivedAt.toISOString() }
  return routeMail(await factsOf(db, { orgId, threads }, mailbox, placed, examined))
}

async function factsOf(
  db: Db,
  { orgId, threads }: { orgId: string; threads: MailThreads },
  { opensTickets }: MailboxOfMail,
  { isOld, at }: { isOld: boolean; at: string },
  { mail, proof }: ExaminedMail,
): Promise<MailFacts> {
  const from = mail.from?.address ?? null
  // A mail of ours that came back is no answer.
  const { isAutomatic, getsNoReceipt } = mail.automation
  const isOurs = mail.messageId !== null && threads.find(mail.messageId) !== undefined
  return {
    ...(await findAnswered(db, { orgId, threads }, mail)),
    proof,
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

async function isRead(db: Db, { orgId, id }: MailboxOfMail, { uidValidity, uid }: PlacedMail) {
  const read = await db
    .selectFrom('mailMessages')
    .select('id')
    .where((eb) => eb.and({ orgId, mailboxId: id, uidValidity, uid }))
    .executeTakeFirst()
  return read !== undefined
}

/**
 * What an earlier version read may have another fingerprint, since it read the text in another way: after a change of
 * UIDVALIDITY such a mail is known by its Message-ID, sender and moment in the same mailbox.
 */
async function isDuplicate(db: Db, { orgId, mailbox, placed, mail, fingerprint, at }: Arrived & { orgId: string }) {
  const first = await db
    .selectFrom('mailMessages')
    .select('id')
    .where('orgId', '=', orgId)
    .where('fate', '!=', 'duplicate')
    .where((eb) => {
      const isSame = eb('fingerprint', '=', fingerprint)
      const { messageId, from } = mail
      if (messageId === null || from === null) return isSame
      const read = { mailboxId: mailbox.id, messageId, fromAddress: from.address, receivedAt: at }
      return eb.or([isSame, eb.and([eb.and(read), eb('uidValidity', '!=', placed.uidValidity)])])
    })
    .executeTakeFirst()
  return first !== undefined
}

/**
 * The same for a mail that two mailboxes got, or that has a new UID: nothing that a server adds is part of it. Without a
 * Message-ID two mails may be alike in all that their sender wrote, as those of a meter: only the same bytes, with the
 * Received lines, in the same mailbox are one.
 */
function fingerprintOf(mail: IncomingMail, { mailboxId, raw }: { mailboxId: string; raw: Uint8Array }): Buffer {
  const { messageId, headers, fullSubject, text, attachments } = mail
  if (messageId === null) return createHash('sha256').update(`${mailboxId}\n`).update(raw).digest()
  const header = (key: string) => headers.filter((one) => one.key === key).map(({ value }) => value)
  const files = attachments.map(({ name, bytes }) => [name, bytes])
  // Earlier versions cut quotations out of the text: those of mails without one are found by the empty one.
  const parts = [messageId, header('from'), header('date'), fullSubject, text, '', files]
  return createHash('sha256').update(JSON.stringify(parts)).digest()
}

/** The server's moment, never before the mailbox was added and never after now; of older mail only the latter. */
function momentOf({ createdAt }: MailboxOfMail, { receivedAt, isOld }: PlacedMail, now: Date): Date {
  const earliest = isOld ? 0 : Date.parse(createdAt)
  const moment = Number.isNaN(receivedAt.getTime()) ? now.getTime() : receivedAt.getTime()
  return new Date(Math.min(Math.max(moment, earliest), now.getTime()))
}

type Arrived = {
  mailbox: MailboxOfMail
  placed: PlacedMail
  mail: IncomingMail
  fingerprint: Buffer
  at: string
}

type MessageRecord = Arrived & {
  id: string
  proof: ExaminedMail['proof']
  fate: MailFate
  reason: InboxReason | null
  effect?: MailEffect
  kept: KeptAttachment[]
  recipients?: MailPerson[]
}

async function store(
  db: Db,
  { id, mailbox, placed, mail, proof, fingerprint, at, fate, reason, effect, kept, recipients = [] }: MessageRecord,
) {
  const keptDays = fate === 'automatic' ? AUTOMATIC_ORIGINALS_KEPT_DAYS : ORIGINALS_KEPT_DAYS
  const { ticketId = null, commentId = null, enquiryId = null } = effect ?? {}
  await db
    .insertInto('mailMessages')
    .values({
      orgId: mailbox.orgId,
      id,
      mailboxId: mailbox.id,
      proof,
      fate,
      reason,
      fingerprint,
      receivedAt: at,
      uidValidity: placed.uidValidity,
      uid: placed.uid,
      messageId: mail.messageId,
      subject: mail.fullSubject,
      fromName: mail.from?.name ?? '',
      fromAddress: mail.from?.address ?? null,
      remarks: mail.remarks,
      referenceIds: boundedReferences(mail.answers.toReversed()),
      attachments: JSON.stringify(kept),
      recipients: JSON.stringify(recipients),
      ticketId,
      commentId,
      enquiryId,
      ...(fate === 'duplicate' || fate === 'discarded'
        ? { raw: null, rawUntil: null }
        : { raw: Buffer.from(placed.raw), rawUntil: sql`now() + ${keptDays} * interval '1 day'` }),
    })
    .execute()
  return fate
}
