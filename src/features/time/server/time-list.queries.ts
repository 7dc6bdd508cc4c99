import { type Kysely, sql } from 'kysely'
import type { StaffActor } from '#platform/database/actor.ts'
import { compiledOnce } from '#platform/database/compiled-query.ts'
import type { Db } from '#platform/database/database.ts'
import { page, positionOf } from '#platform/database/keyset.ts'
import type { Schema } from '#platform/database/schema.ts'
import { PAGE_SIZE } from '#shared/contract.ts'
import { type MonthSpan, spanOfMonth } from '#shared/dates.rules.ts'
import type { TimeEntry, TimeFilter, TimeTotal } from '../time.contract.ts'
import {
  activeTime,
  customerSums,
  dailySums,
  openSums,
  reportedSums,
  timeSource,
  toTimeEntry,
  withNames,
} from './time.queries.ts'

type Position = Pick<TimeEntry, 'workDate' | 'id'>

type Filter = Omit<TimeFilter, 'mine' | 'month' | 'reported' | 'after'> & {
  userId?: string | undefined
  span?: MonthSpan | undefined
  isReportedIncluded: boolean
}

const matching = (db: Kysely<Schema>, { customerId, ticketId, userId, span, isReportedIncluded }: Filter) => {
  let query = activeTime(db)
  if (!isReportedIncluded) query = query.where(sql<boolean>`not reported`)
  if (customerId) query = query.where('customerId', '=', customerId)
  if (ticketId) query = query.where('ticketId', '=', ticketId)
  if (userId) query = query.where('userId', '=', userId)
  if (span) query = query.where('workDate', '>=', span.from).where('workDate', '<', span.before)
  return query
}

/** Up to one more than a page, newest work date first. */
const newestEntries = (db: Db, filter: Filter, position?: Position) => {
  // Limited before the joins: the planner would join and sort all of a customer's entries instead of reading 51 in order.
  const newest = matching(db, filter)
    .select('timeEntries.id')
    .$if(position !== undefined, (query) =>
      query.where(sql<boolean>`(work_date, time_entries.id) < (${position?.workDate}::date, ${position?.id}::uuid)`),
    )
    .orderBy('workDate', 'desc')
    .orderBy('timeEntries.id', 'desc')
    .limit(sql.lit(PAGE_SIZE + 1))
  return withNames(timeSource(db))
    .where('timeEntries.id', 'in', newest)
    .orderBy('workDate', 'desc')
    .orderBy('timeEntries.id', 'desc')
}

const newestOfCustomer = compiledOnce((db, customerId: string) =>
  newestEntries(db, { customerId, isReportedIncluded: true }),
)

/** Number and minutes of all matching entries; from the stored sums where they cover the filter (docs/decisions/026). */
async function totalOfTime(db: Db, filter: Filter): Promise<TimeTotal> {
  const { customerId, userId, span, isReportedIncluded, ...others } = filter
  const isOfDays = userId !== undefined || span !== undefined
  const hasOthers = Object.values(others).some((value) => value !== undefined)
  if (hasOthers || (isOfDays && (customerId || !isReportedIncluded)))
    return sumOf(matching(db, filter)).executeTakeFirstOrThrow()
  if (isOfDays) return dailySums(db, userId, span).executeTakeFirstOrThrow()
  if (!isReportedIncluded) return openSums(db, customerId).executeTakeFirstOrThrow()
  if (customerId) return customerSums(db, customerId).executeTakeFirstOrThrow()
  return db
    .selectFrom(openSums(db).unionAll(reportedSums(db)).as('sums'))
    .select([sql<number>`sum(rows)::int`.as('rows'), sql<number>`sum(minutes)::int`.as('minutes')])
    .executeTakeFirstOrThrow()
}

const sumOf = (entries: ReturnType<typeof matching>) =>
  entries.select((eb) => [
    eb.fn.countAll<number>().as('rows'),
    eb.fn.coalesce(eb.fn.sum<number>('minutes'), sql.lit(0)).as('minutes'),
  ])

/** Number and minutes of a ticket's entries, reported or not, as one row. */
export const timeOnTicket = (db: Kysely<Schema>, ticketId: string) =>
  sumOf(matching(db, { ticketId, isReportedIncluded: true }))

/** A page of time entries, newest work date first; the total comes with the first page only. */
export function listTime(db: Db, actor: StaffActor, { mine, after, month, reported = false, ...rest }: TimeFilter) {
  const userId = mine ? actor.userId : undefined
  const span = month === undefined ? undefined : spanOfMonth(month)
  return pageOfTime(db, { ...rest, userId, span, isReportedIncluded: reported }, after)
}

/** The first page of all of a customer's time, reported or not, without its total (`customerSums`). */
export const listTimeOfCustomer = async (db: Db, customerId: string) => toPage(await newestOfCustomer(db, customerId))

const toPage = (rows: Parameters<typeof toTimeEntry>[0][]) =>
  page(rows.map(toTimeEntry), ({ workDate, id }) => ({ workDate, id }))

async function pageOfTime(db: Db, filter: Filter, after: string | undefined) {
  const position = positionOf(after, ['workDate', 'id'])
  const [rows, total] = await Promise.all([
    newestEntries(db, filter, position).execute(),
    position ? null : totalOfTime(db, filter),
  ])
  return { ...toPage(rows), total }
}
