// What a month costs in two parts, apart from the product's rules: the reference's month, minute by minute, with the rows of the
// second part worked after all of the first.
import type { MonthToPrice } from '../pricing.rules.ts'
import { referenceMonth } from './reference-month.ts'

/** The reference's month where billed rows come first: it draws and rounds them before the others. */
export function referenceInParts(month: MonthToPrice, isBilled: (id: string) => boolean) {
  const billed = {
    ...month,
    work: month.work.filter(({ id }) => isBilled(id)),
    expenses: month.expenses.filter(({ id }) => isBilled(id)),
    bought: [],
  }
  return { first: referenceMonth(billed), both: referenceMonth(month, (id) => !isBilled(id)) }
}
