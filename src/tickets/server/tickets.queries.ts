import { type Kysely, sql } from 'kysely'
import { lockActiveCustomer } from '#customers/server/customers.queries.ts'
import type { StaffActor } from '#db/actor.ts'
import type { Db } from '#db/database.ts'
import type { Schema } from '#db/schema.ts'
import { uuidv7 } from '#db/uuid.ts'
import { attachFiles } from '#files/server/attached-files.queries.ts'
import { conflict, invalidField, notFound } from '#lib/server/app-error.ts'
import { onConstraint } from '#lib/server/constraints.ts'
import { organizationOf } from '#lib/server/organization.ts'
import {
  column,
  type JsonOf,
  nullWhen,
  objectJson,
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
  type TicketPriority,
  type TicketRow,
  type TicketStatus,
} from '../tickets.contract.ts'
import { notifyOfAssignee, notifyOfMadeTicket, notifyOfStatus } from './notifications.queries.ts'
import { namesOf } from './people.queries.ts'
import { contactJson, mappingReporterErrors, setCopies } from './ticket-contacts.queries.ts'

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

/** What made the ticket, for statements that select from `tickets`. */
export const recurringJson = nullWhen(
  'tickets.recurring_id is null',
  objectJson({
    id: wordJson('tickets.recurring_id'),
    title: textJson(
      '(select r.title from recurring_tickets r where r.org_id = tickets.org_id and r.id = tickets.recurring_id)',
    ),
  }),
)

const namedJson = column(objectJson({ ...contactJson, recurring: recurringJson }))
const ticketJson = column(objectJson(ticketFields))
export const ticketRows = (db: Kysely<Schema>) => ticketSource(db).select(ticketJson.as('json'))

export const parseRow = (json: JsonOf<TicketRow>) => JSON.parse(json) as TicketRow

export const listedStatuses = {
  archived: sql<boolean>`tickets.status = 'closed'`,
  active: sql<boolean>`tickets.status <> 'closed'`,
  unresolved: sql<boolean>`tickets.status in ('open', 'in_progress')`,
} as const

/** One ticket. Throws 404 for a ticket that the actor may not see. */
export async function getTicket(db: Db, id: string): Promise<Ticket> {
  const row = await ticketRows(db)
    .select(['description', 'resolvedAt', 'tickets.createdBy', 'enquiryId', namedJson.as('named')])
    .select((eb) =>
      eb
        .selectFrom('enquiries')
        .select('proof')
        .whereRef('enquiries.orgId', '=', 'tickets.orgId')
        .whereRef('enquiries.id', '=', 'tickets.enquiryId')
        .as('enquiryProof'),
    )
    .where('tickets.id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound(TICKET_NOT_FOUND)
  const { json, named, createdBy, ...shown } = row
  const creator = createdBy && (await namesOf(db, [createdBy])).get(createdBy)
  const of: Pick<Ticket, 'reportedBy' | 'copies' | 'recurring'> = JSON.parse(named)
  return { ...parseRow(json), ...shown, createdBy: creator || null, ...of }
}

/**
 * Opens a ticket, optionally from an enquiry. Throws 404 for a customer or assignee outside the organization, 422 for an
 * archived customer, a deactivated assignee, a file that cannot be attached and for staff without an organization.
 */
export async function createTicket(
  db: Db,
  actor: StaffActor,
  { copies, fileIds, ...ticket }: NewTicket & { enquiryId?: string },
) {
  const orgId = organizationOf(actor)
  await lockActiveCustomer(db, ticket.customerId)
  const id = uuidv7()
  await mappingPeopleErrors(() =>
    db
      .insertInto('tickets')
      .values({ ...ticket, orgId, id, ticketNumber: sql`generate_ticket_number()`, createdBy: actor.userId })
      .execute(),
  )
  await attachFiles(db, actor, fileIds, { customerId: ticket.customerId, ticketId: id })
  if (copies.length > 0) await setCopies(db, { orgId, customerId: ticket.customerId, ticketId: id }, copies)
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
  const { reportedBy = before.reportedBy?.id ?? null, copies } = requested
  const isSame = {
    work: status === before.status && priority === before.priority && assignedTo === (before.assignee?.id ?? null),
    contacts: reportedBy === (before.reportedBy?.id ?? null) && (!copies || isSameSet(copies, before.copies)),
  }
  if (isSame.work && isSame.contacts) return before
  const changed = await mappingPeopleErrors(() =>
    db
      .updateTable('tickets')
      .set({ status, priority, assignedTo, reportedBy, version: version + 1 })
      .where('id', '=', id)
      .where('version', '=', version)
      .returning(['orgId', 'customerId'])
      .executeTakeFirst(),
  )
  if (!changed) throw conflict(await getTicket(db, id))
  if (copies) await setCopies(db, { ...changed, ticketId: id }, copies)
  const after = await getTicket(db, id)
  const change = { orgId: changed.orgId, ticketId: id, changedBy: actor.userId }
  if (status !== before.status) await notifyOfStatus(db, change)
  if (assignedTo !== (before.assignee?.id ?? null)) await notifyOfAssignee(db, { ...change, assignee: assignedTo })
  return after
}

const isSameSet = (ids: string[], named: { id: string }[]) =>
  ids.length === named.length && named.every(({ id }) => ids.includes(id))

const mappingPeopleErrors = <T>(statement: () => Promise<T>) =>
  mappingReporterErrors(() => mappingAssigneeErrors(statement))

const mappingAssigneeErrors = <T>(statement: () => Promise<T>) =>
  onConstraint(
    {
      tickets_assignee: () => notFound(ASSIGNEE_NOT_FOUND),
      assignee_is_active: () => invalidField('assignedTo', ASSIGNEE_INACTIVE),
    },
    statement,
  )
