// A ticket as JSON that the database builds: the row of lists, and the whole ticket. A field of a ticket is added here.
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#db/schema.ts'
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
import type { SenderProof } from '#mailboxes/sender-proof.contract.ts'
import {
  type Ticket,
  type TicketPriority,
  type TicketRow,
  type TicketStatus,
  unresolvedStatuses,
} from '../tickets.contract.ts'
import { contactJson } from './ticket-contacts.queries.ts'

const rowFields = {
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

/** The name of a user in `people`, the statement's common table of visible names; SQL null for a user that it lacks. */
export const nameOf = (id: string) => `(select full_name from people where people.id = ${id})`

const recurringTitle =
  '(select r.title from recurring_tickets r where r.org_id = tickets.org_id and r.id = tickets.recurring_id)'

/** The whole ticket, of `ticketSource` in a statement with `people`. */
export const ticketJson = column<Ticket>(
  objectJson({
    ...rowFields,
    description: textJson('description'),
    folded: textJson('tickets.folded'),
    resolvedAt: timeJson('resolved_at'),
    createdBy: nullWhen(
      `${nameOf('tickets.created_by')} is null`,
      objectJson({ id: wordJson('tickets.created_by'), fullName: textJson(nameOf('tickets.created_by')) }),
    ),
    enquiryId: wordJson('enquiry_id'),
    enquiryProof: wordJson<SenderProof>(
      '(select e.proof from enquiries e where e.org_id = tickets.org_id and e.id = tickets.enquiry_id)',
    ),
    ...contactJson,
    recurring: nullWhen(
      'tickets.recurring_id is null',
      objectJson({ id: wordJson('tickets.recurring_id'), title: textJson(recurringTitle) }),
    ),
  }),
)

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

const rowJson = column<TicketRow>(objectJson(rowFields))
/** Rows of a list. */
export const ticketRows = (db: Kysely<Schema>) => ticketSource(db).select(rowJson.as('json'))

export const parseRow = (json: JsonOf<TicketRow>) => JSON.parse(json) as TicketRow

const unresolved = unresolvedStatuses.map((status) => `'${status}'`).join(', ')
/** Literals, as a parameter would keep the partial indexes out of a generic plan. */
export const listedStatuses = {
  archived: sql<boolean>`tickets.status = 'closed'`,
  active: sql<boolean>`tickets.status <> 'closed'`,
  unresolved: sql.raw<boolean>(`tickets.status in (${unresolved})`),
} as const
