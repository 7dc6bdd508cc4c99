// An invoice whose total would be negative carries it to a later basis, rate by rate.

import { type Ore, ore, priceFor, sumOre } from '#shared/money.rules.ts'
import { monthName } from '#shared/month-names.rules.ts'
import type { Line } from './invoice-lines.rules.ts'

/** What live billed bases of other months have carried at a rate and no other has taken; positive when a recipient is owed. */
export type Carried = { percent: number; netOre: Ore; month: string; recipientId?: string | null }

type OfLine = Pick<Line, 'vatPercent' | 'netOre' | 'recipientId'>

const carriedLine = (article: string, { vatPercent, netOre, recipientId }: OfLine): Line => ({
  kind: 'carried',
  article,
  quantity: 1,
  per: 1,
  unit: 'st',
  unitOre: netOre,
  netOre,
  vatPercent,
  isRut: false,
  recipientId,
})

/** The lines with what is carried from earlier bases, and with what this one carries on: no recipient's total is negative. */
export function withCarried(lines: readonly Line[], carried: readonly Carried[], month: string): Line[] {
  const added = [...byRecipient(lines)].flatMap(([recipientId, ofRecipient]) =>
    carriedOf(
      ofRecipient,
      carried.filter((one) => (one.recipientId ?? null) === recipientId),
      { recipientId, month },
    ),
  )
  return [...lines, ...added]
}

const byRecipient = <One extends Pick<Line, 'recipientId'>>(lines: readonly One[]) =>
  Map.groupBy(lines, ({ recipientId }) => recipientId ?? null)

type Place = { recipientId: string | null; month: string }

/** What the lines of one recipient take and carry on. */
function carriedOf(lines: readonly Line[], carried: readonly Carried[], { recipientId, month }: Place): Line[] {
  const taken = carried
    .filter(({ netOre }) => netOre !== 0)
    .map(({ percent, netOre, month: from }) =>
      carriedLine(`Från ${monthName(from)}`, { vatPercent: percent, netOre: ore(0 - netOre), recipientId }),
    )
  const sums = netOfRates([...lines, ...taken])
  const totalOre = sums.reduce((sum, { percent, netOre }) => sum + netOre + priceFor(netOre, percent, 100), 0)
  if (totalOre >= 0) return taken
  // The next basis takes it, which need not be that of the next month.
  return [
    ...taken,
    ...sums
      .filter(({ netOre }) => netOre !== 0)
      .map(({ percent, netOre }) =>
        carriedLine(`Förs över från ${monthName(month)} till nästa underlag`, {
          vatPercent: percent,
          netOre: ore(0 - netOre),
          recipientId,
        }),
      ),
  ]
}

/** The net sum of each rate, highest first. */
export const netOfRates = (lines: readonly OfLine[]): { percent: number; netOre: Ore }[] =>
  [...Map.groupBy(lines, ({ vatPercent }) => vatPercent)]
    .map(([percent, ofRate]) => ({ percent, netOre: sumOre(ofRate.map((line) => line.netOre)) }))
    .sort((one, other) => other.percent - one.percent)

/** The VAT of a rate: of the net sum of each recipient, rounded once. */
export const vatOfRate = (lines: readonly OfLine[], percent: number): Ore =>
  sumOre(
    [...byRecipient(lines.filter(({ vatPercent }) => vatPercent === percent)).values()].map((ofRecipient) =>
      priceFor(sumOre(ofRecipient.map(({ netOre }) => netOre)), percent, 100),
    ),
  )
