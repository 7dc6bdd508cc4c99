// The records of mail that was read, which prevent that a mail is read twice.
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { boundedReferences } from '#platform/mail/mail-headers.ts'
import type { MailPerson, StoredAttachment } from '../incoming-mail.contract.ts'
import {
  AUTOMATIC_ORIGINALS_STORED_DAYS,
  type InboxReason,
  type MailOutcome,
  ORIGINALS_STORED_DAYS,
} from '../mailboxes.contract.ts'
import type { MailEffect } from './mail-effects.queries.ts'
import type { ExaminedMail } from './reading/examine-here.ts'
import type { IncomingMail } from './reading/incoming-mail.ts'

/** The mailbox that a mail is in. */
export type MailboxOfMail = { orgId: string; id: string; opensTickets: boolean; createdAt: string }

/** A mail and its place in the mailbox, which never changes. */
export type PlacedMail = {
  uidValidity: number
  uid: number
  /** When the server received it (INTERNALDATE). */
  receivedAt: Date
  /** Older than the mailbox here. */
  isOld: boolean
  raw: Uint8Array
}

/** Whether the mail at this place of the mailbox was read before. */
export async function isRead(db: Db, { orgId, id }: MailboxOfMail, { uidValidity, uid }: PlacedMail) {
  const read = await db
    .selectFrom('mailMessages')
    .select('id')
    .where((eb) => eb.and({ orgId, mailboxId: id, uidValidity, uid }))
    .executeTakeFirst()
  return read !== undefined
}

/**
 * Whether a mail with this fingerprint was read. Earlier versions parsed texts differently and so made other fingerprints:
 * after a change of UIDVALIDITY the same Message-ID, sender and moment in the same mailbox count too.
 */
export async function isDuplicate(
  db: Db,
  { orgId, mailbox, placed, mail, fingerprint, at }: Arrived & { orgId: string },
) {
  const first = await db
    .selectFrom('mailMessages')
    .select('id')
    .where('orgId', '=', orgId)
    .where('outcome', '!=', 'duplicate')
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
 * Equal for a mail that two mailboxes got or that has a new UID, since it covers nothing that servers add. Without a Message-ID
 * a sender may repeat the same mail, as meters do: then the fingerprint covers all bytes, with the Received lines, and the mailbox.
 */
export function fingerprintOf(mail: IncomingMail, { mailboxId, raw }: { mailboxId: string; raw: Uint8Array }): Buffer {
  const { messageId, headers, fullSubject, text, attachments } = mail
  if (messageId === null) return createHash('sha256').update(`${mailboxId}\n`).update(raw).digest()
  const header = (key: string) => headers.filter((one) => one.key === key).map(({ value }) => value)
  const files = attachments.map(({ name, bytes }) => [name, bytes])
  // The '' is in the place of the quotation, which earlier versions cut out of the text.
  const parts = [messageId, header('from'), header('date'), fullSubject, text, '', files]
  return createHash('sha256').update(JSON.stringify(parts)).digest()
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
  authentication: ExaminedMail['authentication']
  outcome: MailOutcome
  reason: InboxReason | null
  effect?: MailEffect
  attachments: StoredAttachment[]
  recipients?: MailPerson[]
}

/** Records that a mail was read, with its outcome and what it became. Returns the outcome. */
export async function store(
  db: Db,
  {
    id,
    mailbox,
    placed,
    mail,
    authentication,
    fingerprint,
    at,
    outcome,
    reason,
    effect,
    attachments,
    recipients = [],
  }: MessageRecord,
) {
  const storedDays = outcome === 'automatic' ? AUTOMATIC_ORIGINALS_STORED_DAYS : ORIGINALS_STORED_DAYS
  const { ticketId = null, commentId = null, enquiryId = null } = effect ?? {}
  await db
    .insertInto('mailMessages')
    .values({
      orgId: mailbox.orgId,
      id,
      mailboxId: mailbox.id,
      authentication,
      outcome,
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
      attachments: JSON.stringify(attachments),
      recipients: JSON.stringify(recipients),
      ticketId,
      commentId,
      enquiryId,
      ...(outcome === 'duplicate' || outcome === 'discarded'
        ? { raw: null, rawUntil: null }
        : { raw: Buffer.from(placed.raw), rawUntil: sql`now() + ${storedDays} * interval '1 day'` }),
    })
    .execute()
  return outcome
}
