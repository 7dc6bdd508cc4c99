// Splits a row of time at opening and closing times: work inside opening hours is ordinary, outside it is after hours (jour).
// Work without clock times is ordinary (docs/decisions/088).
import { minutesByDate, type OpeningCalendar, openSpans } from '#features/company/working-time.rules.ts'
import { addDays } from '#shared/dates.rules.ts'

export type WorkTime = {
  workDate: string
  /** 'HH:MM' in Stockholm. */
  timeFrom: string
  /** Whether `timeFrom` is in the first occurrence of the repeated hour. */
  fromIsFirst: boolean
  /** Whether a person entered from and to. */
  isPlaced: boolean
  /** Elapsed minutes, as stored by the database. */
  minutes: number
}

/** Consecutive minutes of a row that are all inside or all outside opening hours. */
export type Part = { isAfterHours: boolean; minutes: number }

type SplitTime = { starts: number; ends: number; parts: Part[] }

/** A function that returns the parts of a row in order, and its beginning and end in minutes since 1970. The parts add up to the row. */
export function partsBy(calendar: OpeningCalendar) {
  const [spansOn, minuteOf] = [openSpans(calendar), minutesByDate()]
  const spansOfTwo = new Map<string, ReturnType<typeof spansOn>>()
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
    const spans = spansOfTwo.get(workDate) ?? [...spansOn(workDate), ...spansOn(addDays(workDate, 1))]
    spansOfTwo.set(workDate, spans)
    for (const { opens, closes } of spans) {
      const [from, until] = [Math.min(Math.max(opens, at), ends), Math.min(Math.max(closes, at), ends)]
      add(true, from, at)
      add(false, until, from)
      at = until
    }
    add(true, ends, at)
    return { starts, ends, parts: merged(parts) }
  }
}

/** Joins adjacent parts, as intervals of two days may meet at midnight. */
function merged(parts: Part[]): Part[] {
  const joined: Part[] = []
  for (const part of parts) {
    const last = joined.at(-1)
    if (last?.isAfterHours === part.isAfterHours) last.minutes += part.minutes
    else joined.push({ ...part })
  }
  return joined
}
