// Used hours as screens show them (used-hours-tasks.ts stores them); row-level security decides which are visible.
import { type InferResult, type Kysely, sql } from 'kysely'
import type { Schema } from '#platform/database/schema.ts'
import { todayInStockholm } from '#shared/dates.rules.ts'
import { notifyThresholds } from '../drawing.rules.ts'
import type { HoursLeft } from '../hours-left.contract.ts'

/** How long prepaid hours are shown after they are used up. */
const USED_UP_SHOWN_DAYS = 30

/** Included hours of this month, and valid prepaid hours unless they were used up some time ago. */
const areCurrent = (today: string) => sql<boolean>`case when used_hours.prepaid_hours_id is null
  then used_hours.month = date_trunc('month', ${today}::date)::date
  else coalesce(prepaid_hours.valid_until >= ${today}::date, true) and (used_hours.used_minutes < used_hours.minutes
    or used_hours.notified_at > now() - ${sql.lit(USED_UP_SHOWN_DAYS)} * interval '1 day') end`

const usedHours = (db: Kysely<Schema>) =>
  db
    .selectFrom('usedHours')
    .leftJoin('prepaidHours', (join) =>
      join
        .onRef('prepaidHours.orgId', '=', 'usedHours.orgId')
        .onRef('prepaidHours.id', '=', 'usedHours.prepaidHoursId'),
    )
    .select([
      'usedHours.month',
      'prepaidHours.boughtOn',
      'prepaidHours.validUntil',
      'usedHours.minutes',
      'usedHours.usedMinutes',
    ])

type UsedHours = InferResult<ReturnType<typeof usedHours>>[number]

export const toHoursLeft = ({ month, boughtOn, validUntil, minutes, usedMinutes }: UsedHours): HoursLeft =>
  month === null
    ? { kind: 'pot', boughtOn: boughtOn ?? '', validUntil, minutes, usedMinutes }
    : { kind: 'included', month: month.slice(0, 7), minutes, usedMinutes }

/** The customer's included and prepaid hours in the order in which they are drawn; `toHoursLeft` converts a row. */
export const hoursLeft = (db: Kysely<Schema>, customerId: string, today: string) =>
  usedHours(db)
    .where('usedHours.customerId', '=', customerId)
    .where(areCurrent(today))
    .orderBy(sql`used_hours.prepaid_hours_id is not null`)
    .orderBy(sql`prepaid_hours.valid_until nulls last`)
    .orderBy('prepaidHours.boughtOn')
    .orderBy('prepaidHours.id')

export async function listHoursLeft(db: Kysely<Schema>, customerId: string) {
  const rows = await hoursLeft(db, customerId, todayInStockholm()).execute()
  return rows.map(toHoursLeft)
}

/**
 * The first hours that are nearly used up, prepaid before included, and their total number. Prepaid hours count only when
 * the customer has no others left. `toRunningOut` converts the rows.
 */
export function runningOut(db: Kysely<Schema>, limit: number, today: string) {
  const [nearly] = notifyThresholds
  return usedHours(db)
    .innerJoin('customers', (join) =>
      join.onRef('customers.orgId', '=', 'usedHours.orgId').onRef('customers.id', '=', 'usedHours.customerId'),
    )
    .select(['customers.id', 'customers.name'])
    .select(sql<number>`count(*) over ()`.as('total'))
    .where('customers.archivedAt', 'is', null)
    .where(areCurrent(today))
    .where(sql<boolean>`used_hours.used_minutes * 100 >= used_hours.minutes * ${sql.lit(nearly)}`)
    .where(
      sql<boolean>`(used_hours.prepaid_hours_id is null or not exists (select from used_hours other
        where other.org_id = used_hours.org_id and other.customer_id = used_hours.customer_id and other.prepaid_hours_id is not null
          and other.used_minutes * 100 < other.minutes * ${sql.lit(nearly)}))`,
    )
    .orderBy(sql`used_hours.prepaid_hours_id is null`)
    .orderBy(sql`customers.name collate "sv-SE-x-icu"`)
    .orderBy('customers.id')
    .limit(sql.lit(limit))
}

export const toRunningOut = (rows: InferResult<ReturnType<typeof runningOut>>) => ({
  rows: rows.map(({ id, name, ...row }) => ({ customer: { id, name }, hours: toHoursLeft(row) })),
  total: rows[0]?.total ?? 0,
})
