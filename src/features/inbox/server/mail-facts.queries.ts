// Finds the sender of a mail, and the ticket or enquiry that it answers. For the role `jobs`.
import { sql } from 'kysely'
import { ticketNumberIn } from '#features/tickets/mail-text.rules.ts'
import type { Db } from '#platform/database/database.ts'
import type { MailThreads } from '#platform/mail/mail-threads.ts'
import type { AnsweredEnquiry, AnsweredTicket, KnownSender } from '../mail-route.rules.ts'
import { TICKETS_PER_SENDER_AND_HOUR } from '../mailboxes.contract.ts'
import type { IncomingMail } from './reading/incoming-mail.ts'

/** The id of the active member of staff with this address. */
export async function findStaff(db: Db, orgId: string, address: string): Promise<string | null> {
  const staff = await db
    .selectFrom('userRoles')
    .innerJoin('auth.users as user', 'user.id', 'userRoles.userId')
    .select('user.id')
    .where('userRoles.orgId', '=', orgId)
    .where('user.disabledAt', 'is', null)
    .where('user.email', '=', address)
    .executeTakeFirst()
  return staff?.id ?? null
}

/** The contacts with this address, their own or that of their login (`senders_known`, 0027-incoming-mail.sql). */
export async function listKnownSenders(db: Db, orgId: string, address: string): Promise<KnownSender[]> {
  const { rows } = await sql<KnownSender>`
    select customer_id, contact_id, user_id, sees_company from senders_known(${orgId}, ${address})`.execute(db)
  return rows
}

type Answered = { ticket: AnsweredTicket | null; enquiry: AnsweredEnquiry | null }

/**
 * The ticket and the enquiry of the organization that the mail answers. The ticket is found by our Message-ID, else by the tag
 * of the recipient address, else as the ticket that the enquiry has become, else by the number in the subject. A delivery
 * report answers the mail that it returns. Tickets and enquiries share one series of numbers. Anybody can write a number, so an
 * enquiry is found by it only for an authenticated sender.
 */
export async function findAnswered(
  db: Db,
  { orgId, threads }: { orgId: string; threads: MailThreads },
  { mail, isAuthenticated }: { mail: IncomingMail; isAuthenticated: boolean },
): Promise<Answered> {
  const returned = mail.report?.messageId ?? null
  const named = [...mail.answers, ...(returned === null ? [] : [returned])].flatMap((id) => threads.find(id) ?? [])
  const idOf = (about: 'ticket' | 'enquiry') => named.find((thread) => thread.about === about)?.id
  const tag = tagOf(mail, threads, orgId)
  const enquiryId = idOf('enquiry')
  const number = tag === undefined ? ticketNumberIn(mail.fullSubject) : Number(tag)
  const enquiry =
    (await findEnquiry(db, orgId, { id: enquiryId })) ??
    (await findRemovedEnquiry(db, orgId, enquiryId, mail)) ??
    (isAuthenticated && named.length === 0 ? await findEnquiry(db, orgId, { number }) : undefined)
  const ticket =
    (await findTicket(db, orgId, { id: idOf('ticket') })) ??
    (await findTicket(db, orgId, { number: tag === undefined ? undefined : Number(tag) })) ??
    (await findTicket(db, orgId, { id: enquiry?.ticketId ?? undefined })) ??
    (await findTicket(db, orgId, { number: ticketNumberIn(mail.fullSubject) }))
  const isOfEnquiry = ticket !== undefined && ticket.id === enquiry?.ticketId
  const mayComment = isOfEnquiry && (await mayCommentAsEnquirer(db, orgId, ticket.id, mail))
  return {
    ticket: ticket ?? null,
    enquiry: enquiry ? { id: enquiry.id, addresses: enquiry.addresses, mayComment } : null,
  }
}

/** The enquiry, the addresses that mail about it was sent to, and the ticket that it has become. */
async function findEnquiry(
  db: Db,
  orgId: string,
  { id: byId, number }: { id?: string | undefined; number?: number | undefined },
) {
  if (byId === undefined && number === undefined) return undefined
  const enquiry = await db
    .selectFrom('enquiries')
    .leftJoin('tickets', (join) =>
      join.onRef('tickets.orgId', '=', 'enquiries.orgId').onRef('tickets.enquiryId', '=', 'enquiries.id'),
    )
    .select(['enquiries.id', 'email', 'tickets.id as madeId', 'commentId', 'ticketHint'])
    .where('enquiries.orgId', '=', orgId)
    .$if(byId !== undefined, (query) => query.where('enquiries.id', '=', byId ?? ''))
    .$if(byId === undefined, (query) => query.where('enquiries.number', '=', number ?? 0))
    .executeTakeFirst()
  if (!enquiry) return undefined
  const { id } = enquiry
  const replies = await db
    .selectFrom('enquiryReplies')
    .select('sentTo')
    .where((eb) => eb.and({ orgId, enquiryId: id }))
    .execute()
  const addresses = [enquiry.email, ...replies.flatMap(({ sentTo }) => sentTo ?? [])]
  return {
    id,
    addresses: addresses.map((address) => address.toLowerCase()),
    // An accepted mail became a comment on the ticket that it named.
    ticketId: enquiry.madeId ?? (enquiry.commentId && enquiry.ticketHint),
  }
}

