import { type Kysely, sql } from 'kysely'
import { holdCustomer } from '#customers/server/customers.queries.ts'
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
import { notifyOfStatus } from './notifications.queries.ts'
import { namesOf } from './people.queries.ts'
import { searchTickets } from './search.queries.ts'

const ticketJson = column(
  objectJson({
    id: wordJson('tickets.id'),
    ticketNumber: unquotedJson<number>('ticket_number'),
    title: textJson('title'),
    status: wordJson<TicketStatus>('status'),
    priority: wordJson<TicketPriority>('priority'),
    createdAt: timeJson('tickets.created_at'),
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
  }),
)

const ticketRows = (db: Kysely<Schema>) =>
  db
    .selectFrom('tickets')
    .innerJoin('customers', (join) =>
      join.onRef('customers.orgId', '=', 'tickets.orgId').onRef('customers.id', '=', 'tickets.customerId'),
    )
    .leftJoin('profiles', (join) =>
      join.onRef('profiles.orgId', '=', 'tickets.orgId').onRef('profiles.id', '=', 'tickets.assignedTo'),
    )
    .select(ticketJson.as('json'))

export async function listTickets(db: Db, actor: StaffActor, filter: TicketFilter) {
  const position = positionOf(filter.after, ['createdAt', 'id'])
  const assignedTo = filter.assignee === 'me' ? actor.userId : filter.assignee
  const wanted = { ...filter, assignedTo, after: position }
  const [rows, counts] = await Promise.all([
    filter.search ? foundTickets(db, { ...wanted, search: filter.search }) : filteredTickets(db, wanted),
    position ? null : countTickets(db),
  ])
  return { ...page(rows, cursorOf), counts }
}

const read = (json: JsonOf<TicketRow>) => JSON.parse(json) as TicketRow

function cursorOf(json: JsonOf<TicketRow>) {
  const { createdAt, id } = read(json)
  return { createdAt, id }
}

type Wanted = Pick<TicketFilter, 'tab' | 'status' | 'priority'> & {
  /** A member of staff or 'nobody'. */
  assignedTo: string | undefined
  after: { createdAt: string; id: string } | undefined
}

const newestFirst = (db: Db) => ticketRows(db).orderBy('tickets.createdAt', 'desc').orderBy('tickets.id', 'desc')

type Bound = Pick<Wanted, 'status' | 'priority' | 'assignedTo'> & { createdAt?: string; id?: string }
type Shape = Pick<TicketFilter, 'tab'> & { isUnassigned: boolean }

// The words of the partial indexes and the page's size stand in the statement: bound, they would be planned anew each time.
const pageOfTickets = preparedJsonRows<TicketRow, Bound, Shape>((db, bound, { tab, isUnassigned }) => {
  const { status, priority, assignedTo, createdAt, id } = bound
  let query = newestFirst(db).where(
    tab === 'archived' ? sql<boolean>`tickets.status = 'closed'` : sql<boolean>`tickets.status <> 'closed'`,
  )
  if (status) query = query.where('status', '=', status)
  if (priority) query = query.where('priority', '=', priority)
  if (isUnassigned) query = query.where('tickets.assignedTo', 'is', null)
  if (assignedTo) query = query.where('tickets.assignedTo', '=', assignedTo)
  if (createdAt)
    query = query.where(sql<boolean>`(tickets.created_at, tickets.id) < (${createdAt}::timestamptz, ${id}::uuid)`)
  return query.limit(sql.lit(PAGE_SIZE + 1))
})

function filteredTickets(db: Db, { tab, status, priority, assignedTo, after }: Wanted) {
  const isUnassigned = assignedTo === 'nobody'
  const bound = { status, priority, assignedTo: isUnassigned ? undefined : assignedTo, ...after }
  return pageOfTickets(db, bound, { tab, isUnassigned })
}

const ticketsOf = preparedJsonRows<TicketRow, { ids: string[] }>((db, { ids }) =>
  newestFirst(db).where('tickets.id', '=', sql<string>`any(${ids}::uuid[])`),
)

async function foundTickets(db: Db, wanted: Wanted & { search: string }) {
  const ids = await searchTickets(db, wanted)
  return ids.length === 0 ? [] : ticketsOf(db, { ids })
}

const counted = preparedQuery<TicketCounts, object>(() => sql`select active, archived from count_tickets()`)

/** Counts of all tickets: search and filters do not change them. */
async function countTickets(db: Db): Promise<TicketCounts> {
  const [counts] = await counted(db, {})
  return counts ?? { active: 0, archived: 0 }
}

/** Throws 404 for nobody's ticket. */
export async function getTicket(db: Db, id: string): Promise<Ticket> {
  const row = await ticketRows(db)
    .select(['description', 'resolvedAt', 'tickets.createdBy', 'enquiryId'])
    .where('tickets.id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound(TICKET_NOT_FOUND)
  const { json, description, resolvedAt, createdBy, enquiryId } = row
  const creator = createdBy && (await namesOf(db, [createdBy])).get(createdBy)
  return { ...read(json), description, resolvedAt, createdBy: creator || null, enquiryId }
}

/**
 * Opens a ticket, perhaps of an enquiry. Throws 404 for nobody's customer or assignee, 422 for an archived customer, a
 * deactivated assignee and for staff without an organization.
 */
export async function createTicket(db: Db, actor: StaffActor, ticket: NewTicket & { enquiryId?: string }) {
  const orgId = organizationOf(actor)
  await refuseArchived(db, ticket.customerId)
  const id = uuidv7()
  await refusingStrangers(() =>
    db
      .insertInto('tickets')
      .values({ ...ticket, orgId, id, ticketNumber: sql`generate_ticket_number()`, createdBy: actor.userId })
      .execute(),
  )
  return getTicket(db, id)
}

/**
 * What is not named stays. Throws 404 for nobody's ticket or assignee, 422 for a deactivated one, 409 with the current ticket
 * for an old version.
 */
export async function changeTicket(db: Db, actor: StaffActor, id: string, { version, ...wanted }: ChangedTicket) {
  const before = await getTicket(db, id)
  if (before.version !== version) throw conflict(before)
  const { status = before.status, priority = before.priority, assignedTo = before.assignee?.id ?? null } = wanted
  if (status === before.status && priority === before.priority && assignedTo === (before.assignee?.id ?? null))
    return before
  const changed = await refusingStrangers(() =>
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
  if (status !== before.status)
    await notifyOfStatus(db, { orgId: changed.orgId, ticketId: id, changedBy: actor.userId })
  return after
}

async function refuseArchived(db: Db, customerId: string) {
  const customer = await holdCustomer(db, customerId)
  if (customer.archivedAt) throw invalidField('customerId', 'Kunden är arkiverad. Välj en annan kund.')
}

const refusingStrangers = <T>(statement: () => Promise<T>) =>
  onConstraint(
    {
      tickets_assignee: () => notFound(ASSIGNEE_NOT_FOUND),
      assignee_is_active: () => invalidField('assignedTo', ASSIGNEE_INACTIVE),
    },
    statement,
  )
