// The data of a ticket's screen.
import { sql } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import type { RecipientChoice } from '#features/customers/recipients.contract.ts'
import { activeRecipients } from '#features/customers/server/recipients.queries.ts'
import { byParent, filesOfTicket } from '#features/files/server/attached-files.queries.ts'
import { expensesOnTicket, toExpenseTotal } from '#features/time/server/expense-list.queries.ts'
import { timeOnTicket } from '#features/time/server/time-list.queries.ts'
import { compiledOnce } from '#platform/database/compiled-query.ts'
import type { Db } from '#platform/database/database.ts'
import { withNestedRows } from '#platform/database/nested-rows.ts'
import { notFound } from '#platform/http/app-error.ts'
import { todayInStockholm } from '#shared/dates.rules.ts'
import { TICKET_NOT_FOUND, type TicketScreen } from '../tickets.contract.ts'
import { mergedTickets, relatedTickets, toMergedTicket } from './merged-tickets.queries.ts'
import { reminderOf } from './reminders.queries.ts'
import { equipmentOfTicket } from './ticket-equipment.queries.ts'
import { toTicket, wholeTickets } from './ticket-rows.ts'
import { listEntries, peopleIn, toThread } from './ticket-thread.queries.ts'
import { toVisits, visitsOfTicket } from './visits.queries.ts'

/**
 * The ticket with its time, travel and material, comments and changes, oldest first. Throws 404 for a ticket that the actor
 * may not see.
 */
export async function getTicketScreen(db: Db, id: string, today = todayInStockholm()): Promise<TicketScreen> {
  const [[row], entries] = await Promise.all([ticketForScreen(withNestedRows(db), id, today), listEntries(db, id)])
  if (!row) throw notFound(TICKET_NOT_FOUND)
  const { contactName, contactPhone, contactEmail, hasReported, mailId, ...parts } = row
  const { equipment, files, people, time, expenses, merged, related, remindOn, visits, ...rest } = parts
  const { recipients, usesOrderNumbers, ...ticket } = rest
  const filesOf = byParent(files)
  return {
    ticket: toTicket(ticket),
    billing: isBillingChosen({ recipients, usesOrderNumbers, ...ticket }) ? { recipients } : null,
    contact: { name: contactName, phone: contactPhone, email: contactEmail, hasReported },
    equipment,
    files: filesOf.get(id) ?? [],
    mailId,
    remindOn,
    visits: toVisits(visits),
    thread: toThread(entries, { people, files: filesOf, merged }),
    time,
    expenses: toExpenseTotal(expenses),
    merged: merged.map(toMergedTicket),
    related,
  }
}

const isOfTicketsCustomer = sql<boolean>`invoice_recipients.org_id = tickets.org_id
  and invoice_recipients.customer_id = tickets.customer_id`

// A lookup by key; with `exists` the planner may read the details of all customers.
const usesOrderNumbers = sql<boolean>`coalesce((select d.order_number is not null or d.requires_reference from billing_details d
  where d.org_id = tickets.org_id and d.customer_id = tickets.customer_id), false)`

/** Whether the customer has something to choose, or the ticket has something chosen. */
const isBillingChosen = ({ recipients, usesOrderNumbers, recipientId, orderNumber }: BillingRow) =>
  recipients.length > 1 || usesOrderNumbers || recipientId !== null || orderNumber !== null

type BillingRow = {
  recipients: RecipientChoice[]
  usesOrderNumbers: boolean
  recipientId: string | null
  orderNumber: string | null
}

/**
 * A ticket with the mail that opened it, its parts, and whom to call: the contact, enquiry or login that reported it, else
 * the customer.
 */
const ticketForScreen = compiledOnce((db, id: string, today: string) =>
  wholeTickets(db)
    .leftJoinLateral(
      sql<{ id: string; fullName: string; email: string }>`logins_of(tickets.customer_id)`.as<'login'>(sql`login`),
      (join) => join.onRef('login.id', '=', 'tickets.createdBy'),
    )
    .select([
      sql<string>`coalesce(reporter.name, enquiries.name, login.full_name, login.email, customers.name)`.as(
        'contactName',
      ),
      sql<string | null>`coalesce(reporter.mobile, reporter.phone, enquiries.phone, customers.phone)`.as(
        'contactPhone',
      ),
      sql<string | null>`coalesce(reporter.email, enquiries.email, login.email, customers.email)`.as('contactEmail'),
      sql<boolean>`reporter.id is not null or enquiries.id is not null or login.id is not null`.as('hasReported'),
    ])
    .select((eb) => [
      eb
        .selectFrom('mailMessages')
        .select('mailMessages.id')
        .whereRef('mailMessages.ticketId', '=', 'tickets.id')
        .where('outcome', '=', 'ticket')
        .limit(1)
        .as('mailId'),
    ])
    .select([
      jsonArrayFrom(equipmentOfTicket(db, id)).as('equipment'),
      jsonArrayFrom(filesOfTicket(db, id, 'staff')).as('files'),
      jsonArrayFrom(peopleIn(db, id)).as('people'),
      reminderOf(db, id, today).as('remindOn'),
      jsonArrayFrom(visitsOfTicket(db, id, today)).as('visits'),
      jsonObjectFrom(timeOnTicket(db, id)).$notNull().as('time'),
      jsonObjectFrom(expensesOnTicket(db, id)).$notNull().as('expenses'),
      jsonArrayFrom(mergedTickets(db, id)).as('merged'),
      jsonArrayFrom(relatedTickets(db, id)).as('related'),
    ])
    .select([
      jsonArrayFrom(activeRecipients(db).where(isOfTicketsCustomer)).as('recipients'),
      usesOrderNumbers.as('usesOrderNumbers'),
    ])
    .where('tickets.id', '=', id),
)
