// What is counted against what is billed (docs/decisions/124). Pure.
import { addMonths, monthOf } from '#shared/dates.rules.ts'
import { type ChargeTiming, type ChargeToPrice, MONTHS_AHEAD, type Period, periodsThrough } from './charges.rules.ts'
import type { ChargeCount } from './counted.contract.ts'
import { validOn } from './terms.rules.ts'

const WHOLE = 100

/** Equipment: the day it was added, and the day it was taken out of use. */
export type Piece = { from: string; until: string | null }
export type Listed = { countedOn: string; hundredths: number }

export type Counted = {
  hundredths: number
  /** The day that was counted. */
  on: string
  /** Since when the number is what it is; null when only the day is known. */
  since: string | null
}

/** How many pieces were in use on a day, which is not counted for what was taken out of use then. */
export function countPieces(pieces: readonly Piece[], on: string): Counted {
  const changes = new Map<string, number>()
  const add = (day: string, by: number) => changes.set(day, (changes.get(day) ?? 0) + by)
  for (const { from, until } of pieces) {
    if (until !== null && until <= from) continue
    if (from <= on) add(from, 1)
    if (until !== null && until <= on) add(until, -1)
  }
  const days = [...changes].filter(([, by]) => by !== 0)
  return {
    hundredths: days.reduce((sum, [, by]) => sum + by, 0) * WHOLE,
    on,
    since: days.reduce<string | null>((last, [day]) => (last === null || last < day ? day : last), null),
  }
}

/** The latest list on or before a day. */
export function countListed(lists: readonly Listed[], on: string): Counted | undefined {
  const latest = lists.reduce<Listed | undefined>(
    (found, list) => (list.countedOn <= on && (!found || found.countedOn < list.countedOn) ? list : found),
    undefined,
  )
  return latest && { hundredths: latest.hundredths, on: latest.countedOn, since: null }
}

/** The first day of a period in advance, the last of one in arrears. */
const countingDay = (timing: ChargeTiming, { from, to }: Pick<Period, 'from' | 'to'>) =>
  timing === 'advance' ? from : to

type Compared = Pick<ChargeToPrice, 'timing' | 'isByDays' | 'quantities'>

/** A charge against its count on the counting day of a period, or today when that is later. */
export function compareCount(
  { timing, isByDays, quantities }: Compared,
  period: Pick<Period, 'from' | 'to'>,
  { today, count }: { today: string; count: (on: string) => Counted | undefined },
): Omit<ChargeCount, 'by'> {
  const day = countingDay(timing, period)
  const on = day < today ? day : today
  const counted = count(on)
  // The quantity of its first day decides a period that does not count by days.
  const applying = validOn(quantities, isByDays ? day : period.from)
  const from = isByDays ? correctedFrom(applying?.validFrom ?? null, counted, on) : period.from
  return {
    day,
    countedOn: counted?.on ?? null,
    chargedHundredths: applying?.hundredths ?? 0,
    countedHundredths: counted?.hundredths ?? null,
    from,
    replacedHundredths: quantities.find(({ validFrom }) => validFrom === from)?.hundredths ?? null,
  }
}

/** Since the number is what it is, where that is known and later than what applies; else the day that was counted. */
function correctedFrom(applyingFrom: string | null, counted: Counted | undefined, on: string): string {
  if (applyingFrom === null) return on
  if (counted?.since && counted.since > applyingFrom) return counted.since
  return on > applyingFrom ? on : applyingFrom
}

export const differs = ({
  chargedHundredths,
  countedHundredths,
}: Pick<ChargeCount, 'chargedHundredths' | 'countedHundredths'>): boolean => chargedHundredths !== countedHundredths

type WithPeriods = Parameters<typeof periodsThrough>[0]

/** The period of a charge that is billed with a month; undefined in a month without one. */
export const periodOfMonth = (charge: WithPeriods, month: string): Period | undefined =>
  periodsThrough(charge, month).findLast(({ billedIn }) => billedIn === month)

/** The first period that is billed this month or later, and is not billed yet. */
export const nextPeriodToCount = (
  charge: WithPeriods,
  isBilled: (period: Period) => boolean,
  today: string,
): Period | undefined =>
  periodsThrough(charge, addMonths(monthOf(today), MONTHS_AHEAD)).find(
    (period) => period.billedIn >= monthOf(today) && !isBilled(period),
  )
