// The columns of a ticket: its row in lists, and the whole ticket. Add new fields here.
import { type InferResult, type Kysely, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Db } from '#platform/database/database.ts'
import { withNestedRows } from '#platform/database/nested-rows.ts'
import type { Schema } from '#platform/database/schema.ts'
import { type Ticket, unresolvedStatuses } from '../tickets.contract.ts'
import type { Person } from './people.queries.ts'
import { copiesOf } from './ticket-contacts.queries.ts'

/** Whether the customer has not answered for so long that staff are offered to resolve the ticket. */
const isOfferedForClosing = sql<boolean>`tickets.closing_offered_at is not null`

/** Not a join: conditions and orders of the lists name columns of tickets without their table. */
const survivorNumber = sql<number | null>`(select survivor.ticket_number from tickets survivor
  where survivor.org_id = tickets.org_id and survivor.id = tickets.merged_into)`

/** Tickets with their customers and assignees. */
export const ticketRows = (db: Kysely<Schema>) =>
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
      'tickets.ticketNumber',
      'tickets.title',
      'tickets.status',
      'tickets.priority',
      'tickets.createdAt',
      'tickets.unansweredSince',
      'tickets.onHoldSince',
      'tickets.lastActivityAt',
      'tickets.dueAt',
      'tickets.mergedInto as survivorId',
      'tickets.version',
      'tickets.customerId',
      'customers.name as customerName',
      'customers.archivedAt as customerArchivedAt',
      'profiles.id as assigneeId',
      'profiles.fullName as assigneeName',
    ])
    .select([isOfferedForClosing.as('isOfferedForClosing'), survivorNumber.as('survivorNumber')])

/** Tickets with the additional columns that only a ticket's own screen shows. */
export const wholeTickets = (db: Db) =>
  ticketRows(withNestedRows(db))
    .leftJoin('enquiries', (join) =>
      join.onRef('enquiries.orgId', '=', 'tickets.orgId').onRef('enquiries.id', '=', 'tickets.enquiryId'),
    )
    .leftJoin('contacts as reporter', (join) =>
      join.onRef('reporter.orgId', '=', 'tickets.orgId').onRef('reporter.id', '=', 'tickets.reportedBy'),
    )
    .leftJoin('recurringTickets', (join) =>
      join
        .onRef('recurringTickets.orgId', '=', 'tickets.orgId')
        .onRef('recurringTickets.id', '=', 'tickets.recurringId'),
    )
    .leftJoin('invoiceRecipients', (join) =>
      join
        .onRef('invoiceRecipients.orgId', '=', 'tickets.orgId')
        .onRef('invoiceRecipients.id', '=', 'tickets.invoiceRecipientId'),
    )
    .leftJoinLateral(sql<Person>`names_of(array[tickets.created_by])`.as<'creator'>(sql`creator`), (join) =>
      join.onTrue(),
    )
    .select([
      'tickets.description',
      'tickets.folded',
      'tickets.resolvedAt',
      'tickets.promisedAt',
      'tickets.solveBy',
      'creator.id as creatorId',
      'creator.fullName as creatorName',
      'tickets.enquiryId',
      'enquiries.authentication as enquiryAuthentication',
      'reporter.id as reporterId',
      'reporter.name as reporterName',
      'recurringTickets.id as recurringId',
      'recurringTickets.title as recurringTitle',
      'invoiceRecipients.id as recipientId',
      'invoiceRecipients.name as recipientName',
      'tickets.orderNumber',
    ])
    .select((eb) => [jsonArrayFrom(copiesOf(eb)).as('copies')])

type SelectedRow = InferResult<ReturnType<typeof ticketRows>>[number]

/** Converts a row of `ticketRows` to the contract, with any columns that were also selected. */
export const toTicketRow = <Row extends SelectedRow>({
  customerId,
  customerName,
  customerArchivedAt,
  assigneeId,
  assigneeName,
  survivorId,
  survivorNumber,
  ...row
}: Row) => ({
  ...row,
  mergedInto: survivorId === null ? null : { id: survivorId, ticketNumber: survivorNumber ?? 0 },
  customer: { id: customerId, name: customerName, isArchived: customerArchivedAt !== null },
  assignee: assigneeId === null ? null : { id: assigneeId, fullName: assigneeName ?? '' },
})

type WholeRow = InferResult<ReturnType<typeof wholeTickets>>[number]

/** Converts a row of `wholeTickets` to the contract. */
export function toTicket(row: WholeRow): Ticket {
  const { creatorId, creatorName, reporterId, reporterName, recurringId, recurringTitle, ...rest } = toTicketRow(row)
  const { recipientId, recipientName, ...ticket } = rest
  return {
    ...ticket,
    createdBy: creatorId === null ? null : { id: creatorId, fullName: creatorName ?? '' },
    reportedBy: reporterId === null ? null : { id: reporterId, name: reporterName ?? '' },
    recurring: recurringId === null ? null : { id: recurringId, title: recurringTitle ?? '' },
    invoiceRecipient: recipientId === null ? null : { id: recipientId, name: recipientName ?? '' },
  }
}

const unresolved = unresolvedStatuses.map((status) => `'${status}'`).join(', ')
/** Literals, since with parameters a generic plan could not use the partial indexes. */
export const listedStatuses = {
  archived: sql<boolean>`tickets.status = 'closed'`,
  active: sql<boolean>`tickets.status <> 'closed'`,
  unresolved: sql.raw<boolean>(`tickets.status in (${unresolved})`),
} as const
