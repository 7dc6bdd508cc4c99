// Our mails that were returned as undelivered. For the role `jobs`.
import { sql } from 'kysely'
import { findMailOrigin } from '#features/tickets/server/mail-origin.queries.ts'
import { listTicketMailStaff } from '#features/tickets/server/ticket-recipients.queries.ts'
import { noteReturned } from '#features/tickets/server/visit-mail.queries.ts'
import type { Db } from '#platform/database/database.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import { enqueue } from '#platform/jobs/job-catalogue.ts'
import type { MailThread, MailThreads } from '#platform/mail/mail-threads.ts'

export const UNDELIVERED_MAIL = 'undelivered-mail'

type Returned = { orgId: string; messageId: string; address: string }
type MailOrigin = {
  ticketId: string | null
  commentId: string | null
  visitChangeId: string | null
  enquiryId: string | null
  authorId: string | null
  assignedTo: string | null
}

/**
 * Records that a mail did not reach an address, and enqueues a notification to its author. Further reports about the same mail
 * and address change nothing.
 */
export async function noteUndelivered(db: Db, threads: MailThreads, thread: MailThread, returned: Returned) {
  const origin = await findReturned(db, threads, thread, returned)
  if (!origin) return
  const { orgId, messageId, address } = returned
  const { ticketId, commentId, enquiryId } = origin
  const id = uuidv7()
  const noted = await db
    .insertInto('undeliveredMail')
    .values({ orgId, id, messageId: messageId.toLowerCase(), address, ticketId, commentId, enquiryId })
    .onConflict((conflict) => conflict.constraint('undelivered_mail_once').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!noted) return
  if (origin.visitChangeId) await noteReturned(db, { orgId, changeId: origin.visitChangeId }, address)
  for (const userId of await recipientsOf(db, origin, returned))
    await enqueue(db, UNDELIVERED_MAIL, { orgId, undeliveredId: id, userId, isAuthor: userId === origin.authorId })
}

/**
 * The recipient of our mail among the customer's addresses of its ticket or enquiry; undefined when staff were the recipient.
 */
export async function findRecipient(db: Db, orgId: string, { about, id, wasSentTo }: FoundMail) {
  const { rows } = await (about === 'ticket' ? addressesOfTicket(orgId, id) : addressesOfEnquiry(orgId, id)).execute(db)
  return rows.map(({ email }) => email).find(wasSentTo)
}

type FoundMail = MailThread & { wasSentTo: (address: string) => boolean }

const addressesOfTicket = (orgId: string, id: string) => sql<{ email: string }>`
  with ticket as (select org_id, customer_id from tickets where org_id = ${orgId} and id = ${id})
  select lower(email) as email from ticket join contacts using (org_id, customer_id) where email is not null
  union select person.email from ticket join customer_users using (org_id, customer_id)
    join auth.users person on person.id = customer_users.user_id
  union select lower(email) from ticket join customers on customers.org_id = ticket.org_id and customers.id = customer_id
    where email is not null`

const addressesOfEnquiry = (orgId: string, id: string) => sql<{ email: string }>`
  select lower(email) as email from enquiries where org_id = ${orgId} and id = ${id}
  union select lower(sent_to) from enquiry_replies where org_id = ${orgId} and enquiry_id = ${id} and sent_to is not null`

async function findReturned(
  db: Db,
  threads: MailThreads,
  { about, id }: MailThread,
  returned: Returned,
): Promise<MailOrigin | undefined> {
  if (about === 'enquiry') return findReply(db, threads, id, returned)
  const origin = await findMailOrigin(db, threads, { ...returned, ticketId: id })
  return origin && { ...origin, enquiryId: null }
}

async function findReply(
  db: Db,
  threads: MailThreads,
  enquiryId: string,
  { orgId, messageId, address }: Returned,
): Promise<MailOrigin | undefined> {
  const enquiry = await db
    .selectFrom('enquiries')
    .select('assignedTo')
    .where((eb) => eb.and({ orgId, id: enquiryId }))
    .executeTakeFirst()
  if (!enquiry) return undefined
  const replies = await db
    .selectFrom('enquiryReplies')
    .select(['id', 'author'])
    .where((eb) => eb.and({ orgId, enquiryId }))
    .execute()
  const thread = { about: 'enquiry', id: enquiryId } as const
  const reply = replies.find(
    (one) => threads.messageIdOf(thread, { event: `reply-${one.id}`, to: address }) === messageId.trim().toLowerCase(),
  )
  return {
    ticketId: null,
    commentId: null,
    visitChangeId: null,
    enquiryId,
    authorId: reply?.author ?? null,
    assignedTo: enquiry.assignedTo,
  }
}

/** The author if still on the staff, else the assignee, else all staff who get mail about tickets; never the address itself. */
async function recipientsOf(
  db: Db,
  { authorId, assignedTo }: MailOrigin,
  { orgId, address }: Returned,
): Promise<string[]> {
  const staff = (await listTicketMailStaff(db, orgId)).filter(({ email }) => email.toLowerCase() !== address)
  const found = [authorId, assignedTo].flatMap((one) => staff.find(({ id }) => id === one) ?? [])
  return (found.length > 0 ? found.slice(0, 1) : staff).map(({ id }) => id)
}
