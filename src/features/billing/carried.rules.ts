// A basis whose total would be negative carries it to a later one, rate by rate.

import { addMonths } from '#shared/dates.rules.ts'
import { type Ore, ore, priceFor, sumOre } from '#shared/money.rules.ts'
import { monthName } from '#shared/month-names.rules.ts'
import type { Line } from './invoice-lines.rules.ts'

/** What live billed bases of other months have carried at a rate and no other has taken; positive when a customer is owed. */
export type Carried = { percent: number; netOre: Ore; month: string }

const carriedLine = (article: string, vatPercent: number, netOre: Ore): Line => ({
  kind: 'carried',
  article,
  quantity: 1,
  per: 1,
  unit: 'st',
  unitOre: netOre,
  netOre,
  vatPercent,
  isRut: false,
})

/** The lines with what is carried from earlier bases, and with what this one carries on: its total is never negative. */
export function withCarried(lines: readonly Line[], carried: readonly Carried[], month: string): Line[] {
  const taken = carried
    .filter(({ netOre }) => netOre !== 0)
    .map((one) => carriedLine(`Från ${monthName(one.month)}`, one.percent, ore(0 - one.netOre)))
  if (lines.length === 0) return []
  const all = [...lines, ...taken]
  const sums = netOfRates(all)
  const totalOre = sums.reduce((sum, { percent, netOre }) => sum + netOre + priceFor(netOre, percent, 100), 0)
  if (totalOre >= 0) return all
  const next = monthName(addMonths(month, 1))
  return [
    ...all,
    ...sums
      .filter(({ netOre }) => netOre !== 0)
      .map(({ percent, netOre }) => carriedLine(`Förs över till ${next}`, percent, ore(0 - netOre))),
  ]
}

/** The net sum of each rate, highest first. */
export const netOfRates = (lines: readonly Line[]): { percent: number; netOre: Ore }[] =>
  [...Map.groupBy(lines, ({ vatPercent }) => vatPercent)]
    .map(([percent, ofRate]) => ({ percent, netOre: sumOre(ofRate.map((line) => line.netOre)) }))
    .sort((one, other) => other.percent - one.percent)
