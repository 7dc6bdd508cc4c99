// The tickets of one customer, those with work left first.
import { type Kysely, sql } from 'kysely'
import { getCustomer } from '#customers/server/customers.queries.ts'
import type { Db } from '#db/database.ts'
import type { Schema } from '#db/schema.ts'
import { PAGE_SIZE } from '#lib/contract.ts'
import { page, positionOf } from '#lib/server/keyset.ts'
import { preparedJsonRows } from '#lib/server/ready-json.ts'
import type { TicketRow } from '../tickets.contract.ts'
import { listedStatuses, parseRow, ticketRows } from './ticket-json.ts'
import { orderOf, type Position } from './ticket-orders.ts'

const order = orderOf({ sort: 'status', direction: 'desc' })

type Parameters = { customerId: string } & Position

const pageOfCustomer = preparedJsonRows<TicketRow, Parameters>((db, { customerId, ...after }) => {
  const position = order.keys.flatMap((key) => after[key] ?? [])
  const query = ticketRows(db).where('tickets.customerId', '=', customerId).orderBy(order.sorted)
  return (position.length > 0 ? query.where(order.isAfter(position)) : query).limit(sql.lit(PAGE_SIZE + 1))
})

/** A page of a customer's tickets as JSON rows: by status, open ones first, the newest first of each. Throws 404. */
export async function listTicketsOfCustomer(db: Db, customerId: string, after: string | undefined) {
  const position = positionOf(after, order.keys)
  await getCustomer(db, customerId)
  const rows = await pageOfCustomer(db, { customerId, ...position })
  return page(rows, (json) => order.positionOf(parseRow(json)))
}

/** A customer's first tickets with work left, in the order of `listTicketsOfCustomer`. */
export const firstUnresolvedTickets = (db: Kysely<Schema>, customerId: string, count: number) =>
  ticketRows(db)
    .where('tickets.customerId', '=', customerId)
    .where(listedStatuses.unresolved)
    .orderBy(order.sorted)
    .limit(sql.lit(count))

/** How many of a customer's tickets have work left. */
export const countUnresolvedTickets = (db: Kysely<Schema>, customerId: string) =>
  db
    .selectFrom('tickets')
    .where('tickets.customerId', '=', customerId)
    .where(listedStatuses.unresolved)
    .select(sql<number>`count(*)::int`.as('count'))
