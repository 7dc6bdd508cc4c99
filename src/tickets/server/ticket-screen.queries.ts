// What the screen of a ticket shows.
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { listEquipmentOfTicket } from '#equipment/server/ticket-equipment.queries.ts'
import { filesOfTicket } from '#files/server/attached-files.queries.ts'
import { notFound } from '#lib/server/app-error.ts'
import { totalOfExpensesOnTicket } from '#time/server/expense-list.queries.ts'
import { totalOfTime } from '#time/server/time-list.queries.ts'
import type { TicketContact } from '../ticket-contacts.contract.ts'
import { TICKET_NOT_FOUND, type TicketScreen } from '../tickets.contract.ts'
import { threadOf } from './ticket-thread.queries.ts'
import { getTicket } from './tickets.queries.ts'

/** The ticket with its time, travel and material, comments and changes, oldest first. Throws 404 for a ticket that the actor may not see. */
export async function getTicketScreen(db: Db, id: string): Promise<TicketScreen> {
  const [ticket, files, contact, equipment, mailId, time, expenses] = await Promise.all([
    getTicket(db, id),
    filesOfTicket(db, id, 'staff'),
    getContact(db, id),
    listEquipmentOfTicket(db, id),
    findMailOf(db, id),
    totalOfTime(db, { ticketId: id, isReportedIncluded: true }),
    totalOfExpensesOnTicket(db, id),
  ])
  const thread = await threadOf(db, id, files)
  return { ticket, contact, equipment, files: files.get(null) ?? [], mailId, thread, time, expenses }
}

/** The mail that opened the ticket. */
async function findMailOf(db: Db, ticketId: string) {
  const mail = await db
    .selectFrom('mailMessages')
    .select('id')
    .where('ticketId', '=', ticketId)
    .where('fate', '=', 'ticket')
    .limit(1)
    .executeTakeFirst()
  return mail?.id ?? null
}

async function getContact(db: Db, ticketId: string): Promise<TicketContact> {
  const { rows } = await sql<TicketContact>`
    select coalesce(reporter.name, enquiry.name, login.full_name, login.email, customer.name) as name,
      coalesce(reporter.mobile, reporter.phone, enquiry.phone, customer.phone) as phone,
      coalesce(reporter.email, enquiry.email, login.email, customer.email) as email,
      reporter.id is not null or enquiry.id is not null or login.id is not null as has_reported
    from tickets ticket
      join customers customer on customer.org_id = ticket.org_id and customer.id = ticket.customer_id
      left join contacts reporter on reporter.org_id = ticket.org_id and reporter.id = ticket.reported_by
      left join enquiries enquiry on enquiry.org_id = ticket.org_id and enquiry.id = ticket.enquiry_id
      left join lateral logins_of(ticket.customer_id) login on login.id = ticket.created_by
    where ticket.id = ${ticketId}`.execute(db)
  const [contact] = rows
  if (!contact) throw notFound(TICKET_NOT_FOUND)
  return contact
}
