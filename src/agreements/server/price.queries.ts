import { getCustomer } from '#customers/server/customers.queries.ts'
import type { Db } from '#db/database.ts'
import { spanOfMonth } from '#lib/dates.rules.ts'
import { timeSource } from '#time/server/time.queries.ts'
import { priceMonth } from '../pricing.rules.ts'
import { getMonthToPrice } from './month.queries.ts'

/** What a customer's month costs now. Throws 404 for an unknown customer. */
export async function getMonthPrice(db: Db, customerId: string, month: string) {
  await getCustomer(db, customerId)
  const [toPrice, entries] = await Promise.all([
    getMonthToPrice(db, customerId, month),
    entriesOf(db, customerId, month),
  ])
  const { rows, lines, netOre, vat, totalOre, unpriced } = priceMonth(toPrice)
  const priced = new Map(rows.map((row) => [row.id, row]))
  return {
    ...{ month, isPrivate: toPrice.isPrivate, isReverseCharge: toPrice.isReverseCharge },
    ...{ lines, netOre, vat, totalOre, unpriced: unpriced.length },
    rows: entries.map((entry) => {
      const row = priced.get(entry.id)
      return {
        ...entry,
        chargedMinutes: row?.chargedMinutes ?? null,
        dutyMinutes: row?.dutyMinutes ?? null,
        lines: row?.shares.map(({ line }) => line) ?? [],
      }
    }),
  }
}

function entriesOf(db: Db, customerId: string, month: string) {
  const { from, before } = spanOfMonth(month)
  return timeSource(db)
    .select([
      ...(['timeEntries.id', 'workDate', 'timeFrom', 'timeTo', 'timeEntries.kind', 'minutes'] as const),
      ...(['profiles.fullName as technician', 'ticketNumber', 'timeEntries.description'] as const),
    ])
    .where('timeEntries.customerId', '=', customerId)
    .where('workDate', '>=', from)
    .where('workDate', '<', before)
    .orderBy('workDate')
    .orderBy('timeFrom')
    .orderBy('timeEntries.id')
    .execute()
}
