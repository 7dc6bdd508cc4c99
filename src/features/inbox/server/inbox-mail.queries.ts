// Actions of staff on a mail in Inkorg. The database decides what its sender may see and write (0027-incoming-mail.sql).
import { sql } from 'kysely'
import type { Contact } from '#features/customers/contacts.contract.ts'
import { createContact } from '#features/customers/server/contacts.queries.ts'
import { settleAnswers } from '#features/tickets/server/answer-clock.queries.ts'
import { notifyOfComment } from '#features/tickets/server/notifications.queries.ts'
import type { StaffActor } from '#platform/database/actor.ts'
import { audit } from '#platform/database/audit.ts'
import type { Db } from '#platform/database/database.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import { conflict, invalid, notFound } from '#platform/http/app-error.ts'
import { organizationOf } from '#platform/http/organization.ts'
import { ENQUIRY_HAS_TICKET, Enquiry } from '../enquiries.contract.ts'
import { companyDomainOf } from '../free-mail.rules.ts'
import {
  type InboxMail,
  MAIL_HAS_NO_SENDER,
  MAIL_NAMES_NO_TICKET,
  MAIL_NOT_FOUND,
  SENDER_IS_NO_CONTACT,
  type SenderOf,
} from '../inbox-mail.contract.ts'
import { UNKNOWN_SENDER } from '../mailboxes.contract.ts'
import { getEnquiry, lockEnquiry } from './enquiries.queries.ts'
import { findRuleOf } from './sender-rules.queries.ts'

const SUGGESTIONS_MAX = 3

/** Throws 404 for an unknown enquiry and for one that did not arrive by mail. */
export async function getInboxMail(db: Db, enquiryId: string): Promise<InboxMail> {
  const { email, ticketId, reason } = await findMail(db, enquiryId)
  const ticket = ticketId ? await findNamedTicket(db, ticketId) : null
  const senders = await listSenders(db, email, ticketId)
  const author = senders.find(({ customer }) => customer.id === ticket?.customer.id)?.contact ?? null
  const suggested = await listCompaniesOf(db, email)
  const known = new Set(senders.map(({ customer }) => customer.id))
  const ofTicket = ticket && !ticket.customer.isArchived ? [ticket.customer] : []
  const others = suggested.filter(({ id }) => id !== ticket?.customer.id)
  return {
    reason,
    senders,
    ticket,
    author,
    rule: await findRuleOf(db, email),
    suggested: [...ofTicket, ...others].filter(({ id }) => !known.has(id)).slice(0, SUGGESTIONS_MAX),
  }
}

async function findMail(db: Db, enquiryId: string) {
  const mail = await db
    .selectFrom('enquiries')
    .leftJoin('mailMessages', (join) =>
      join
        .onRef('mailMessages.orgId', '=', 'enquiries.orgId')
        .onRef('mailMessages.enquiryId', '=', 'enquiries.id')
        .on('mailMessages.outcome', '=', 'enquiry'),
    )
    .select(['email', 'ticketHint as ticketId', 'reason'])
    .where('enquiries.id', '=', enquiryId)
    .where('kind', 'in', ['mail', 'automatic'])
    .executeTakeFirst()
  if (!mail) throw notFound(MAIL_NOT_FOUND)
  return mail
}

async function findNamedTicket(db: Db, ticketId: string): Promise<InboxMail['ticket']> {
  const row = await db
    .selectFrom('tickets')
    .innerJoin('customers', (join) =>
      join.onRef('customers.orgId', '=', 'tickets.orgId').onRef('customers.id', '=', 'tickets.customerId'),
    )
    .select(['tickets.id', 'ticketNumber', 'title', 'customerId', 'customers.name', 'archivedAt'])
    .where('tickets.id', '=', ticketId)
    .executeTakeFirst()
  if (!row) return null
  const { customerId, name, archivedAt, ...ticket } = row
  return { ...ticket, customer: { id: customerId, name, isArchived: archivedAt !== null } }
}

type SenderRow = {
  customerId: string
  customerName: string
  contactId: string
  contactName: string
  seesTicket: boolean
}

async function listSenders(db: Db, email: string, ticketId: string | null): Promise<InboxMail['senders']> {
  const { rows } = await sql<SenderRow>`
    select known.customer_id, customers.name as customer_name, known.contact_id, contacts.name as contact_name,
      known.sees_ticket
    from senders_known_to_staff(${email}, ${ticketId}) known
    join customers on customers.id = known.customer_id
    join contacts on contacts.customer_id = known.customer_id and contacts.id = known.contact_id
    order by customers.name collate "sv-SE-x-icu", known.contact_id`.execute(db)
  return rows.map(({ customerId, customerName, contactId, contactName, seesTicket }) => ({
    customer: { id: customerId, name: customerName, isArchived: false },
    seesTicket,
    contact: { id: contactId, name: contactName },
  }))
}

/** Customers with an address in the sender's domain. */
async function listCompaniesOf(db: Db, email: string): Promise<InboxMail['suggested']> {
  const domain = companyDomainOf(email)
  if (domain === undefined) return []
  const { rows } = await sql<{ id: string; name: string }>`
    select customers.id, name from customers
    where archived_at is null and (split_part(lower(email), '@', 2) = ${domain} or exists (
      select from contacts where contacts.customer_id = customers.id and contacts.archived_at is null
        and split_part(lower(contacts.email), '@', 2) = ${domain}))
    order by name collate "sv-SE-x-icu", id limit ${sql.lit(SUGGESTIONS_MAX)}`.execute(db)
  return rows.map(({ id, name }) => ({ id, name, isArchived: false }))
}

/**
 * Adds one mail to the ticket that it names, as the comment of its sender, and marks it done. Throws 404 for an unknown
 * mail, 409 with the current enquiry when it has a ticket already, 422 when it names no ticket and for a sender who
 * is no contact of the ticket's customer.
 */
export async function acceptMail(db: Db, actor: StaffActor, enquiryId: string) {
  await lockEnquiry(db, enquiryId)
  const { ticket, author } = await getInboxMail(db, enquiryId)
  const current = await getEnquiry(db, enquiryId)
  if (current.ticket) throw conflict(Enquiry, current, ENQUIRY_HAS_TICKET)
  if (!ticket || current.kind !== 'mail') throw invalid(MAIL_NAMES_NO_TICKET)
  if (!author) throw invalid(SENDER_IS_NO_CONTACT)
  const commentId = uuidv7()
  await sql`select accept_mail(${enquiryId}, ${commentId})`.execute(db)
  await settleAnswers(db)
  await notifyOfComment(db, { orgId: organizationOf(actor), commentId, isSolution: false })
  await audit(db, actor, {
    action: 'accepted',
    subject: 'enquiry',
    subjectId: enquiryId,
    detail: { ticketId: ticket.id, commentId, contactId: author.id, authentication: current.authentication },
  })
  return { ticketId: ticket.id, ticketNumber: ticket.ticketNumber, commentId }
}

/** Throws 404 for an unknown mail or customer, 422 when the customer has a contact with the address. */
export async function saveSender(
  db: Db,
  actor: StaffActor,
  enquiryId: string,
  { customerId }: SenderOf,
): Promise<Contact> {
  await findMail(db, enquiryId)
  const { name, email, phone } = await getEnquiry(db, enquiryId)
  if (email === UNKNOWN_SENDER) throw invalid(MAIL_HAS_NO_SENDER)
  return createContact(db, actor, customerId, { name, email, phone, title: null, mobile: null, note: null })
}
