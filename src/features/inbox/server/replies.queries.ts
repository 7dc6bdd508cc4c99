import { sql } from 'kysely'
import { namesOf, personOf } from '#features/tickets/server/people.queries.ts'
import type { StaffActor } from '#platform/database/actor.ts'
import { audit } from '#platform/database/audit.ts'
import type { Db } from '#platform/database/database.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import { invalidField, notFound } from '#platform/http/app-error.ts'
import { enqueue } from '#platform/jobs/job-catalogue.ts'
import { ENQUIRY_NOT_FOUND, type EnquiryReply, type NewReply, NO_REPLY_TO } from '../enquiries.contract.ts'
import { ENQUIRY_REPLY_MAIL } from './reply-mail.ts'

/** The replies to an enquiry, oldest first. */
export async function listReplies(db: Db, enquiryId: string): Promise<EnquiryReply[]> {
  const replies = await db
    .selectFrom('enquiryReplies')
    .select(['id', 'createdAt', 'author', 'text', 'folded', 'sentTo'])
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
  const names = await namesOf(
    db,
    replies.map(({ author }) => author),
  )
  return replies.map((reply) => ({ ...reply, author: reply.author === null ? null : personOf(names, reply.author) }))
}

/** The addresses that a reply to an enquiry did not reach. */
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
 * Stores a reply, enqueues its mail and marks the enquiry read and not suspect. Throws 404 for an unknown enquiry, 422 for
 * an address that is not in Reply-To of the mail.
 */
export async function replyTo(
  db: Db,
  actor: StaffActor,
  enquiryId: string,
  { text, to }: NewReply,
): Promise<EnquiryReply> {
  const enquiry = await db
    .updateTable('enquiries')
    .set({ readAt: sql`coalesce(read_at, now())`, isSuspect: false, version: sql`version + is_suspect::int` })
    .where('id', '=', enquiryId)
    .returning(['orgId', 'replyTo'])
    .executeTakeFirst()
  if (!enquiry) throw notFound(ENQUIRY_NOT_FOUND)
  if (to !== null && !enquiry.replyTo.includes(to)) throw invalidField('to', NO_REPLY_TO)
  const { orgId } = enquiry
  const reply = await db
    .insertInto('enquiryReplies')
    .values({ orgId, id: uuidv7(), enquiryId, author: actor.userId, text, sentTo: to })
    .returning(['id', 'createdAt'])
    .executeTakeFirstOrThrow()
  await enqueue(db, ENQUIRY_REPLY_MAIL, { orgId, replyId: reply.id })
  await audit(db, actor, {
    action: 'answered',
    subject: 'enquiry',
    subjectId: enquiryId,
    detail: { replyId: reply.id, to: to === null ? 'sender' : 'reply_to' },
  })
  return {
    ...reply,
    author: { id: actor.userId, fullName: actor.fullName ?? actor.email },
    text,
    folded: null,
    sentTo: to,
    mailId: null,
    authentication: null,
  }
}
