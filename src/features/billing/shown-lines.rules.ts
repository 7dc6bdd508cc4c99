// The lines of an invoice basis as people read them: to a private customer with VAT (docs/decisions/122).
import { type Ore, ore, priceFor, sumOre } from '#shared/money.rules.ts'
import { quantityText } from './line-texts.rules.ts'
import type { PricedLine } from './price.contract.ts'

type Amounts = Pick<PricedLine, 'quantity' | 'per' | 'unit' | 'unitOre' | 'netOre' | 'vatPercent' | 'recipient'>

/** The amounts are those to show; `counted` stands in the name of a line that is written as 1 × its amount. */
export type ShownLine<Line extends Amounts> = Line & { counted?: string }

/** Lines of a basis or of one recipient; they add up to the sum without VAT, and with VAT to the total. */
export function shownLines<Line extends Amounts>(lines: readonly Line[], isPrivate: boolean): ShownLine<Line>[] {
  if (!isPrivate) return [...lines]
  const amounts = amountsWithVat(lines)
  return lines.map((line, nth) => lineWithVat(line, amounts[nth] ?? line.netOre))
}

export type RutLine = Amounts & Pick<PricedLine, 'isRut'>

/** The sum of RUT work in the amounts that the lines show. */
export const shownRutOre = (lines: readonly RutLine[], isPrivate: boolean): Ore =>
  sumOre(shownLines(lines, isPrivate).flatMap(({ isRut, netOre }) => (isRut ? [netOre] : [])))

function lineWithVat<Line extends Amounts>(line: Line, amount: Ore): ShownLine<Line> {
  const { quantity, per, unitOre, vatPercent } = line
  const priceOre = withVat(unitOre, vatPercent)
  if (priceFor(priceOre, quantity, per) === amount) return { ...line, unitOre: priceOre, netOre: amount }
  if (quantity === per) return { ...line, unitOre: amount, netOre: amount }
  return { ...line, counted: quantityText(line), quantity: 1, per: 1, unit: 'st', unitOre: amount, netOre: amount }
}

const withVat = (amount: Ore, percent: number): Ore => priceFor(amount, 100 + percent, 100)

/**
 * The amount of each line with VAT. VAT is rounded once for each rate of a recipient, so a line gets what the sum up to it grows
 * by: the amounts add up to the total.
 */
function amountsWithVat(lines: readonly Amounts[]): Ore[] {
  const net = new Map<string, Ore>()
  return lines.map(({ netOre, vatPercent, recipient }) => {
    const key = JSON.stringify([recipient ?? null, vatPercent])
    const before = net.get(key) ?? ore(0)
    const after = ore(before + netOre)
    net.set(key, after)
    return ore(withVat(after, vatPercent) - withVat(before, vatPercent))
  })
}