/** A deleted enquiry that had become a ticket. Its addresses are stored as hashes, so only the sender's own can be returned. */
async function findRemovedEnquiry(db: Db, orgId: string, id: string | undefined, { from }: IncomingMail) {
  if (id === undefined) return undefined
  const removed = await db
    .selectFrom('removedEnquiries')
    .select(['ticketId', sql<boolean>`address_hash(${from?.address ?? ''}) = any (address_hashes)`.as('isEnquirer')])
    .where((eb) => eb.and({ orgId, id }))
    .executeTakeFirst()
  return removed && { id, addresses: removed.isEnquirer && from ? [from.address] : [], ticketId: removed.ticketId }
}

/** The same check that the database makes when the comment is written (0027-incoming-mail.sql). */
async function mayCommentAsEnquirer(db: Db, orgId: string, ticketId: string, { from }: IncomingMail) {
  const { rows } = await sql<{ may: boolean }>`
    select may_comment_as_enquirer(${orgId}, ${ticketId}, ${from?.address ?? ''}) as may`.execute(db)
  return rows[0]?.may ?? false
}

/** The tag, signed for `of`, in one of the addresses that the mail was sent to. */
export function tagOf({ to, cc, headers }: IncomingMail, threads: MailThreads, of: string): string | undefined {
  const delivered = headers
    .filter(({ key }) => key === 'delivered-to' || key === 'x-original-to')
    .map(({ value }) => value)
  const addresses = [...[...to, ...cc].map(({ address }) => address), ...delivered]
  return addresses.map((address) => threads.tagIn(address, of)).find((tag) => tag !== undefined)
}

async function findTicket(
  db: Db,
  orgId: string,
  { id, number }: { id?: string | undefined; number?: number | undefined },
): Promise<AnsweredTicket | undefined> {
  if (id === undefined && number === undefined) return undefined
  const ticket = await db
    .selectFrom('tickets')
    .select(['id', 'customerId', 'reportedBy', 'mergedInto'])
    .where('orgId', '=', orgId)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .$if(number !== undefined, (query) => query.where('ticketNumber', '=', number ?? 0))
    .executeTakeFirst()
  if (!ticket) return undefined
  const watchers = await db
    .selectFrom('ticketWatchers')
    .select('contactId')
    .where((eb) => eb.and({ orgId, ticketId: ticket.id }))
    .execute()
  const contactIds = [ticket.reportedBy, ...watchers.map(({ contactId }) => contactId)].filter((one) => one !== null)
  const survivor = await findTicket(db, orgId, { id: ticket.mergedInto ?? undefined })
  return { id: ticket.id, customerId: ticket.customerId, contactIds, survivor }
}

/** Whether the sender has opened TICKETS_PER_SENDER_AND_HOUR tickets within an hour, by mail or in the portal. */
export async function hasOpenedTooMany(db: Db, orgId: string, address: string): Promise<boolean> {
  const { opened } = await db
    .selectFrom('mailMessages')
    .select((eb) => eb.fn.countAll<number>().as('opened'))
    .where((eb) => eb.and({ orgId, fromAddress: address, outcome: 'ticket' }))
    .where('createdAt', '>', sql<string>`now() - interval '1 hour'`)
    .executeTakeFirstOrThrow()
  if (opened >= TICKETS_PER_SENDER_AND_HOUR) return true
  const counted = await db
    .selectFrom('portalCounts')
    .select('contactId')
    .where('orgId', '=', orgId)
    .where('counted', '=', 'tickets')
    .where(
      sql<number>`(select count(*) from unnest(moments) at where at > now() - interval '1 hour')`,
      '>=',
      TICKETS_PER_SENDER_AND_HOUR,
    )
    .where('contactId', 'in', sql<string>`(select contact_id from senders_known(${orgId}, ${address}))`)
    .executeTakeFirst()
  return counted !== undefined
}
