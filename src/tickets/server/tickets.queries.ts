import { type Kysely, sql } from 'kysely'
import { CUSTOMER_NOT_FOUND } from '#customers/customers.contract.ts'
import type { StaffActor } from '#db/actor.ts'
import type { Db } from '#db/database.ts'
import type { Schema } from '#db/schema.ts'
import { uuidv7 } from '#db/uuid.ts'
import { PAGE_SIZE } from '#lib/contract.ts'
import { conflict, invalidField, notFound } from '#lib/server/app-error.ts'
import { onConstraint } from '#lib/server/constraints.ts'
import { page, positionOf } from '#lib/server/keyset.ts'
import { organizationOf } from '#lib/server/organization.ts'
import {
  ASSIGNEE_NOT_FOUND,
  type ChangedTicket,
  type NewTicket,
  TICKET_NOT_FOUND,
  type Ticket,
  type TicketCounts,
  type TicketFilter,
  type TicketRow,
} from '../tickets.contract.ts'
import { notifyOfStatus } from './notifications.queries.ts'
import { namesOf } from './people.queries.ts'
import { searchTickets } from './search.queries.ts'

const ticketRows = (db: Kysely<Schema>) =>
  db
    .selectFrom('tickets')
    .innerJoin('customers', (join) =>
      join.onRef('customers.orgId', '=', 'tickets.orgId').onRef('customers.id', '=', 'tickets.customerId'),
    )
    .leftJoin('profiles', (join) =>
      join.onRef('profiles.orgId', '=', 'tickets.orgId').onRef('profiles.id', '=', 'tickets.assignedTo'),
    )
    .select([
      'tickets.id',
      'ticketNumber',
      'title',
      'status',
      'priority',
      'tickets.createdAt',
      'tickets.version',
      'tickets.customerId',
      'customers.name as customerName',
      'customers.archivedAt as customerArchivedAt',
      'tickets.assignedTo',
      'profiles.fullName as assigneeName',
    ])

type Named = Awaited<ReturnType<ReturnType<typeof ticketRows>['executeTakeFirstOrThrow']>>

const shaped = ({
  customerId,
  customerName,
  customerArchivedAt,
  assignedTo,
  assigneeName,
  ...ticket
}: Named): TicketRow => ({
  ...ticket,
  customer: { id: customerId, name: customerName, isArchived: customerArchivedAt !== null },
  assignee: assignedTo && assigneeName ? { id: assignedTo, fullName: assigneeName } : null,
})

export async function listTickets(db: Db, actor: StaffActor, filter: TicketFilter) {
  const position = positionOf(filter.after, ['createdAt', 'id'])
  const assignedTo = filter.assignee === 'me' ? actor.userId : filter.assignee
  const [rows, counts] = await Promise.all([
    filter.search
      ? foundTickets(db, { ...filter, search: filter.search, assignedTo, after: position })
      : filteredTickets(db, { ...filter, assignedTo, after: position }),
    position ? null : countTickets(db),
  ])
  return { ...page(rows.map(shaped), ({ createdAt, id }) => ({ createdAt, id })), counts }
}

type Wanted = Pick<TicketFilter, 'tab' | 'status' | 'priority'> & {
  /** A member of staff or 'nobody'. */
  assignedTo: string | undefined
  after: { createdAt: string; id: string } | undefined
}

// The words of the partial indexes and the page's size stand in the statement: bound, they would be planned anew each time.
const filteredTickets = (db: Db, { tab, status, priority, assignedTo, after }: Wanted) =>
  ticketRows(db)
    .where(tab === 'archived' ? sql<boolean>`tickets.status = 'closed'` : sql<boolean>`tickets.status <> 'closed'`)
    .$if(status !== undefined, (query) => query.where('status', '=', status ?? 'open'))
    .$if(priority !== undefined, (query) => query.where('priority', '=', priority ?? 'normal'))
    .$if(assignedTo !== undefined, (query) =>
      assignedTo === 'nobody'
        ? query.where('tickets.assignedTo', 'is', null)
        : query.where('tickets.assignedTo', '=', assignedTo ?? ''),
    )
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(tickets.created_at, tickets.id) < (${after?.createdAt}::timestamptz, ${after?.id}::uuid)`,
      ),
    )
    .orderBy('tickets.createdAt', 'desc')
    .orderBy('tickets.id', 'desc')
    .limit(sql.lit(PAGE_SIZE + 1))
    .execute()

async function foundTickets(db: Db, wanted: Wanted & { search: string }) {
  const ids = await searchTickets(db, wanted)
  if (ids.length === 0) return []
  return ticketRows(db)
    .where('tickets.id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('tickets.createdAt', 'desc')
    .orderBy('tickets.id', 'desc')
    .execute()
}

/** Of the whole, whatever is searched and filtered (rule 16). */
async function countTickets(db: Db): Promise<TicketCounts> {
  const { rows } = await sql<TicketCounts>`select active, archived from count_tickets()`.execute(db)
  return rows[0] ?? { active: 0, archived: 0 }
}

/** Throws 404 for nobody's ticket. */
export async function getTicket(db: Db, id: string): Promise<Ticket> {
  const row = await ticketRows(db)
    .select(['description', 'resolvedAt', 'tickets.createdBy', 'enquiryId'])
    .where('tickets.id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound(TICKET_NOT_FOUND)
  const { description, resolvedAt, createdBy, enquiryId, ...ticket } = row
  const creator = createdBy && (await namesOf(db, [createdBy])).get(createdBy)
  return { ...shaped(ticket), description, resolvedAt, createdBy: creator || null, enquiryId }
}

/**
 * Opens a ticket, perhaps of an enquiry. Throws 404 for nobody's customer or assignee, 422 for an archived customer and for
 * staff without an organization.
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

/** What is not named stays. Throws 404 for nobody's ticket or assignee, 409 with the current ticket for an old version. */
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
  const customer = await db.selectFrom('customers').select('archivedAt').where('id', '=', customerId).executeTakeFirst()
  if (!customer) throw notFound(CUSTOMER_NOT_FOUND)
  if (customer.archivedAt) throw invalidField('customerId', 'Kunden är arkiverad. Välj en annan kund.')
}

const refusingStrangers = <T>(statement: () => Promise<T>) =>
  onConstraint(
    {
      tickets_assignee: () => notFound(ASSIGNEE_NOT_FOUND),
      tickets_customer: () => notFound(CUSTOMER_NOT_FOUND),
    },
    statement,
  )
