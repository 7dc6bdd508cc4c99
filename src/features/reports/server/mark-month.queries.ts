import { sql } from 'kysely'
import { activeTime } from '#features/time/server/time.queries.ts'
import type { StaffActor } from '#platform/database/actor.ts'
import type { Db } from '#platform/database/database.ts'
import { AppError } from '#platform/http/app-error.ts'
import type { Transaction } from '#platform/http/serve.ts'
import { addDays, type MonthSpan, spanOfMonth } from '#shared/dates.rules.ts'
import { type MonthToMark, NOTHING_TO_MARK } from '../reports.contract.ts'
import { markReport } from './marking.queries.ts'
import { generateReport } from './reports.queries.ts'

/** Makes and marks a report of each customer, or one of all. Repeated it marks nothing more, and makes no report. */
export async function markMonth(transaction: Transaction, actor: StaffActor, { month, customerIds }: MonthToMark) {
  let marked = 0
  for (const customerId of customerIds ?? [''])
    marked += await transaction((db) => markOne(db, actor, month, customerId)).catch(noneIfMarked)
  return { marked }
}

async function markOne(db: Db, actor: StaffActor, month: string, customerId: string): Promise<number> {
  const { from, before } = spanOfMonth(month)
  if (!(await hasUnreported(db, { from, before }, customerId))) return 0
  const { id } = await generateReport(db, actor, { customerId, from, to: addDays(before, -1) })
  return (await markReport(db, actor, id)).marked
}

/** While the report was made another transaction marked all of its rows. */
function noneIfMarked(error: unknown): 0 {
  if (error instanceof AppError && error.message === NOTHING_TO_MARK) return 0
  throw error
}

async function hasUnreported(db: Db, { from, before }: MonthSpan, customerId: string) {
  const row = await activeTime(db)
    .select('id')
    .where('workDate', '>=', from)
    .where('workDate', '<', before)
    .where(sql<boolean>`not reported`)
    .$if(customerId !== '', (query) => query.where('customerId', '=', customerId))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
