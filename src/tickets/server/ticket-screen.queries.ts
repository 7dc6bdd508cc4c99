// What the screen of a ticket shows.
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { listEquipmentOfTicket } from '#equipment/server/ticket-equipment.queries.ts'
import { notFound } from '#lib/server/app-error.ts'
import { totalOfExpensesOnTicket } from '#time/server/expense-list.queries.ts'
import { totalOfTime } from '#time/server/time-list.queries.ts'
import { TICKET_NOT_FOUND, type TicketScreen } from '../tickets.contract.ts'
import { listCopies } from './ticket-contacts.queries.ts'
import { toTicket, wholeTickets } from './ticket-rows.ts'
import { readThread } from './ticket-thread.queries.ts'

/** The ticket with its time, travel and material, comments and changes, oldest first. Throws 404 for a ticket that the actor may not see. */
export async function getTicketScreen(db: Db, id: string): Promise<TicketScreen> {
  const [row, copies, { files, thread }, equipment, time, expenses] = await Promise.all([
    ticketsForScreen(db).where('tickets.id', '=', id).executeTakeFirst(),
    listCopies(db, id),
    readThread(db, id),
    listEquipmentOfTicket(db, id),
    totalOfTime(db, { ticketId: id, isReportedIncluded: true }),
    totalOfExpensesOnTicket(db, id),
  ])
  if (!row) throw notFound(TICKET_NOT_FOUND)
  const { contactName, contactPhone, contactEmail, hasReported, mailId, ...ticket } = row
  return {
    ticket: toTicket(ticket, copies),
    contact: { name: contactName, phone: contactPhone, email: contactEmail, hasReported },
    equipment,
    files,
    mailId,
    thread,
    time,
    expenses,
  }
}

/** Tickets with the mail that opened them and whom to call: the contact, enquiry or login that reported it, else the customer. */
const ticketsForScreen = (db: Db) =>
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
        .where('fate', '=', 'ticket')
        .limit(1)
        .as('mailId'),
    ])
