// The tickets that are merged into one, as its screen shows them.
import { type InferResult, type Kysely, sql } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import type { AttachedFile } from '#features/files/files.contract.ts'
import { expensesOnTicket, toExpenseTotal } from '#features/time/server/expense-list.queries.ts'
import { fromNestedTimestamp } from '#platform/database/nested-rows.ts'
import type { Schema } from '#platform/database/schema.ts'
import type { MergedDescription, MergedTicket, RelatedTicket } from '../merged-tickets.contract.ts'
import { doneStatuses } from '../tickets.contract.ts'

/**
 * The id of a ticket with those of the tickets merged into it that the actor may see, and the numbers of the latter: a table
 * for `from`.
 */
export const partsOf = (ticketId: string) => sql`(select ${ticketId}::uuid, null::integer
  union all select id, ticket_number from tickets where merged_into = ${ticketId})`

/** The tickets that are merged into one, oldest first, with their time, travel and material. */
export const mergedTickets = (db: Kysely<Schema>, ticketId: string) =>
  db
    .selectFrom('tickets as part')
    .innerJoin('customers', (join) =>
      join.onRef('customers.orgId', '=', 'part.orgId').onRef('customers.id', '=', 'part.customerId'),
    )
    .leftJoin('contacts as teller', (join) =>
      join.onRef('teller.orgId', '=', 'part.orgId').onRef('teller.id', '=', 'part.reportedBy'),
    )
    .leftJoin('enquiries as asked', (join) =>
      join.onRef('asked.orgId', '=', 'part.orgId').onRef('asked.id', '=', 'part.enquiryId'),
    )
    .leftJoin('profiles as maker', (join) =>
      join.onRef('maker.orgId', '=', 'part.orgId').onRef('maker.id', '=', 'part.createdBy'),
    )
    .select(['part.id', 'part.ticketNumber', 'part.title', 'part.description', 'part.folded', 'part.createdAt'])
    .select('part.version')
    .select([
      sql<string>`coalesce(teller.name, asked.name, maker.full_name,
        (select full_name from names_of(array[part.created_by])), customers.name)`.as('authorName'),
      sql<string>`coalesce(part.reported_by, part.created_by, part.customer_id)`.as('authorId'),
      sql<boolean>`teller.id is not null or asked.id is not null or part.created_by is not null and maker.id is null`.as(
        'byCustomer',
      ),
    ])
    .select((eb) => [
      eb
        .selectFrom('mailMessages')
        .select('mailMessages.id')
        .whereRef('mailMessages.ticketId', '=', 'part.id')
        .where('outcome', '=', 'ticket')
        .limit(1)
        .as('mailId'),
      eb
        .selectFrom('timeEntries')
        .select(sql<number>`count(*)::integer`.as('rows'))
        .whereRef('timeEntries.ticketId', '=', 'part.id')
        .where('timeEntries.deletedAt', 'is', null)
        .as('timeRows'),
      eb
        .selectFrom('timeEntries')
        .select(sql<number>`coalesce(sum(minutes), 0)::integer`.as('minutes'))
        .whereRef('timeEntries.ticketId', '=', 'part.id')
        .where('timeEntries.deletedAt', 'is', null)
        .as('minutes'),
      jsonObjectFrom(expensesOnTicket(db, sql.ref('part.id')))
        .$notNull()
        .as('expenses'),
    ])
    .where('part.mergedInto', '=', ticketId)
    .orderBy('part.ticketNumber')

export type MergedRow = InferResult<ReturnType<typeof mergedTickets>>[number]

export const toMergedTicket = ({
  id,
  ticketNumber,
  title,
  version,
  timeRows,
  minutes,
  expenses,
}: MergedRow): MergedTicket => ({
  id,
  ticketNumber,
  title,
  version,
  time: { rows: timeRows ?? 0, minutes: minutes ?? 0 },
  expenses: toExpenseTotal(expenses),
})

export const toMergedDescription = (
  { authorId, authorName, createdAt, ...row }: MergedRow,
  files: AttachedFile[],
): MergedDescription => ({
  ...row,
  kind: 'ticket',
  createdAt: fromNestedTimestamp(createdAt),
  author: { id: authorId, fullName: authorName },
  files,
})

/** The tickets that staff have related to one, by number. */
export const relatedTickets = (db: Kysely<Schema>, ticketId: string) =>
  db
    .selectFrom('ticketLinks as link')
    .innerJoin('tickets as related', (join) =>
      join
        .onRef('related.orgId', '=', 'link.orgId')
        .on(
          'related.id',
          '=',
          sql<string>`case when link.ticket_id = ${ticketId} then link.related_id else link.ticket_id end`,
        ),
    )
    .innerJoin('customers', (join) =>
      join.onRef('customers.orgId', '=', 'related.orgId').onRef('customers.id', '=', 'related.customerId'),
    )
    .select(['related.id', 'related.ticketNumber', 'related.title', 'customers.name as customer'])
    .select(sql<boolean>`related.status in (${sql.join(doneStatuses.map((status) => sql.lit(status)))})`.as('isDone'))
    .where((eb) => eb.or([eb('link.ticketId', '=', ticketId), eb('link.relatedId', '=', ticketId)]))
    .orderBy('related.ticketNumber')
    .$castTo<RelatedTicket>()
