// Quantities and amounts of travel and material. A quantity is a whole number of hundredths, so that sums are exact.
import { type Ore, priceFor, sumOre } from '#shared/money.rules.ts'
import { formatNumber } from '#shared/plural.rules.ts'
import type { ExpenseTotal } from './expenses.contract.ts'

/** The hundredths of a quantity as people write it: '48', '12,5', '0.25'. Undefined for anything else. */
export function readQuantity(text: string): number | undefined {
  const [, whole, rest = ''] =
    /^\s*(\d{1,6})(?:[,.](\d{1,2}))?\s*$/.exec(text.replaceAll(/(?<=\d)\s(?=\d{3})/g, '')) ?? []
  return whole === undefined ? undefined : Number(whole) * 100 + Number(rest.padEnd(2, '0'))
}

const fraction = (hundredths: number) => {
  const rest = String(hundredths % 100).padStart(2, '0')
  return rest === '00' ? '' : `,${rest.replace(/0$/, '')}`
}
const wholeOf = (hundredths: number) => (hundredths - (hundredths % 100)) / 100

/** '12,5' for a field. */
export const plainQuantity = (hundredths: number): string => `${wholeOf(hundredths)}${fraction(hundredths)}`

/** '1 250,5 km' with non-breaking spaces. */
export const formatQuantity = (hundredths: number, unit: string): string =>
  `${formatNumber(wholeOf(hundredths))}${fraction(hundredths)}\u00a0${unit}`

type Named = { article: string; hundredths: number; unit: string; description: string | null }

/** The text of a row, as on an invoice basis: 'Resa, 48,5 km', with the description on a line of its own. */
export const expenseText = ({ article, hundredths, unit, description }: Named): string =>
  [`${article}, ${formatQuantity(hundredths, unit)}`, description].filter(Boolean).join('\n')

/** Price × quantity without VAT; null without a price. Equals round(price_ore * quantity) in the database. */
export const amountOf = ({ hundredths, priceOre }: { hundredths: number; priceOre: Ore | null }): Ore | null =>
  priceOre === null ? null : priceFor(priceOre, hundredths, 100)

/** The total of several totals. */
export const sumOfExpenses = (totals: readonly ExpenseTotal[]): ExpenseTotal => ({
  rows: totals.reduce((sum, { rows }) => sum + rows, 0),
  ore: sumOre(totals.map((total) => total.ore)),
  unpriced: totals.reduce((sum, { unpriced }) => sum + unpriced, 0),
  hundredthsOfKm: totals.reduce((sum, { hundredthsOfKm }) => sum + hundredthsOfKm, 0),
})

/** The address of the list with all rows of a ticket, whoever entered them. */
export const expensesOfTicket = (ticketId: string): string => `/backoffice/time/expenses?ticketId=${ticketId}&who=all`
