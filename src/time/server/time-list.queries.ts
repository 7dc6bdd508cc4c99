import { type Expression, type Kysely, sql } from 'kysely'
import type { StaffActor } from '#db/actor.ts'
import type { Db } from '#db/database.ts'
import { preparedQuery } from '#db/prepared-query.ts'
import type { Schema } from '#db/schema.ts'
import { PAGE_SIZE } from '#lib/contract.ts'
import { spanOfMonth } from '#lib/dates.rules.ts'
import { page, positionOf } from '#lib/server/keyset.ts'
import {
  column,
  type JsonOf,
  nullWhen,
  objectJson,
  preparedJsonRows,
  readyPage,
  textJson,
  timeJson,
  unquotedJson,
  wordJson,
} from '#lib/server/ready-json.ts'
import type { TimeEntry, TimeFilter, TimeKind, TimeTotal } from '../time.contract.ts'
import { activeTime, customerSums, openSums, reportedSums, timeSource } from './time.queries.ts'

const clockJson = (time: string) => wordJson(`left(${time}::text, 5)`)

const entryJson = column<TimeEntry>(
  objectJson({
    id: wordJson('time_entries.id'),
    workDate: wordJson('work_date'),
    timeFrom: clockJson('time_from'),
    timeTo: clockJson('time_to'),
    isPlaced: unquotedJson<boolean>('is_placed'),
    fromIsFirst: unquotedJson<boolean>('from_is_first'),
    toIsFirst: unquotedJson<boolean>('to_is_first'),
    minutes: unquotedJson<number>('minutes'),
    description: textJson('time_entries.description'),
    notes: textJson('time_entries.notes'),
    reported: unquotedJson<boolean>('reported'),
    reportedAt: timeJson('reported_at'),
    reportId: wordJson('report_id'),
    version: unquotedJson<number>('time_entries.version'),
    customer: objectJson({
      id: wordJson('customers.id'),
      name: textJson('customers.name'),
      isArchived: unquotedJson<boolean>('customers.archived_at is not null'),
    }),
    ticket: nullWhen(
      'tickets.id is null',
      objectJson({
        id: wordJson('tickets.id'),
        ticketNumber: unquotedJson<number>('ticket_number'),
        title: textJson('title'),
      }),
    ),
    kind: wordJson<TimeKind>('time_entries.kind'),
    isRut: unquotedJson<boolean>('is_rut'),
    technician: objectJson({ id: wordJson('profiles.id'), fullName: textJson('profiles.full_name') }),
  }),
)

type Position = Pick<TimeEntry, 'workDate' | 'id'>
const keys = ['workDate', 'id'] as const

/** The values of the conditions that apply. */
type Values = {
  customerId?: string | undefined
  ticketId?: string | undefined
  userId?: string | undefined
  from?: string | undefined
  before?: string | undefined
}
type Shape = { isReportedIncluded: boolean }

/** The JSON of time entries, newest work date first, up to one more than a page. */
export function newestEntries(
  db: Kysely<Schema>,
  { customerId, ticketId, userId, from, before, workDate, id }: Values & Partial<Position>,
  { isReportedIncluded }: Shape,
): Expression<{ json: JsonOf<TimeEntry> }> {
  // Chosen before the joins: the planner would join and sort all of a customer's entries instead of reading 51 in their order.
  let newest = activeTime(db).select('timeEntries.id')
  if (!isReportedIncluded) newest = newest.where(sql<boolean>`not reported`)
  if (customerId) newest = newest.where('customerId', '=', customerId)
  if (ticketId) newest = newest.where('ticketId', '=', ticketId)
  if (userId) newest = newest.where('userId', '=', userId)
  if (from && before) newest = newest.where('workDate', '>=', from).where('workDate', '<', before)
  if (workDate && id)
    newest = newest.where(sql<boolean>`(work_date, time_entries.id) < (${workDate}::date, ${id}::uuid)`)
  newest = newest
    .orderBy('workDate', 'desc')
    .orderBy('timeEntries.id', 'desc')
    .limit(sql.lit(PAGE_SIZE + 1))
  return timeSource(db)
    .select(entryJson.as('json'))
    .where('timeEntries.id', 'in', newest)
    .orderBy('workDate', 'desc')
    .orderBy('timeEntries.id', 'desc')
}

/** Number and minutes of all entries that match; from the stored sums where they cover the filter (docs/decisions/026). */
export function totalOfTime(
  db: Kysely<Schema>,
  { customerId, ticketId, userId, from, before }: Values,
  { isReportedIncluded }: Shape,
): Expression<TimeTotal> {
  const isStored = !from && !userId && !ticketId
  if (isStored && !isReportedIncluded) return openSums(db, customerId)
  if (isStored && customerId) return customerSums(db, customerId)
  if (isStored)
    return db
      .selectFrom(openSums(db).unionAll(reportedSums(db)).as('sums'))
      .select([sql<number>`sum(rows)::int`.as('rows'), sql<number>`sum(minutes)::int`.as('minutes')])
  let query = activeTime(db)
  if (!isReportedIncluded) query = query.where(sql<boolean>`not reported`)
  if (customerId) query = query.where('customerId', '=', customerId)
  if (ticketId) query = query.where('ticketId', '=', ticketId)
  if (userId) query = query.where('userId', '=', userId)
  if (from && before) query = query.where('workDate', '>=', from).where('workDate', '<', before)
  return query.select((eb) => [
    eb.fn.countAll<number>().as('rows'),
    eb.fn.coalesce(eb.fn.sum<number>('minutes'), sql.lit(0)).as('minutes'),
  ])
}

const pageOfTime = preparedJsonRows<TimeEntry, Values & Partial<Position>, Shape>(newestEntries)
const total = preparedQuery<TimeTotal, Values, Shape>((db, values, shape) => sql`${totalOfTime(db, values, shape)}`)

/** A page of time entries, newest work date first, as JSON rows; the total comes with the first page only. */
export async function listTime(
  db: Db,
  { userId }: StaffActor,
  { mine, after, month, customerId, ticketId, reported = false }: TimeFilter,
) {
  const position = positionOf(after, keys)
  const values = { customerId, ticketId, ...(mine && { userId }), ...(month !== undefined && spanOfMonth(month)) }
  const shape = { isReportedIncluded: reported }
  const [rows, [sums]] = await Promise.all([
    pageOfTime(db, { ...values, ...position }, shape),
    position ? [] : total(db, values, shape),
  ])
  return readyPage({ ...pageOfEntries(rows), total: sums ?? null })
}

/** The page of the rows of `newestEntries`, and the cursor of the next. */
export const pageOfEntries = (rows: JsonOf<TimeEntry>[]) =>
  page(rows, (json) => {
    const { workDate, id } = JSON.parse(json) as TimeEntry
    return { workDate, id }
  })
