import { getCustomer } from '#features/customers/server/customers.queries.ts'
import { expenseText } from '#features/time/expenses.rules.ts'
import type { StaffActor } from '#platform/database/actor.ts'
import type { Db } from '#platform/database/database.ts'
import { organizationOf } from '#platform/http/organization.ts'
import { withPrepaidHoursNames } from '../line-texts.rules.ts'
import type { PricedEntry } from '../price.contract.ts'
import { priceMonth } from '../pricing.rules.ts'
import { getMonthToPrice, type ReadMonth, readMonth, withPrice } from './month.queries.ts'

/** What a customer's month costs now. Throws 404 for an unknown customer. */
export async function getMonthPrice(db: Db, actor: StaffActor, customerId: string, month: string) {
  await getCustomer(db, customerId)
  const of = { orgId: organizationOf(actor), customerId }
  const read = await readMonth(db, of, month)
  const toPrice = await getMonthToPrice(db, of, month, read)
  const { rows, lines, lineOfExpense, netOre, vat, totalOre, unpriced, unpricedCharges } = priceMonth(toPrice)
  const priced = new Map(rows.map((row) => [row.id, row]))
  return {
    month,
    isPrivate: toPrice.isPrivate,
    isReverseCharge: toPrice.isReverseCharge,
    lines: withPrepaidHoursNames(lines, toPrice),
    netOre,
    vat,
    totalOre,
    unpriced: unpriced.length,
    unpricedCharges,
    unpricedExpenses: read.expenses.length - withPrice(read.expenses).length,
    rows: [
      ...read.work.map((entry) => {
        const row = priced.get(entry.id)
        return {
          ...entry,
          timeFrom: entry.isPlaced ? entry.timeFrom : null,
          timeTo: entry.isPlaced ? entry.timeTo : null,
          source: 'time' as const,
          chargedMinutes: row?.chargedMinutes ?? null,
          afterHoursMinutes: row?.afterHoursMinutes ?? null,
          lines: row?.shares.map(({ line }) => line) ?? [],
        }
      }),
      ...read.expenses.map((expense) => toPricedRow(expense, lineOfExpense.get(expense.id))),
    ],
  }
}

/** Named as on the invoice basis; without a price it is on no line. */
const toPricedRow = (
  { fullName, ...expense }: ReadMonth['expenses'][number],
  line: number | undefined,
): PricedEntry => ({
  ...expense,
  source: 'expense',
  timeFrom: null,
  timeTo: null,
  fromIsFirst: false,
  toIsFirst: false,
  technician: fullName,
  description: expenseText(expense),
  minutes: 0,
  chargedMinutes: 0,
  afterHoursMinutes: 0,
  lines: line === undefined ? [] : [line],
})
