// A row of time split at the calendar's edges: within opening hours is ordinary work, outside them is duty (jour). Work without
// clock times is ordinary (docs/decisions/088).
import type { DayHours } from '#features/company/opening-hours.rules.ts'
import { addDays, instantInStockholm } from '#shared/dates.rules.ts'

export type WorkTime = {
  workDate: string
  /** 'HH:MM' in Stockholm. */
  timeFrom: string
  /** Of the hour that autumn repeats. */
  fromIsFirst: boolean
  /** Whether somebody said from and to. */
  isPlaced: boolean
  /** Elapsed minutes, as the database stored them. */
  minutes: number
}

/** Consecutive minutes of a row on one side of the edge. */
export type Part = { isAfterHours: boolean; minutes: number }

export type OpeningCalendar = (date: string) => Pick<DayHours, 'intervals'>

/**
 * Minutes since 1970 of a local time. Of the hour that autumn repeats it is the second one unless `isFirst`; one that spring
 * skips counts as an hour later: as set_minutes() in the database, which stored the row's minutes.
 */
function minuteOf(date: string, time: string, isFirst = false): number {
  const instant = instantInStockholm(date, time, isFirst) ?? new Date(`${date}T${time}:00+01:00`)
  return instant.getTime() / 60_000
}

type Span = { opens: number; closes: number }

/** When the company is open on a date, in minutes since 1970; each date is computed once. */
function openSpans(calendar: OpeningCalendar): (date: string) => Span[] {
  const known = new Map<string, Span[]>()
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

type SplitTime = { starts: number; ends: number; parts: Part[] }

/** The parts of a row in order, and when it begins and ends in minutes since 1970. Their minutes add up to the row's. */
export function partsBy(calendar: OpeningCalendar) {
  const spansOn = openSpans(calendar)
  return ({ workDate, timeFrom, fromIsFirst, isPlaced, minutes }: WorkTime): SplitTime => {
    const starts = minuteOf(workDate, timeFrom, fromIsFirst)
    const ends = starts + minutes
    if (!isPlaced) return { starts, ends, parts: [{ isAfterHours: false, minutes }] }
    const parts: Part[] = []
    const add = (isAfterHours: boolean, until: number, from: number) => {
      if (until > from) parts.push({ isAfterHours, minutes: until - from })
    }
    let at = starts
    // A row is at most a day long: it ends on its work date or the day after.
    for (const { opens, closes } of [...spansOn(workDate), ...spansOn(addDays(workDate, 1))]) {
      const [from, until] = [Math.min(Math.max(opens, at), ends), Math.min(Math.max(closes, at), ends)]
      add(true, from, at)
      add(false, until, from)
      at = until
    }
    add(true, ends, at)
    return { starts, ends, parts: merged(parts) }
  }
}

/** Intervals of two days may meet at midnight. */
function merged(parts: Part[]): Part[] {
  const joined: Part[] = []
  for (const part of parts) {
    const last = joined.at(-1)
    if (last?.isAfterHours === part.isAfterHours) last.minutes += part.minutes
    else joined.push({ ...part })
  }
  return joined
}
