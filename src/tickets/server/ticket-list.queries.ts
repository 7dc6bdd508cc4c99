// The list of tickets: its filters, its orders and the counts of its tabs.
import { sql } from 'kysely'
import type { StaffActor } from '#db/actor.ts'
import type { Db } from '#db/database.ts'
import { preparedQuery } from '#db/prepared-query.ts'
import { PAGE_SIZE } from '#lib/contract.ts'
import { page, positionOf } from '#lib/server/keyset.ts'
import { preparedJsonRows } from '#lib/server/ready-json.ts'
import type { TicketCounts } from '../ticket-counts.contract.ts'
import { listOrder, SEARCH_ORDER } from '../ticket-order.rules.ts'
import type { TicketFilter, TicketRow } from '../tickets.contract.ts'
import { searchTickets } from './search.queries.ts'
import { listedStatuses, parseRow, ticketRows } from './ticket-json.ts'
import { type Order, orderOf, type Position } from './ticket-orders.ts'

/** A page of tickets as JSON rows; counts of both tabs come with the first page only. */
export async function listTickets(db: Db, actor: StaffActor, filter: TicketFilter) {
  const order = orderOf(listOrder(sortableBy(filter)))
  const position = positionOf(filter.after, order.keys)
  const assignedTo = filter.assignee === 'me' ? actor.userId : filter.assignee
  const criteria = { ...filter, assignedTo, after: position }
  const [rows, counts] = await Promise.all([
    filter.search ? searchedTickets(db, { ...criteria, search: filter.search }) : filteredTickets(db, criteria, order),
    position ? null : countTickets(db),
  ])
  return { ...page(rows, (json) => order.positionOf(parseRow(json))), counts }
}

/** Everything archived has one status. */
const sortableBy = ({ tab, search, sort, direction }: TicketFilter) => ({
  ...{ search, direction },
  sort: tab === 'archived' && sort === 'status' ? undefined : sort,
})

type Criteria = Omit<TicketFilter, 'assignee' | 'after' | 'search' | 'sort' | 'direction'> & {
  /** A member of staff or 'nobody'. */
  assignedTo: string | undefined
  after: Position | undefined
}

type QueryParameters = Pick<Criteria, 'status' | 'priority' | 'assignedTo'> & {
  [K in `after_${keyof Position}`]?: string
}
type Shape = Pick<Order, 'sort' | 'direction'> & {
  listed: keyof typeof listedStatuses
  isUnassigned: boolean
  isWaiting: boolean
}

// The conditions of the partial indexes and the page size are literals: as parameters they would prevent a generic plan.
const pageOfTickets = preparedJsonRows<TicketRow, QueryParameters, Shape>((db, parameters, { listed, ...shape }) => {
  const { status, priority, assignedTo } = parameters
  const order = orderOf(shape)
  let query = ticketRows(db).orderBy(order.sorted).where(listedStatuses[listed])
  if (status) query = query.where('status', '=', status)
  if (priority) query = query.where('priority', '=', priority)
  if (shape.isWaiting) query = query.where('waitingSince', 'is not', null)
  if (shape.isUnassigned) query = query.where('tickets.assignedTo', 'is', null)
  if (assignedTo) query = query.where('tickets.assignedTo', '=', assignedTo)
  const after = order.keys.map((key) => parameters[`after_${key}`])
  if (after.every((value) => value !== undefined)) query = query.where(order.isAfter(after))
  return query.limit(sql.lit(PAGE_SIZE + 1))
})

function filteredTickets(db: Db, criteria: Criteria, { sort, direction }: Order) {
  const { tab, resolved, status, priority, assignedTo, waiting, after = {} } = criteria
  const isUnassigned = assignedTo === 'nobody'
  const position = Object.fromEntries(Object.entries(after).map(([key, value]) => [`after_${key}`, value]))
  const parameters = { status, priority, assignedTo: isUnassigned ? undefined : assignedTo, ...position }
  const listed = tab === 'active' && !status && !resolved ? 'unresolved' : tab
  return pageOfTickets(db, parameters, { sort, direction, listed, isUnassigned, isWaiting: waiting !== undefined })
}

const searchOrder = orderOf(SEARCH_ORDER)
const ticketsOf = preparedJsonRows<TicketRow, { ids: string[] }>((db, { ids }) =>
  ticketRows(db).orderBy(searchOrder.sorted).where('tickets.id', '=', sql<string>`any(${ids}::uuid[])`),
)

async function searchedTickets(db: Db, { after, ...criteria }: Criteria & { search: string }) {
  const { createdAt, id } = after ?? {}
  const ids = await searchTickets(db, { ...criteria, after: createdAt && id ? { createdAt, id } : undefined })
  return ids.length === 0 ? [] : ticketsOf(db, { ids })
}

const ticketCounts = preparedQuery<TicketCounts, object>(() => sql`select active, archived from count_tickets()`)

/** Counts of all tickets: search and filters do not change them. */
async function countTickets(db: Db): Promise<TicketCounts> {
  const [counts] = await ticketCounts(db, {})
  return counts ?? { active: 0, archived: 0 }
}
