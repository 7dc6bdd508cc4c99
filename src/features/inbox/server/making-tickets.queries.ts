// Creates a ticket from an enquiry. Staff choose the customer, since the sender is not verified.
import { sql } from 'kysely'
import { createContact } from '#features/customers/server/contacts.queries.ts'
import { createCustomer } from '#features/customers/server/customers.queries.ts'
import { moveFilesToTicket } from '#features/files/server/attached-files.queries.ts'
import { settleAnswers } from '#features/tickets/server/answer-clock.queries.ts'
import { createTicket } from '#features/tickets/server/tickets.queries.ts'
import type { StaffActor } from '#platform/database/actor.ts'
import { audit } from '#platform/database/audit.ts'
import type { Db } from '#platform/database/database.ts'
import { conflict } from '#platform/http/app-error.ts'
import { phoneHref } from '#shared/phone.rules.ts'
import { type CustomerSuggestion, ENQUIRY_HAS_TICKET, Enquiry, type TicketOfEnquiry } from '../enquiries.contract.ts'
import { UNKNOWN_SENDER } from '../mailboxes.contract.ts'
import { getEnquiry, lockEnquiry } from './enquiries.queries.ts'

const SUGGESTIONS_MAX = 10

/**
 * The contact of the customer with the sender's address, who gets the answers. A sender who is no contact becomes one only when
 * staff choose it, since anybody can enter an address and mail of contacts is trusted.
 */
async function reporterOf(
  db: Db,
  actor: StaffActor,
  { name, email, phone }: Enquiry,
  { customerId, savesSender }: { customerId: string; savesSender: boolean },
): Promise<string | null> {
  const known = await findContact(db, email, customerId)
  if (known !== null || !savesSender || email === UNKNOWN_SENDER) return known
  const contact = { name, email, phone, title: null, mobile: null, note: null }
  return (await createContact(db, actor, customerId, contact)).id
}

async function findContact(db: Db, email: string, customerId: string): Promise<string | null> {
  const { rows } = await sql<{ contactId: string }>`
    select contact_id from senders_known_to_staff(${email}, null) where customer_id = ${customerId} limit 1`.execute(db)
  return rows[0]?.contactId ?? null
}

/** Customers with the sender's e-mail or phone number; archived ones last. Throws 404 for an unknown enquiry. */
export async function suggestCustomers(db: Db, enquiryId: string): Promise<CustomerSuggestion[]> {
  const { email, phone } = await getEnquiry(db, enquiryId)
  const number = phone === null ? undefined : phoneHref(phone)?.slice('tel:'.length)
  const { rows } = await sql<Omit<CustomerSuggestion, 'matches'> & { byEmail: boolean; byPhone: boolean }>`
    select customers.id, name, email, phone, archived_at is not null as is_archived, by_email, by_phone
    from customers_reached_by(${email}, ${number ?? null}) reached join customers on customers.id = reached.id
    order by is_archived, by_email desc, by_phone desc, name collate "sv-SE-x-icu", customers.id
    limit ${sql.lit(SUGGESTIONS_MAX)}`.execute(db)
  return rows.map(({ byEmail, byPhone, ...customer }) => ({
    ...customer,
    matches: [...(byEmail ? ['email' as const] : []), ...(byPhone ? ['phone' as const] : [])],
  }))
}

/**
 * Creates a ticket for an existing or a new customer, which gets the enquiry's files, and marks the enquiry done. Throws 404 for
 * an unknown enquiry, customer or assignee, 409 with the current enquiry when it has a ticket. The row lock serializes concurrent calls.
 */
export async function makeTicket(
  db: Db,
  actor: StaffActor,
  enquiryId: string,
  { customerId: existingId, newCustomer, savesSender, ...texts }: TicketOfEnquiry,
) {
  await lockEnquiry(db, enquiryId)
  const current = await getEnquiry(db, enquiryId)
  if (current.ticket) throw conflict(Enquiry, current, ENQUIRY_HAS_TICKET)
  const customerId = newCustomer ? (await createCustomer(db, actor, newCustomer)).id : (existingId ?? '')
  const { id, ticketNumber } = await createTicket(db, actor, {
    ...texts,
    status: 'open',
    customerId,
    enquiryId,
    copies: [],
    fileIds: [],
    reportedBy: await reporterOf(db, actor, current, { customerId, savesSender }),
  })
  await moveFilesToTicket(db, enquiryId, { customerId, ticketId: id })
  await db
    .updateTable('enquiries')
    .set({ doneAt: sql`coalesce(done_at, now())`, readAt: sql`coalesce(read_at, now())` })
    .set({ isSuspect: false, version: sql`version + 1` })
    .where('id', '=', enquiryId)
    .execute()
  await settleAnswers(db)
  await audit(db, actor, {
    action: 'made_ticket',
    subject: 'enquiry',
    subjectId: enquiryId,
    detail: { ticketId: id, customerId, isNewCustomer: newCustomer !== undefined },
  })
  return { id, ticketNumber }
}
