// Raises of prices ('Höj priser', docs/decisions/123): the new price, what stops a raise and what it gives a month. Pure and exact.
import { addDays, addMonths, daysBetween, monthOf } from '#shared/dates.rules.ts'
import { type Ore, ore, PRICE_MAX_ORE, priceFor } from '#shared/money.rules.ts'
import {
  type ChargeToPrice,
  costOf,
  type Discount,
  periodMonths,
  periodsThrough,
  rounded,
  WHOLE_POINTS,
} from './charges.rules.ts'
import { validOn } from './terms.rules.ts'

/** What is raised: prices that charges have of their own, those of articles, or those of terms. */
export const raiseSubjects = ['charges', 'articles', 'terms'] as const
export type RaiseSubject = (typeof raiseSubjects)[number]

/** To what the new price is rounded, in öre. */
const roundingSteps = { none: 1, krona: 100, ten: 1000 } as const
export type RaiseRounding = keyof typeof roundingSteps
export const raiseRoundings = Object.keys(roundingSteps) as [RaiseRounding, ...RaiseRounding[]]

/** Which prices of terms are raised. */
export const termsParts = ['all', 'work', 'fee'] as const
export type TermsPart = (typeof termsParts)[number]

/** One of percent and amount is null. */
export type Raise = { basisPoints: number | null; amountOre: Ore | null; rounding: RaiseRounding }

/** Why a price is not raised. */
export const stopReasons = [
  /** The charge is bound: `date` is the last bound day. */
  'bound',
  /** A dated row stands on the day or later: `date` is its day. */
  'dated',
  /** The charge has the article's price. */
  'follows',
  /** It is 0: what costs nothing is not raised. */
  'free',
  /** Rounded, it would not be higher. */
  'unchanged',
  /** It would be above the limit of prices. */
  'limit',
  /** There is no price on the day. */
  'unpriced',
  /** No customer has the terms on the day. */
  'unused',
  /** A customer has an earlier version of the terms. */
  'older',
  /** A bound customer with the article's price has a price row after the day, so that its price cannot be kept: `date` is the row's. */
  'kept',
] as const
export type StopReason = (typeof stopReasons)[number]
export type Stop = { reason: StopReason; date: string | null; customer: string | null }
const stopped = (reason: StopReason, date: string | null = null): Stop => ({ reason, date, customer: null })

/** The price after a raise: an exact fraction, rounded once half up to the step. */
export function raisedPrice(price: Ore, { basisPoints, amountOre, rounding }: Raise): Ore {
  const step = roundingSteps[rounding]
  const exact =
    BigInt(price) * BigInt(WHOLE_POINTS + (basisPoints ?? 0)) + BigInt(amountOre ?? 0) * BigInt(WHOLE_POINTS)
  return ore(rounded(exact, BigInt(WHOLE_POINTS * step)) * step)
}

/** What a price becomes, or why it cannot be raised. */
export function raiseOf(price: Ore | null, raise: Raise): { newOre: Ore; stop: null } | { newOre: null; stop: Stop } {
  if (price === null) return { newOre: null, stop: stopped('unpriced') }
  if (price === 0) return { newOre: null, stop: stopped('free') }
  const newOre = raisedPrice(price, raise)
  if (newOre <= price) return { newOre: null, stop: stopped('unchanged') }
  if (newOre > PRICE_MAX_ORE) return { newOre: null, stop: stopped('limit') }
  return { newOre, stop: null }
}

/** The last bound day counts. */
export const isBoundOn = (bindingUntil: string | null, day: string): boolean =>
  bindingUntil !== null && day <= bindingUntil

/** The same day of a month later, or the month's last. */
export function monthsLater(date: string, months: number): string {
  const month = addMonths(monthOf(date), months)
  const lastDay = daysBetween(`${month}-01`, `${addMonths(month, 1)}-01`)
  return `${month}-${String(Math.min(Number(date.slice(8)), lastDay)).padStart(2, '0')}`
}

/** The first day that the notice leaves time for, when it is after the raise; else null. */
export function tooShortNotice(noticeMonths: number, from: string, today: string): string | null {
  const earliest = monthsLater(today, noticeMonths)
  return noticeMonths > 0 && from < earliest ? earliest : null
}

