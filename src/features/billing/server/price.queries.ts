import { getCustomer } from '#features/customers/server/customers.queries.ts'
import { expenseText } from '#features/time/expenses.rules.ts'
import type { StaffActor } from '#platform/database/actor.ts'
import type { Db } from '#platform/database/database.ts'
import { organizationOf } from '#platform/http/organization.ts'
import type { InvoicedTo } from '../invoice-lines.rules.ts'
import { withPrepaidHoursNames } from '../line-texts.rules.ts'
import type { PricedEntry } from '../price.contract.ts'
import { priceMonth } from '../pricing.rules.ts'
import { hasReversed, isReversedGoods, isReversedLine } from '../reverse-charge.rules.ts'
import { getMonthToPrice, type ReadMonth, readMonth, withPrice } from './month.queries.ts'

/** What a customer's month costs now. Throws 404 for an unknown customer. */
export async function getMonthPrice(db: Db, actor: StaffActor, customerId: string, month: string) {
  await getCustomer(db, customerId)
  const of = { orgId: organizationOf(actor), customerId }
  const read = await readMonth(db, of, month)
  const toPrice = await getMonthToPrice(db, of, month, read)
  const { rows, lines, lineOfExpense, netOre, vat, totalOre, unpriced, unpricedCharges } = priceMonth(toPrice)
  const isReverseCharge = hasReversed(toPrice, lines)
  const priced = new Map(rows.map((row) => [row.id, row]))
  return {
    month,
    isPrivate: toPrice.isPrivate,
    isReverseCharge,
    lines: (await withRecipientNames(db, customerId, withPrepaidHoursNames(lines, toPrice))).map((line) => ({
      ...line,
      isReversed: isReversedGoods(line) || (isReverseCharge && isReversedLine(line)),
    })),
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

/** The lines with the names of the recipients that they have beside the first. */
async function withRecipientNames<OfLine extends InvoicedTo>(db: Db, customerId: string, lines: readonly OfLine[]) {
  if (!lines.some(({ recipientId }) => recipientId)) return [...lines]
  const recipients = await db
    .selectFrom('invoiceRecipients')
    .select(['id', 'name'])
    .where('customerId', '=', customerId)
    .execute()
  return lines.map((line) => ({
    ...line,
    recipient: recipients.find(({ id }) => id === line.recipientId)?.name ?? null,
  }))
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
