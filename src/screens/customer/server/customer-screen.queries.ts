// The query for a customer's overview.
import { sql } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import { currentTerms } from '#features/billing/server/current-terms.queries.ts'
import { hoursLeft, toHoursLeft } from '#features/billing/server/hours-left.queries.ts'
import { CUSTOMER_NOT_FOUND } from '#features/customers/customers.contract.ts'
import type { PortalLogin } from '#features/customers/logins.contract.ts'
import { customerById } from '#features/customers/server/customers.queries.ts'
import { loginsOf } from '#features/customers/server/portal-logins.queries.ts'
import { countUnresolved, listFirstUnresolved } from '#features/tickets/server/customer-tickets.queries.ts'
import { answersToCustomer } from '#features/tickets/server/kept-answers.queries.ts'
import { countEquipment, expiringEquipment } from '#features/tickets/server/ticket-equipment.queries.ts'
import { customerSums } from '#features/time/server/time.queries.ts'
import { listTimeOfCustomer } from '#features/time/server/time-list.queries.ts'
import { compiledOnce } from '#platform/database/compiled-query.ts'
import type { Db } from '#platform/database/database.ts'
import { fromNestedTimestamp, withNestedRows } from '#platform/database/nested-rows.ts'
import { notFound } from '#platform/http/app-error.ts'
import { type ContactToCall, type CustomerScreen, SHOWN_CONTACTS_MAX } from '../customer-screen.contract.ts'
import { countDocuments } from './documents.queries.ts'

/**
 * The customer with its contacts to call, logins, unresolved tickets, agreement, counts and first page of time entries.
 * Throws 404 for an unknown customer.
 */
export async function getCustomerScreen(db: Db, id: string, today: string): Promise<CustomerScreen> {
  const [[row], unresolved, time] = await Promise.all([
    customerForScreen(withNestedRows(db), id, today),
    listFirstUnresolved(db, id),
    listTimeOfCustomer(db, id),
  ])
  if (!row) throw notFound(CUSTOMER_NOT_FOUND)
  const {
    contacts,
    logins,
    unresolvedCount,
    expiring,
    agreement,
    answers,
    hours,
    equipmentCount,
    documentCount,
    timeTotal,
    ...customer
  } = row
  return {
    customer,
    contacts: { rows: contacts, total: contacts[0]?.total ?? 0 },
    logins: logins.map(withTimestamps),
    unresolved: { rows: unresolved, total: unresolvedCount },
    expiring,
    agreement,
    answers,
    hours: hours.map(toHoursLeft),
    equipmentCount,
    documentCount,
    time: { ...time, total: timeTotal },
  }
}

/** A customer with what belongs to it, except tickets and time, which are separate queries. */
const customerForScreen = compiledOnce((db, id: string, today: string) =>
  customerById(db, id).select([
    jsonArrayFrom(firstContacts(id)).as('contacts'),
    jsonArrayFrom(loginsOf(id)).as('logins'),
    sql<number>`(${countUnresolved(db, id)})`.as('unresolvedCount'),
    jsonArrayFrom(expiringEquipment(db, id, today)).as('expiring'),
    jsonObjectFrom(currentTerms(id, today)).as('agreement'),
    jsonObjectFrom(answersToCustomer(id)).$notNull().as('answers'),
    jsonArrayFrom(hoursLeft(db, id, today)).as('hours'),
    sql<number>`(${countEquipment(db, id)})`.as('equipmentCount'),
    sql<number>`(${countDocuments(db, id)})`.as('documentCount'),
    jsonObjectFrom(customerSums(db, id)).$notNull().as('timeTotal'),
  ]),
)

const withTimestamps = ({ invitedAt, lastSeenAt, factorSince, ...login }: PortalLogin): PortalLogin => ({
  ...login,
  factorSince: factorSince && fromNestedTimestamp(factorSince),
  invitedAt: fromNestedTimestamp(invitedAt),
  lastSeenAt: lastSeenAt && fromNestedTimestamp(lastSeenAt),
})

/**
 * The contacts to call first, and how many there are: those with a number first, then the latest to report a ticket,
 * then by name.
 */
const firstContacts = (customerId: string) =>
  sql<ContactToCall & { total: number }>`(
    select contacts.id, contacts.name, title, phone, mobile, email, count(*) over () as total
    from contacts
      left join lateral (select max(created_at) as latest from tickets
        where tickets.org_id = contacts.org_id and tickets.reported_by = contacts.id) as reported on true
    where customer_id = ${customerId} and archived_at is null
    order by coalesce(mobile, phone) is null, latest desc nulls last, name collate "sv-SE-x-icu", contacts.id
    limit ${sql.lit(SHOWN_CONTACTS_MAX)})`
