import { type Kysely, sql } from 'kysely'
import { lockActiveCustomer } from '#customers/server/customers.queries.ts'
import type { StaffActor } from '#db/actor.ts'
import type { Db } from '#db/database.ts'
import { preparedQuery } from '#db/prepared-query.ts'
import type { Schema } from '#db/schema.ts'
import { uuidv7 } from '#db/uuid.ts'
import { PAGE_SIZE } from '#lib/contract.ts'
import { conflict, invalidField, notFound } from '#lib/server/app-error.ts'
import { onConstraint } from '#lib/server/constraints.ts'
import { page, positionOf } from '#lib/server/keyset.ts'
import { organizationOf } from '#lib/server/organization.ts'
import {
  column,
  type JsonOf,
  nullWhen,
  objectJson,
  preparedJsonRows,
  textJson,
  timeJson,
  unquotedJson,
  wordJson,
} from '#lib/server/ready-json.ts'
import {
  ASSIGNEE_INACTIVE,
  ASSIGNEE_NOT_FOUND,
  type ChangedTicket,
  type NewTicket,
  TICKET_NOT_FOUND,
  type Ticket,
  type TicketCounts,
  type TicketFilter,
  type TicketPriority,
  type TicketRow,
  type TicketStatus,
} from '../tickets.contract.ts'
import { notifyOfAssignee, notifyOfMadeTicket, notifyOfStatus } from './notifications.queries.ts'
import { namesOf } from './people.queries.ts'
import { searchTickets } from './search.queries.ts'

/** The fields of a row of the list, selected from `ticketSource`. */
export const ticketFields = {
  id: wordJson('tickets.id'),
  ticketNumber: unquotedJson<number>('ticket_number'),
  title: textJson('title'),
  status: wordJson<TicketStatus>('status'),
  priority: wordJson<TicketPriority>('priority'),
  createdAt: timeJson('tickets.created_at'),
  waitingSince: timeJson('waiting_since'),
  lastActivityAt: timeJson('last_activity_at'),
  version: unquotedJson<number>('tickets.version'),
  customer: objectJson({
    id: wordJson('customers.id'),
    name: textJson('customers.name'),
    isArchived: unquotedJson<boolean>('customers.archived_at is not null'),
  }),
  assignee: nullWhen(
    'profiles.id is null',
    objectJson({ id: wordJson('profiles.id'), fullName: textJson('profiles.full_name') }),
  ),
}

/** Tickets with their customers and assignees. */
export const ticketSource = (db: Kysely<Schema>) =>
  db
    .selectFrom('tickets')
    .innerJoin('customers', (join) =>
      join.onRef('customers.orgId', '=', 'tickets.orgId').onRef('customers.id', '=', 'tickets.customerId'),
    )
    .leftJoin('profiles', (join) =>
      join.onRef('profiles.orgId', '=', 'tickets.orgId').onRef('profiles.id', '=', 'tickets.assignedTo'),
    )

const ticketJson = column(objectJson(ticketFields))
export const ticketRows = (db: Kysely<Schema>) => ticketSource(db).select(ticketJson.as('json'))

/** A page of tickets, newest first, as JSON rows; counts of both tabs come with the first page only. */
export async function listTickets(db: Db, actor: StaffActor, filter: TicketFilter) {
  const position = positionOf(filter.after, ticketOrder.keys)
  const assignedTo = filter.assignee === 'me' ? actor.userId : filter.assignee
  const criteria = { ...filter, assignedTo, after: position }
  const [rows, counts] = await Promise.all([
    filter.search ? searchedTickets(db, { ...criteria, search: filter.search }) : filteredTickets(db, criteria),
    position ? null : countTickets(db),
  ])
  return { ...page(rows, (json) => ticketOrder.positionOf(parseRow(json))), counts }
}

export const parseRow = (json: JsonOf<TicketRow>) => JSON.parse(json) as TicketRow

type Position = Pick<TicketRow, 'createdAt' | 'id'>

/**
 * The order of the ticket list and the cursor of its next page: newest first. search_tickets() in the database sorts and
 * pages its results the same way; ticket-order.api.test.ts compares their pages.
 */
const ticketOrder = {
  keys: ['createdAt', 'id'],
  positionOf: ({ createdAt, id }: TicketRow): Position => ({ createdAt, id }),
  sorted: sql`tickets.created_at desc, tickets.id desc`,
  isAfter: ({ createdAt, id }: Position) =>
    sql<boolean>`(tickets.created_at, tickets.id) < (${createdAt}::timestamptz, ${id}::uuid)`,
} as const

type Criteria = Omit<TicketFilter, 'assignee' | 'after' | 'search'> & {
  /** A member of staff or 'nobody'. */
  assignedTo: string | undefined
  after: Position | undefined
}

const sortedTickets = (db: Db) => ticketRows(db).orderBy(ticketOrder.sorted)

type QueryParameters = Pick<Criteria, 'status' | 'priority' | 'assignedTo'> & Partial<Position>
type Shape = { listed: 'archived' | 'active' | 'unresolved'; isUnassigned: boolean; isWaiting: boolean }

export const listedStatuses = {
  archived: sql<boolean>`tickets.status = 'closed'`,
  active: sql<boolean>`tickets.status <> 'closed'`,
  unresolved: sql<boolean>`tickets.status in ('open', 'in_progress')`,
} as const satisfies Record<Shape['listed'], unknown>

