import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { ticketNumberIn } from '../ticket-number.rules.ts'
import { searchTickets } from './search.queries.ts'

/** The first tickets that a search finds: the one with that number, then active ones, then archived ones, newest first. */
export async function listFirstTickets(db: Db, search: string, limit: number) {
  const active = await searchTickets(db, { search, tab: 'active' }, limit)
  const left = limit - active.length
  const archived = left > 0 ? await searchTickets(db, { search, tab: 'archived' }, left) : []
  const ids = [...active, ...archived]
  const number = ticketNumberIn(search) ?? null
  return db
    .selectFrom('tickets')
    .innerJoin('customers', (join) =>
      join.onRef('customers.orgId', '=', 'tickets.orgId').onRef('customers.id', '=', 'tickets.customerId'),
    )
    .select(['tickets.id', 'ticketNumber', 'title', 'status', 'customers.name as customerName'])
    .where(sql<boolean>`(tickets.id = any(${ids}::uuid[]) or ticket_number = ${number}::integer)`)
    .orderBy(sql`ticket_number = ${number}::integer`, (order) => order.desc().nullsLast())
    .orderBy(sql`array_position(${ids}::uuid[], tickets.id)`)
    .limit(sql.lit(limit))
    .execute()
}
