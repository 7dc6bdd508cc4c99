// The list of tickets: its filters, its sort orders and the counts of its tabs.
import { sql } from 'kysely'
import type { StaffActor } from '#platform/database/actor.ts'
import type { Db } from '#platform/database/database.ts'
import { page, positionOf } from '#platform/database/keyset.ts'
import { PAGE_SIZE } from '#shared/contract.ts'
import { COUNTED_MAX, type TicketCounts } from '../ticket-counts.contract.ts'
import type { TicketListFilter } from '../ticket-filter.rules.ts'
import { listOrder, SEARCH_ORDER } from '../ticket-order.rules.ts'
import { type TicketFilter, type TicketRow, UNRESOLVED } from '../tickets.contract.ts'
import { searchTickets } from './search.queries.ts'
import { type Order, orderOf, type Position } from './ticket-orders.ts'
import { listedStatuses, ticketRows, toTicketRow } from './ticket-rows.ts'

/** A page of tickets; the counts of both tabs come with the first page only. */
export async function listTickets(db: Db, actor: StaffActor, filter: TicketFilter) {
  const order = orderOf(listOrder(sortableBy(filter)))
  const position = positionOf(filter.after, order.keys)
  const criteria = criteriaOf(actor, filter, position)
  const [rows, counts] = await Promise.all([
    filter.search
      ? listSearchedTickets(db, { ...criteria, search: filter.search })
      : listFilteredTickets(db, criteria, order),
    position ? null : countTickets(db),
  ])
  return { ...page(rows, order.positionOf), counts }
}

/** Archived tickets all have the same status and no answer that is due, so they are not sorted by these. */
const sortableBy = ({ tab, search, sort, direction }: TicketFilter) => ({
  search,
  direction,
  sort: tab === 'archived' && (sort === 'status' || sort === 'due') ? undefined : sort,
})

type Criteria = Omit<TicketFilter, 'assignee' | 'after' | 'sort' | 'direction'> & {
  /** The id of a member of staff, or 'nobody'. */
  assignedTo: string | undefined
  after: Position | undefined
}

const waitingSince = { us: 'tickets.unansweredSince', customer: 'tickets.onHoldSince' } as const

const criteriaOf = (actor: StaffActor, filter: Omit<TicketFilter, 'after'>, after?: Position): Criteria => ({
  ...filter,
  assignedTo: filter.assignee === 'me' ? actor.userId : filter.assignee,
  after,
})

// The conditions of the partial indexes and the page size are literals: as parameters they would prevent a generic plan.
function filteredTickets(db: Db, { tab, status, priority, assignedTo, waiting }: Criteria) {
  let query = ticketRows(db).where(listedStatuses[tab])
  if (status === UNRESOLVED) query = query.where(listedStatuses.unresolved)
  else if (status) query = query.where('tickets.status', '=', status)
  if (priority) query = query.where('tickets.priority', '=', priority)
  if (waiting) query = query.where(waitingSince[waiting], 'is not', null)
  if (assignedTo === 'nobody') query = query.where('tickets.assignedTo', 'is', null)
  else if (assignedTo) query = query.where('tickets.assignedTo', '=', assignedTo)
  return query
}

async function listFilteredTickets(db: Db, criteria: Criteria, order: Order): Promise<TicketRow[]> {
  const { after } = criteria
  const rows = await filteredTickets(db, criteria)
    .$if(after !== undefined, (query) => query.where(order.isAfter(after ?? {})))
    .orderBy(order.sorted)
    .limit(sql.lit(PAGE_SIZE + 1))
    .execute()
  return rows.map(toTicketRow)
}

const searchOrder = orderOf(SEARCH_ORDER)

async function listSearchedTickets(db: Db, { after, ...criteria }: Criteria & { search: string }) {
  const { createdAt, id } = after ?? {}
  const ids = await searchTickets(db, { ...criteria, after: createdAt && id ? { createdAt, id } : undefined })
  if (ids.length === 0) return []
  const rows = await ticketRows(db)
    .where('tickets.id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy(searchOrder.sorted)
    .execute()
  return rows.map(toTicketRow)
}

/** How many tickets a filter lists, at most COUNTED_MAX. */
export async function countFilteredTickets(db: Db, actor: StaffActor, filter: TicketListFilter): Promise<number> {
  const { search, ...criteria } = criteriaOf(actor, filter)
  if (search) return (await searchTickets(db, { ...criteria, search, after: undefined }, COUNTED_MAX)).length
  const listed = filteredTickets(db, criteria).limit(sql.lit(COUNTED_MAX)).as('listed')
  const { count } = await db
    .selectFrom(listed)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Counts of all tickets, independent of search and filters. */
async function countTickets(db: Db): Promise<TicketCounts> {
  const { rows } = await sql<TicketCounts>`select active, archived from count_tickets()`.execute(db)
  return rows[0] ?? { active: 0, archived: 0 }
}