// The conditions of the partial indexes and the page size are literals: as parameters they would prevent a generic plan.
const pageOfTickets = preparedJsonRows<TicketRow, QueryParameters, Shape>((db, parameters, { listed, ...shape }) => {
  const { status, priority, assignedTo, createdAt, id } = parameters
  let query = sortedTickets(db).where(listedStatuses[listed])
  if (status) query = query.where('status', '=', status)
  if (priority) query = query.where('priority', '=', priority)
  if (shape.isWaiting) query = query.where('waitingSince', 'is not', null)
  if (shape.isUnassigned) query = query.where('tickets.assignedTo', 'is', null)
  if (assignedTo) query = query.where('tickets.assignedTo', '=', assignedTo)
  if (createdAt && id) query = query.where(ticketOrder.isAfter({ createdAt, id }))
  return query.limit(sql.lit(PAGE_SIZE + 1))
})

function filteredTickets(db: Db, { tab, resolved, status, priority, assignedTo, waiting, after }: Criteria) {
  const isUnassigned = assignedTo === 'nobody'
  const parameters = { status, priority, assignedTo: isUnassigned ? undefined : assignedTo, ...after }
  const listed = tab === 'active' && !status && !resolved ? 'unresolved' : tab
  return pageOfTickets(db, parameters, { listed, isUnassigned, isWaiting: waiting !== undefined })
}

const ticketsOf = preparedJsonRows<TicketRow, { ids: string[] }>((db, { ids }) =>
  sortedTickets(db).where('tickets.id', '=', sql<string>`any(${ids}::uuid[])`),
)

async function searchedTickets(db: Db, criteria: Criteria & { search: string }) {
  const ids = await searchTickets(db, criteria)
  return ids.length === 0 ? [] : ticketsOf(db, { ids })
}

const ticketCounts = preparedQuery<TicketCounts, object>(() => sql`select active, archived from count_tickets()`)

/** Counts of all tickets: search and filters do not change them. */
async function countTickets(db: Db): Promise<TicketCounts> {
  const [counts] = await ticketCounts(db, {})
  return counts ?? { active: 0, archived: 0 }
}

/** One ticket. Throws 404 for a ticket that the actor may not see. */
export async function getTicket(db: Db, id: string): Promise<Ticket> {
  const row = await ticketRows(db)
    .select(['description', 'resolvedAt', 'tickets.createdBy', 'enquiryId'])
    .where('tickets.id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound(TICKET_NOT_FOUND)
  const { json, description, resolvedAt, createdBy, enquiryId } = row
  const creator = createdBy && (await namesOf(db, [createdBy])).get(createdBy)
  return { ...parseRow(json), description, resolvedAt, createdBy: creator || null, enquiryId }
}

/**
 * Opens a ticket, optionally from an enquiry. Throws 404 for a customer or assignee outside the organization, 422 for an
 * archived customer, a deactivated assignee and for staff without an organization.
 */
export async function createTicket(db: Db, actor: StaffActor, ticket: NewTicket & { enquiryId?: string }) {
  const orgId = organizationOf(actor)
  await lockActiveCustomer(db, ticket.customerId)
  const id = uuidv7()
  await mappingAssigneeErrors(() =>
    db
      .insertInto('tickets')
      .values({ ...ticket, orgId, id, ticketNumber: sql`generate_ticket_number()`, createdBy: actor.userId })
      .execute(),
  )
  await notifyOfMadeTicket(db, { orgId, ticketId: id, assignee: ticket.assignedTo, madeBy: actor.userId })
  return getTicket(db, id)
}

/**
 * Changes the named fields only. Throws 404 for a ticket or assignee that the actor may not see, 422 for a deactivated
 * assignee, 409 with the current ticket for an outdated version.
 */
export async function changeTicket(db: Db, actor: StaffActor, id: string, { version, ...requested }: ChangedTicket) {
  const before = await getTicket(db, id)
  if (before.version !== version) throw conflict(before)
  const { status = before.status, priority = before.priority, assignedTo = before.assignee?.id ?? null } = requested
  if (status === before.status && priority === before.priority && assignedTo === (before.assignee?.id ?? null))
    return before
  const changed = await mappingAssigneeErrors(() =>
    db
      .updateTable('tickets')
      .set({ status, priority, assignedTo, version: version + 1 })
      .where('id', '=', id)
      .where('version', '=', version)
      .returning('orgId')
      .executeTakeFirst(),
  )
  const after = await getTicket(db, id)
  if (!changed) throw conflict(after)
  const change = { orgId: changed.orgId, ticketId: id, changedBy: actor.userId }
  if (status !== before.status) await notifyOfStatus(db, change)
  if (assignedTo !== (before.assignee?.id ?? null)) await notifyOfAssignee(db, { ...change, assignee: assignedTo })
  return after
}

const mappingAssigneeErrors = <T>(statement: () => Promise<T>) =>
  onConstraint(
    {
      tickets_assignee: () => notFound(ASSIGNEE_NOT_FOUND),
      assignee_is_active: () => invalidField('assignedTo', ASSIGNEE_INACTIVE),
    },
    statement,
  )
