// The tickets of one customer, unresolved ones first.
import { sql } from 'kysely'
import { getCustomer } from '#features/customers/server/customers.queries.ts'
import { compiledOnce } from '#platform/database/compiled-query.ts'
import type { Db } from '#platform/database/database.ts'
import { page, positionOf } from '#platform/database/keyset.ts'
import { PAGE_SIZE } from '#shared/contract.ts'
import { SHOWN_TICKETS_MAX } from '../customer-tickets.contract.ts'
import type { TicketRow } from '../tickets.contract.ts'
import { orderOf } from './ticket-orders.ts'
import { listedStatuses, ticketRows, toTicketRow } from './ticket-rows.ts'

const order = orderOf({ sort: 'status', direction: 'desc' })

/** A page of a customer's tickets: by status with open ones first, then newest first. Throws 404. */
export async function listTicketsOfCustomer(db: Db, customerId: string, after: string | undefined) {
  const position = positionOf(after, order.keys)
  await getCustomer(db, customerId)
  const rows = await ticketRows(db)
    .where('tickets.customerId', '=', customerId)
    .$if(position !== undefined, (query) => query.where(order.isAfter(position ?? {})))
    .orderBy(order.sorted)
    .limit(sql.lit(PAGE_SIZE + 1))
    .execute()
  return page(rows.map(toTicketRow), order.positionOf)
}

/** A customer's first unresolved tickets, in the order of `listTicketsOfCustomer`. */
export const listFirstUnresolved = async (db: Db, customerId: string): Promise<TicketRow[]> =>
  (await firstUnresolved(db, customerId)).map(toTicketRow)

const firstUnresolved = compiledOnce((db, customerId: string) =>
  ticketRows(db)
    .where('tickets.customerId', '=', customerId)
    .where(listedStatuses.unresolved)
    .orderBy(order.sorted)
    .limit(sql.lit(SHOWN_TICKETS_MAX)),
)

/** Counts a customer's unresolved tickets. */
export const countUnresolved = (db: Db, customerId: string) =>
  db
    .selectFrom('tickets')
    .where('tickets.customerId', '=', customerId)
    .where(listedStatuses.unresolved)
    .select((eb) => eb.fn.countAll<number>().as('count'))
