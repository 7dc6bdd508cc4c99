import { sql } from 'kysely'
import { attachFiles, filesOfReplies } from '#features/files/server/attached-files.queries.ts'
import { settleAnswers } from '#features/tickets/server/answer-clock.queries.ts'
import { namesOf, personOf } from '#features/tickets/server/people.queries.ts'
import type { StaffActor } from '#platform/database/actor.ts'
import { audit } from '#platform/database/audit.ts'
import type { Db } from '#platform/database/database.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import { invalidField, notFound } from '#platform/http/app-error.ts'
import { enqueue } from '#platform/jobs/job-catalogue.ts'
import { type EnquiryForward, type EnquiryReply, type NewReply, NO_REPLY_TO } from '../answers.contract.ts'
import { ENQUIRY_NOT_FOUND } from '../enquiries.contract.ts'
import { refuseOwnMailboxes, requireFitsMail } from './answer-limits.ts'
import { ENQUIRY_REPLY_MAIL } from './reply-mail.ts'

/** The replies to an enquiry, oldest first. */
export async function listReplies(db: Db, enquiryId: string): Promise<EnquiryReply[]> {
  const replies = await db
    .selectFrom('enquiryReplies')
    .select(['id', 'createdAt', 'author', 'text', 'folded', 'sentTo', 'cc'])
    // The database function that stores a reply by mail gives it the moment at which the mail was received.
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('mailMessages')
          .select(['mailMessages.id as mailId', 'mailMessages.authentication'])
          .whereRef('mailMessages.orgId', '=', 'enquiryReplies.orgId')
          .whereRef('mailMessages.enquiryId', '=', 'enquiryReplies.enquiryId')
          .whereRef('mailMessages.receivedAt', '=', 'enquiryReplies.createdAt')
          .where('mailMessages.outcome', '=', 'enquiry_reply')
          .where('enquiryReplies.author', 'is', null)
          .limit(1)
          .as('mail'),
      (join) => join.onTrue(),
    )
    .select(['mail.mailId', 'mail.authentication'])
    .where('enquiryId', '=', enquiryId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
  const authors = replies.map(({ author }) => author)
  const ids = replies.map(({ id }) => id)
  const [names, files] = await Promise.all([namesOf(db, authors), filesOfReplies(db, ids)])
  return replies.map((reply) => ({
    ...reply,
    author: reply.author === null ? null : personOf(names, reply.author),
    files: files.get(reply.id) ?? [],
  }))
}

/** To whom the enquiry was forwarded, oldest first. */
export async function listForwards(db: Db, enquiryId: string): Promise<EnquiryForward[]> {
  const forwards = await db
    .selectFrom('enquiryForwards')
    .select(['id', 'createdAt', 'author', 'sentTo', 'note'])
    .where('enquiryId', '=', enquiryId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
  const names = await namesOf(
    db,
    forwards.map(({ author }) => author),
  )
  return forwards.map((forward) => ({ ...forward, author: personOf(names, forward.author) }))
}

/** The addresses that a mail about an enquiry did not reach. */
export async function listUndelivered(db: Db, enquiryId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('undeliveredMail')
    .select('address')
    .distinct()
    .where('enquiryId', '=', enquiryId)
    .orderBy('address')
    .execute()
  return rows.map(({ address }) => address)
}

/**
 * Stores a reply, enqueues its mails and marks the enquiry read and not suspect, and done when the reply completes it. Throws 404
 * for an unknown enquiry, 422 for an address that is not in Reply-To of the mail, for an own mailbox and for files that a mail
 * cannot carry.
 */
export async function replyTo(
  db: Db,
  actor: StaffActor,
  enquiryId: string,
  { text, to, cc, fileIds, completes }: NewReply,
): Promise<EnquiryReply> {
  const { orgId, email, replyTo: offered } = await markAnswered(db, enquiryId, completes)
  if (to !== null && !offered.includes(to)) throw invalidField('to', NO_REPLY_TO)
  const recipient = (to ?? email).toLowerCase()
  const copies = cc.filter((address) => address.toLowerCase() !== recipient)
  await refuseOwnMailboxes(db, 'cc', copies)
  const reply = await db
    .insertInto('enquiryReplies')
    .values({ orgId, id: uuidv7(), enquiryId, author: actor.userId, text, sentTo: to, cc: copies })
    .returning(['id', 'createdAt'])
    .executeTakeFirstOrThrow()
  await settleAnswers(db)
  const files = await attachFiles(db, actor, fileIds, { enquiryId, enquiryReplyId: reply.id })
  requireFitsMail(files)
  const mails = [null, ...copies.keys()]
  await Promise.all(mails.map((copy) => enqueue(db, ENQUIRY_REPLY_MAIL, { orgId, replyId: reply.id, copy })))
  await audit(db, actor, {
    action: 'answered',
    subject: 'enquiry',
    subjectId: enquiryId,
    detail: {
      replyId: reply.id,
      to: to === null ? 'sender' : 'reply_to',
      copies: copies.length,
      files: files.length,
      isDone: completes,
    },
  })
  const author = { id: actor.userId, fullName: actor.fullName ?? actor.email }
  return { ...reply, author, text, folded: null, sentTo: to, cc: copies, files, mailId: null, authentication: null }
}

async function markAnswered(db: Db, enquiryId: string, isDone: boolean) {
  const changed = isDone ? sql`(is_suspect or done_at is null)` : sql`is_suspect`
  const enquiry = await db
    .updateTable('enquiries')
    .set({ readAt: sql`coalesce(read_at, now())`, isSuspect: false, version: sql`version + ${changed}::int` })
    .$if(isDone, (query) => query.set({ doneAt: sql`coalesce(done_at, now())` }))
    .where('id', '=', enquiryId)
    .returning(['orgId', 'email', 'replyTo'])
    .executeTakeFirst()
  if (!enquiry) throw notFound(ENQUIRY_NOT_FOUND)
  return enquiry
}