/** The earliest dated row on a day or later. */
const rowFrom = (rows: readonly { validFrom: string }[], day: string): string | null =>
  rows
    .map(({ validFrom }) => validFrom)
    .filter((date) => date >= day)
    .sort()[0] ?? null

/** A charge with what a raise depends on. */
export type ChargeToRaise = ChargeToPrice & { bindingUntil: string | null; noticeMonths: number }

const laterOf = (one: string, other: string) => (one > other ? one : other)
const NO_DISCOUNT: Discount = { basisPoints: null, amountOre: null }

/** The first day of the first period that begins on a day or later; null when the charge ends before one does. */
export const firstPeriodFrom = (charge: ChargeToRaise, from: string): string | null =>
  periodsThrough({ ...charge, timing: 'advance' }, addMonths(monthOf(laterOf(from, charge.startsOn)), 12)).find(
    (period) => period.from >= from,
  )?.from ?? null

/** What a new price gives more a month, with the quantity and discount of the day. */
export function monthlyRise(charge: ChargeToRaise, from: string, oldOre: Ore, newOre: Ore): Ore {
  const day = laterOf(from, charge.startsOn)
  const { basisPoints, amountOre } = validOn(charge.discounts, day) ?? NO_DISCOUNT
  const hundredths = validOn(charge.quantities, day)?.hundredths ?? 0
  const cost = (priceOre: Ore) =>
    costOf(
      false,
      { from: day, to: day, days: 1, billedIn: monthOf(day) },
      { priceOre, basisPoints, amountOre, spans: [{ from: day, to: day, hundredths }] },
    )
  return priceFor(ore(cost(newOre) - cost(oldOre)), 1, periodMonths[charge.period])
}

/** What a raise does to the price that a charge has of its own. */
export function raiseOfCharge(charge: ChargeToRaise, from: string, raise: Raise) {
  const own = validOn(charge.prices, from)
  const later = rowFrom(charge.prices, from)
  const oldOre = own?.priceOre ?? validOn(charge.articlePrices, from)?.priceOre ?? null
  if (own?.priceOre === null) return { oldOre, newOre: null, stop: stopped('follows') }
  if (later !== null) return { oldOre, newOre: null, stop: stopped('dated', later) }
  if (isBoundOn(charge.bindingUntil, from)) return { oldOre, newOre: null, stop: stopped('bound', charge.bindingUntil) }
  return { oldOre, ...raiseOf(oldOre, raise) }
}

/** What a raise does to the price of an article. */
export function raiseOfArticle(prices: readonly { validFrom: string; priceOre: Ore }[], from: string, raise: Raise) {
  const oldOre = validOn(prices, from)?.priceOre ?? null
  const later = rowFrom(prices, from)
  return later === null
    ? { oldOre, ...raiseOf(oldOre, raise) }
    : { oldOre, newOre: null, stop: stopped('dated', later) }
}

/** Whether a charge has the article's price on a day, or on its first one when that is later. */
export const followsArticle = (charge: ChargeToRaise, from: string): boolean =>
  validOn(charge.prices, laterOf(from, charge.startsOn))?.priceOre === null

export type KeptPrice = { validFrom: string; priceOre: Ore | null }

/**
 * The rows with which a bound charge keeps the article's old price until its binding ends, after which it has the article's again;
 * `blockedBy` is the day of a row that makes that impossible.
 */
export function keepsPrice(
  { prices, bindingUntil }: ChargeToRaise,
  from: string,
  oldOre: Ore,
): { rows: KeptPrice[]; blockedBy: string | null } {
  if (bindingUntil === null || !isBoundOn(bindingUntil, from)) return { rows: [], blockedBy: null }
  const after = addDays(bindingUntil, 1)
  const later = rowFrom(prices, from)
  if (later !== null && later < after) return { rows: [], blockedBy: later }
  const kept = { validFrom: from, priceOre: oldOre }
  return { rows: later === after ? [kept] : [kept, { validFrom: after, priceOre: null }], blockedBy: null }
}
