// Recurring charges (docs/decisions/118): the periods of a charge and what each costs. Pure and exact.
import { addDays, addMonths, daysBetween, monthOf, monthsBetween } from '#shared/dates.rules.ts'
import { type Ore, ore } from '#shared/money.rules.ts'
import type { VatClass } from './articles.rules.ts'
import type { InvoicedTo } from './invoice-lines.rules.ts'
import { type Dated, validOn } from './terms.rules.ts'

export const chargePeriods = ['month', 'quarter', 'year'] as const
export type ChargePeriod = (typeof chargePeriods)[number]
export const periodMonths: Record<ChargePeriod, number> = { month: 1, quarter: 3, year: 12 }

/** Whether a period is billed with the month of its first day or of its last. */
export const chargeTimings = ['advance', 'arrears'] as const
export type ChargeTiming = (typeof chargeTimings)[number]

/** In hundredths of the unit. */
type DatedQuantity = Dated & { hundredths: number }
/** Of one unit and period; null is the article's price. */
type DatedPrice = Dated & { priceOre: Ore | null }
export type Discount = { basisPoints: number | null; amountOre: Ore | null }

/** A charge with everything that decides what its periods cost. Dated rows apply until the next one. */
export type ChargeToPrice = InvoicedTo & {
  id: string
  name: string
  unit: string
  vatClass: VatClass
  vatReason: string | null
  articleNumber: string | null
  account: string | null
  isConstruction: boolean
  isElectronics: boolean
  period: ChargePeriod
  timing: ChargeTiming
  startsOn: string
  /** The last day; null until one is set. */
  endsOn: string | null
  /** Whether parts of a period, and quantities within it, count by days; otherwise its first charged day decides. */
  isByDays: boolean
  quantities: readonly DatedQuantity[]
  prices: readonly DatedPrice[]
  discounts: readonly (Dated & Discount)[]
  articlePrices: readonly (Dated & { priceOre: Ore })[]
}

/** The charged days of a period, cut by the start and the end of its charge. `from` identifies the period. */
export type Period = {
  from: string
  to: string
  /** Days in the whole period. */
  days: number
  /** The month 'YYYY-MM' with which it is billed. */
  billedIn: string
}

/** A charge may begin a year ahead, and be billed a year later. */
export const MONTHS_AHEAD = 25

/** The periods that are billed with a month or an earlier one, oldest first; with `since` not those that end before that month. */
export function periodsThrough(
  { period, timing, startsOn, endsOn }: Pick<ChargeToPrice, 'period' | 'timing' | 'startsOn' | 'endsOn'>,
  month: string,
  since = monthOf(startsOn),
): Period[] {
  const periods: Period[] = []
  const ended = Math.max(0, Math.floor(monthsBetween(monthOf(startsOn), since) / periodMonths[period]))
  const begin = addMonths(monthOf(startsOn), ended * periodMonths[period])
  for (let first = begin; first <= month; first = addMonths(first, periodMonths[period])) {
    const whole = { from: `${first}-01`, before: `${addMonths(first, periodMonths[period])}-01` }
    if (endsOn !== null && endsOn < whole.from) break
    const from = startsOn > whole.from ? startsOn : whole.from
    const to = endsOn !== null && endsOn < whole.before ? endsOn : addDays(whole.before, -1)
    const billedIn = timing === 'advance' ? first : monthOf(to)
    if (billedIn <= month) periods.push({ from, to, days: daysBetween(whole.from, whole.before), billedIn })
  }
  return periods
}

export type Span = { from: string; to: string; hundredths: number }

/** How a period is priced; stored with its line, to say later what has changed. */
export type ChargedPeriod = Discount & { priceOre: Ore; spans: Span[] }

const NO_DISCOUNT: Discount = { basisPoints: null, amountOre: null }

/** Undefined when the article of a charge without a price of its own has none on the period's first charged day. */
export function chargedPeriod(charge: ChargeToPrice, { from, to }: Period): ChargedPeriod | undefined {
  const priceOre = validOn(charge.prices, from)?.priceOre ?? validOn(charge.articlePrices, from)?.priceOre
  if (priceOre === undefined) return undefined
  const { basisPoints, amountOre } = validOn(charge.discounts, from) ?? NO_DISCOUNT
  const ofFirstDay = { from, to, hundredths: validOn(charge.quantities, from)?.hundredths ?? 0 }
  return {
    priceOre,
    basisPoints,
    amountOre,
    spans: charge.isByDays ? spansOf(charge.quantities, from, to) : [ofFirstDay],
  }
}

/** The quantities from a day to another, both included; days before the first row have none. */
function spansOf(quantities: readonly DatedQuantity[], from: string, to: string): Span[] {
  const changes = quantities.map(({ validFrom }) => validFrom).filter((day) => from < day && day <= to)
  const starts = [from, ...changes.sort()]
  const spans: Span[] = []
  for (const [index, start] of starts.entries()) {
    const hundredths = validOn(quantities, start)?.hundredths ?? 0
    const end = starts[index + 1]
    const last = spans.at(-1)
    const spanTo = end === undefined ? to : addDays(end, -1)
    if (last?.hundredths === hundredths) last.to = spanTo
    else spans.push({ from: start, to: spanTo, hundredths })
  }
  return spans
}

const lengthOf = ({ from, to }: Pick<Span, 'from' | 'to'>) => daysBetween(from, to) + 1

/** What a period costs, discount included: an exact fraction, rounded once half up to whole öre, never below 0. */
export function costOf(
  isByDays: boolean,
  period: Period,
  { priceOre, basisPoints, amountOre, spans }: ChargedPeriod,
): Ore {
  const days = isByDays ? lengthOf(period) : 1
  const ofDays = isByDays ? period.days : 1
  const quantity = spans.reduce(
    (sum, span) => sum + BigInt(span.hundredths) * BigInt(isByDays ? lengthOf(span) : 1),
    0n,
  )
  // In hundredths of a unit and ten-thousandths of the price.
  const gross = BigInt(priceOre) * quantity * BigInt(WHOLE_POINTS - (basisPoints ?? 0))
  const discount = BigInt(amountOre ?? 0) * BigInt(days * 100 * WHOLE_POINTS)
  return gross <= discount ? ore(0) : rounded(gross - discount, BigInt(ofDays * 100 * WHOLE_POINTS))
}

/** The basis points of the whole price. */
export const WHOLE_POINTS = 10_000

/** A fraction that is not negative in whole öre, rounded half up. */
export const rounded = (over: bigint, under: bigint): Ore => ore(Number((2n * over + under) / (2n * under)))

/** Whether a line says it all by quantity × price: one quantity, the whole period, no discount. */
export const isWholePeriod = (isByDays: boolean, period: Period, { basisPoints, amountOre, spans }: ChargedPeriod) =>
  spans.length === 1 && basisPoints === null && amountOre === null && (!isByDays || lengthOf(period) === period.days)
