// The use of a month's included hours and of prepaid hours, including time that is not billed yet.
import { sql } from 'kysely'
import { activeTime } from '#features/time/server/time.queries.ts'
import type { Db } from '#platform/database/database.ts'
import { monthOf, todayInStockholm } from '#shared/dates.rules.ts'
import type { PrepaidHours } from '../prepaid-hours.contract.ts'
import { priceMonth } from '../pricing.rules.ts'
import { activePrepaidHours, drawnMinutes } from './active-prepaid-hours.queries.ts'
import { getMonthToPrice, lessPending, type OfCustomer } from './month.queries.ts'

/** How many unbilled months count, including the current one: older ones were billed in another system. */
const UNBILLED_MONTHS = 3

/**
 * A customer's included hours of the current month, and its prepaid hours, oldest first. Unbilled months draw from prepaid hours
 * in order, as if they were billed one after the other.
 */
export async function getUsedHours(db: Db, of: OfCustomer, today = todayInStockholm()) {
  const month = monthOf(today)
  const bought = await listBoughtPrepaidHours(db, of)
  const current = await getMonthToPrice(db, of, month)
  const pending = new Map<string, number>()
  for (const unbilled of await unbilledMonths(db, of, bought, month)) {
    const toPrice = unbilled === month ? current : await getMonthToPrice(db, of, unbilled)
    for (const { prepaidHoursId, minutes } of priceMonth(lessPending(toPrice, pending)).draws)
      pending.set(prepaidHoursId, (pending.get(prepaidHoursId) ?? 0) + minutes)
  }
  return {
    month,
    included: priceMonth(current).included,
    prepaidHours: bought.map(
      (prepaid): PrepaidHours => ({ ...prepaid, usedMinutes: prepaid.drawnMinutes + (pending.get(prepaid.id) ?? 0) }),
    ),
  }
}

const listBoughtPrepaidHours = (db: Db, { orgId, customerId }: OfCustomer) =>
  activePrepaidHours(db)
    .select(['id', 'boughtOn', 'validUntil', 'minutes', 'priceOre', drawnMinutes.as('drawnMinutes')])
    .where('orgId', '=', orgId)
    .where('customerId', '=', customerId)
    .orderBy('boughtOn')
    .orderBy('id')
    .execute()

/** The months, up to the current one, with time that may draw from prepaid hours and no billed invoice basis. */
async function unbilledMonths(
  db: Db,
  { orgId, customerId }: OfCustomer,
  prepaidHours: Omit<PrepaidHours, 'usedMinutes'>[],
  current: string,
) {
  if (prepaidHours.every(({ minutes, drawnMinutes: drawn }) => drawn >= minutes)) return []
  const firstOfMonth = sql<string>`date_trunc('month', work_date)::date`
  const rows = await activeTime(db)
    .select(firstOfMonth.as('month'))
    .distinct()
    .where('orgId', '=', orgId)
    .where('customerId', '=', customerId)
    .where(
      'workDate',
      '>=',
      sql<string>`(${`${current}-01`}::date - ${sql.lit(UNBILLED_MONTHS - 1)} * interval '1 month')::date`,
    )
    .where('workDate', '<', sql<string>`(${`${current}-01`}::date + interval '1 month')::date`)
    .where(
      sql<boolean>`not exists (select from invoice_bases b where b.org_id = time_entries.org_id
        and b.customer_id = time_entries.customer_id and b.month = ${firstOfMonth} and b.state = 'billed')`,
    )
    .orderBy('month')
    .execute()
  return rows.map((row) => monthOf(row.month))
}
