// What the rows of a month come to: their time, and those that have no price or are not reported.
import { type RawBuilder, sql } from 'kysely'
import { activeExpenses } from '#features/time/server/expenses.queries.ts'
import { activeTime } from '#features/time/server/time.queries.ts'
import type { Db } from '#platform/database/database.ts'
import type { MonthSpan } from '#shared/dates.rules.ts'

/** Time on a date without terms. */
const isUnpriced = sql<boolean>`unbilled_reason is null
  and work_date < coalesce((select min(valid_from) from default_terms), 'infinity')
  and (select terms_id from agreements a where a.org_id = time_entries.org_id and a.customer_id = time_entries.customer_id
    and a.valid_from <= work_date order by valid_from desc limit 1) is null`

/** The sums of the customers' active time, with how many rows are not reported, and on a date without terms. */
export const sumTime = (db: Db, { from, before }: MonthSpan, ids: RawBuilder<string[]>) =>
  activeTime(db)
    .select(['customerId', sql<number>`sum(minutes)`.as('minutes')])
    .select(sql<number>`count(*) filter (where not reported)`.as('unreported'))
    .select(sql<number>`count(*) filter (where ${isUnpriced})`.as('unpriced'))
    .where(sql<boolean>`customer_id = any(${ids})`)
    .where('workDate', '>=', from)
    .where('workDate', '<', before)
    .groupBy('customerId')
    .execute()

export const countUnpricedExpenses = (db: Db, { from, before }: MonthSpan, ids: RawBuilder<string[]>) =>
  activeExpenses(db)
    .select(['customerId', sql<number>`count(*)`.as('unpricedExpenses')])
    .where(sql<boolean>`customer_id = any(${ids})`)
    .where('workDate', '>=', from)
    .where('workDate', '<', before)
    .where('priceOre', 'is', null)
    .where('unbilledReason', 'is', null)
    .groupBy('customerId')
    .execute()

/** The customers with rows of the month that have no price: no basis can be made of it. */
export async function listUnpriced(db: Db, { from, before }: MonthSpan): Promise<string[]> {
  const rows = await activeTime(db)
    .select('customerId')
    .where('workDate', '>=', from)
    .where('workDate', '<', before)
    .where(isUnpriced)
    .union(
      activeExpenses(db)
        .select('customerId')
        .where('workDate', '>=', from)
        .where('workDate', '<', before)
        .where('priceOre', 'is', null)
        .where('unbilledReason', 'is', null),
    )
    .execute()
  return rows.map(({ customerId }) => customerId)
}

export const hasUnreported = async (db: Db, { from, before }: MonthSpan) =>
  (await activeTime(db)
    .select('id')
    .where('workDate', '>=', from)
    .where('workDate', '<', before)
    .where(sql<boolean>`not reported`)
    .limit(1)
    .executeTakeFirst()) !== undefined
