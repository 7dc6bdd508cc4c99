// Working time: the minutes in which the company is open, in Stockholm time.
import { addDays, daysBetween, instantInStockholm, todayInStockholm } from '#shared/dates.rules.ts'
import type { DayHours } from './opening-hours.rules.ts'

export type OpeningCalendar = (date: string) => Pick<DayHours, 'intervals'>

/** Minutes since 1970. */
export type OpenSpan = { opens: number; closes: number }

const MINUTE_MS = 60_000

/**
 * Minutes since 1970 of a local time. In the repeated hour it is the second occurrence unless `isFirst`; a time that is skipped
 * in spring counts as an hour later. Like set_minutes() in the database, which stores the minutes of a row of time.
 */
export function minuteOf(date: string, time: string, isFirst = false): number {
  const instant = instantInStockholm(date, time, isFirst) ?? new Date(`${date}T${time}:00+01:00`)
  return instant.getTime() / MINUTE_MS
}

const DAY_MINUTES = 24 * 60

/** `minuteOf` for many times: the time zone, which is slow, is looked up once per date unless the clock changes on it. */
export function minutesByDate(): typeof minuteOf {
  const midnights = new Map<string, number | null>()
  const midnightOf = (date: string) => {
    const [starts, lastMinute] = [minuteOf(date, '00:00'), minuteOf(date, '23:59')]
    return lastMinute - starts === DAY_MINUTES - 1 ? starts : null
  }
  return (date, time, isFirst) => {
    const known = midnights.get(date)
    const midnight = known === undefined ? midnightOf(date) : known
    midnights.set(date, midnight)
    if (midnight === null) return minuteOf(date, time, isFirst)
    return midnight + Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
  }
}

/** When the company is open on a date; computed once per date. */
export function openSpans(calendar: OpeningCalendar): (date: string) => OpenSpan[] {
  const known = new Map<string, OpenSpan[]>()
  return (date) => {
    const spans =
      known.get(date) ??
      calendar(date).intervals.map(({ opens, closes }) => ({
        opens: minuteOf(date, opens),
        closes: minuteOf(date, closes),
      }))
    known.set(date, spans)
    return spans
  }
}

/** A company may close for a season; openings further ahead are not found. */
export const DAYS_SEARCHED = 200

/** The open spans of an instant's day and the days after it, the first one cut at the instant. */
function* spansFrom(
  calendar: OpeningCalendar,
  from: Date,
  days = DAYS_SEARCHED,
): Generator<{ from: number; to: number }, undefined> {
  const spansOn = openSpans(calendar)
  const today = todayInStockholm(from)
  for (let ahead = 0; ahead <= days; ahead++)
    for (const { opens, closes } of spansOn(addDays(today, ahead))) {
      const span = { from: Math.max(opens * MINUTE_MS, from.getTime()), to: closes * MINUTE_MS }
      if (span.from < span.to) yield span
    }
}

/** The instant itself while the company is open, otherwise the next opening; undefined when there is none to be found. */
export function nextOpenInstant(calendar: OpeningCalendar, from: Date): Date | undefined {
  const { value } = spansFrom(calendar, from).next()
  return value && new Date(value.from)
}

/**
 * The instant at which a number of working minutes have passed since another; undefined when the company is not open for
 * so long within `DAYS_SEARCHED`. A span that ends exactly at closing time ends on that day.
 */
export function addWorkingMinutes(calendar: OpeningCalendar, from: Date, minutes: number): Date | undefined {
  let left = minutes * MINUTE_MS
  for (const span of spansFrom(calendar, from)) {
    if (left <= span.to - span.from) return new Date(span.from + left)
    left -= span.to - span.from
  }
  return undefined
}

/** The working minutes between two instants, with fractions; 0 when the second is not later. */
export function workingMinutesBetween(calendar: OpeningCalendar, from: Date, to: Date): number {
  let total = 0
  const days = daysBetween(todayInStockholm(from), todayInStockholm(to))
  for (const span of spansFrom(calendar, from, days)) {
    if (span.from >= to.getTime()) break
    total += Math.min(span.to, to.getTime()) - span.from
  }
  return total / MINUTE_MS
}

/**
 * One working day after an instant: the same time on the next day on which the company is open, within that day's hours. An
 * instant outside opening hours counts as the next opening.
 */
export function addWorkingDay(calendar: OpeningCalendar, from: Date): Date | undefined {
  const start = nextOpenInstant(calendar, from)
  if (!start) return undefined
  const spansOn = openSpans(calendar)
  const today = todayInStockholm(start)
  for (let ahead = 1; ahead <= DAYS_SEARCHED; ahead++) {
    const date = addDays(today, ahead)
    const spans = spansOn(date)
    const [first, last] = [spans[0], spans.at(-1)]
    if (!first || !last) continue
    const sameTime = start.getTime() + (minuteOf(date, '12:00') - minuteOf(today, '12:00')) * MINUTE_MS
    return new Date(Math.min(Math.max(sameTime, first.opens * MINUTE_MS), last.closes * MINUTE_MS))
  }
  return undefined
}
