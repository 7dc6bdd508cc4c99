// What the screen of a customer shows.
import { sql } from 'kysely'
import { findCurrentTerms } from '#agreements/server/current-terms.queries.ts'
import { listHoursLeft } from '#agreements/server/hours-left.queries.ts'
import type { Db } from '#db/database.ts'
import { countEquipment, listExpiringEquipment } from '#equipment/server/ticket-equipment.queries.ts'
import { countDocuments } from '#files/server/documents.queries.ts'
import { notFound } from '#lib/server/app-error.ts'
import { countUnresolved, listFirstUnresolved } from '#tickets/server/customer-tickets.queries.ts'
import { listTimeOfCustomer } from '#time/server/time-list.queries.ts'
import {
  type ContactToCall,
  type CustomerScreen,
  SHOWN_CONTACTS_MAX,
  SHOWN_TICKETS_MAX,
} from '../customer-screen.contract.ts'
import { CUSTOMER_NOT_FOUND } from '../customers.contract.ts'
import { customerById } from './customers.queries.ts'
import { loginsOf } from './logins.queries.ts'

/** The customer with whom to call, its logins, its tickets with work left, its agreement, what it has, and the first page of its time entries. Throws 404 for an unknown customer. */
export async function getCustomerScreen(db: Db, id: string, today: string): Promise<CustomerScreen> {
  const [row, contacts, logins, unresolved, expiring, agreement, hours, time] = await Promise.all([
    customerWithCounts(db, id).executeTakeFirst(),
    firstContacts(db, id),
    loginsOf(db, id),
    listFirstUnresolved(db, id, SHOWN_TICKETS_MAX),
    listExpiringEquipment(db, id, today),
    findCurrentTerms(db, id, today),
    listHoursLeft(db, id, today),
    listTimeOfCustomer(db, id),
  ])
  if (!row) throw notFound(CUSTOMER_NOT_FOUND)
  const { unresolvedCount, equipmentCount, documentCount, ...customer } = row
  return {
    customer,
    contacts,
    logins,
    unresolved: { rows: unresolved, total: unresolvedCount },
    expiring,
    agreement,
    hours,
    equipmentCount,
    documentCount,
    time,
  }
}

const customerWithCounts = (db: Db, id: string) =>
  customerById(db, id).select([
    sql<number>`(${countUnresolved(db, id)})`.as('unresolvedCount'),
    sql<number>`(${countEquipment(db, id)})`.as('equipmentCount'),
    sql<number>`(${countDocuments(db, id)})`.as('documentCount'),
  ])

/** The contacts to call first, and how many there are: those with a number, of these the latest to report a ticket, then by name. */
async function firstContacts(db: Db, customerId: string): Promise<CustomerScreen['contacts']> {
  const { rows } = await sql<ContactToCall & { total: number }>`
    select contacts.id, contacts.name, title, phone, mobile, email, count(*) over () as total
    from contacts
      left join lateral (select max(created_at) as latest from tickets
        where tickets.org_id = contacts.org_id and tickets.reported_by = contacts.id) as reported on true
    where customer_id = ${customerId} and archived_at is null
    order by coalesce(mobile, phone) is null, latest desc nulls last, name collate "sv-SE-x-icu", contacts.id
    limit ${sql.lit(SHOWN_CONTACTS_MAX)}`.execute(db)
  return { rows, total: rows[0]?.total ?? 0 }
}
