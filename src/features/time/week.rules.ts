// The week as a grid of cells: how a cell is parsed, the times of its row, and overlaps on a day.
import { addDays, instantInStockholm, startInStockholm } from '#shared/dates.rules.ts'
import { plural } from '#shared/plural.rules.ts'
import type { TimeEntry } from './time.contract.ts'
import { endsNextDay, type FullSpan, instantsOf, LONG_MINUTES, type Span, spanBetween } from './time.rules.ts'

export const WEEK_DAYS = 7

/** The seven dates from a Monday. */
export const datesOfWeek = (monday: string): string[] =>
  Array.from({ length: WEEK_DAYS }, (_, day) => addDays(monday, day))

export const CELL_HELP = `Skriv timmar som 1,5, 1:30 eller 90m, högst ${plural(LONG_MINUTES / 60, 'timme', 'timmar')}.`

/**
 * The whole minutes of a cell's text: hours ('1,5', '8', '2 h'), hours and minutes ('1:30', '1h30'), or minutes ('90m',
 * '90 min'). 0 for an empty cell; undefined for anything else, and for more than LONG_MINUTES.
 */
export function parseHours(text: string): number | undefined {
  const typed = text.trim().toLowerCase()
  if (typed === '') return 0
  const minutes = minutesOf(typed)
  return minutes === undefined || minutes > LONG_MINUTES ? undefined : minutes
}

function minutesOf(typed: string): number | undefined {
  const minutes = /^(\d{1,3})\s*m(?:in)?$/.exec(typed)
  if (minutes) return Number(minutes[1])
  const both = /^(\d{1,2})(?::|\s*h\s*)(\d{1,2})(?:\s*m(?:in)?)?$/.exec(typed)
  if (both) return Number(both[2]) < 60 ? Number(both[1]) * 60 + Number(both[2]) : undefined
  const hours = /^(?=.*\d)(\d{0,2})(?:[.,](\d{0,2}))?(?:\s*(?:h|tim))?$/.exec(typed)
  return hours ? Math.round(Number(`${hours[1] || 0}.${hours[2] || 0}`) * 60) : undefined
}

const toMinutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
const toTime = (minutes: number) =>
  `${String(Math.floor(minutes / 60) % 24).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
const MIDNIGHT = '24:00'

/** The end on the row's day as 'HH:MM': '24:00' for a row that continues after midnight. */
const endOnDay = (row: Span) => (endsNextDay(row) ? MIDNIGHT : row.timeTo)

/**
 * The start of a row of that length: after the last row of the day or at opening time, but early enough to end by closing
 * time if possible.
 */
export function placeFor(
  minutes: number,
  { opens, closes }: { opens: string; closes: string },
  dayRows: readonly Span[],
): string {
  const [opening, closing] = [toMinutes(opens), toMinutes(closes)]
  const after = Math.max(opening, ...dayRows.map((row) => toMinutes(endOnDay(row))))
  return toTime(Math.max(opening, Math.min(after, closing - minutes)))
}

/** The span of a row with that elapsed length. If its start does not exist it ends where it begins, which the database refuses. */
export function spanFrom(workDate: string, timeFrom: string, minutes: number, fromIsFirst = false): FullSpan {
  const starts = instantInStockholm(workDate, timeFrom, fromIsFirst)
  if (!starts) return { workDate, timeFrom, timeTo: timeFrom, fromIsFirst: false, toIsFirst: false }
  return spanBetween(starts, new Date(starts.getTime() + minutes * 60_000))
}

type DayRow = Span & Pick<TimeEntry, 'isPlaced'>

/** The minutes of the day at which placed rows overlap. Rows without clock times overlap nothing. */
export function overlapOf(rows: readonly DayRow[]): number {
  let [covered, overlap] = [0, 0]
  const spans = rows.filter(({ isPlaced }) => isPlaced).flatMap((row) => spanOnDay(row))
  for (const [from, to] of spans.toSorted(([one], [other]) => one - other)) {
    overlap += Math.max(0, Math.min(to, covered) - from)
    covered = Math.max(covered, to)
  }
  return overlap
}

/** The part of a row on its own day, in minutes since 1970; the time after midnight belongs to the next day. */
function spanOnDay(row: Span): (readonly [number, number])[] {
  const instants = instantsOf(row)
  if (!instants) return []
  const midnight = startInStockholm(addDays(row.workDate, 1)).getTime()
  return [[instants.starts.getTime() / 60_000, Math.min(instants.ends.getTime(), midnight) / 60_000]]
}

/** A line of the week: a customer, or one of its tickets. */
export type WeekLine = Pick<TimeEntry, 'customer' | 'ticket'>
export const lineKey = ({ customer, ticket }: WeekLine): string => `${customer.id} ${ticket?.id ?? ''}`

/** The distinct lines of rows, by customer and then ticket number; `empty` are lines without rows yet. */
export function linesOf(rows: readonly WeekLine[], empty: readonly WeekLine[] = []): WeekLine[] {
  const lines = new Map(
    [...rows, ...empty].map(({ customer, ticket }) => [lineKey({ customer, ticket }), { customer, ticket }]),
  )
  return [...lines.values()].toSorted(
    (one, other) =>
      one.customer.name.localeCompare(other.customer.name, 'sv') ||
      one.customer.id.localeCompare(other.customer.id) ||
      (one.ticket?.ticketNumber ?? 0) - (other.ticket?.ticketNumber ?? 0),
  )
}
