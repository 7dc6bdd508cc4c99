// Chooses times for work that ends now, so that no rows of a person overlap. Pure; minutes are counted from 1970.
import { type OpeningCalendar, openSpans } from '#features/company/working-time.rules.ts'
import { addDays, startInStockholm, todayInStockholm } from '#shared/dates.rules.ts'
import type { TimeEntry, WorkProposal } from './time.contract.ts'
import { instantsOf, type Span, spanBetween } from './time.rules.ts'

type Interval = { from: number; to: number }

export type WorkToPlace = {
  now: Date
  minutes: number
  /** The person's rows around the day. Those without clock times occupy no time. */
  rows: readonly (Span & Pick<TimeEntry, 'isPlaced'>)[]
  calendar: OpeningCalendar
  /** When the ticket was opened; undefined without one. */
  openedAt: Date | undefined
}

const MINUTE_MS = 60_000
const minuteOf = (instant: Date) => Math.floor(instant.getTime() / MINUTE_MS)

/**
 * The time up to now, if it overlaps none of the rows. Otherwise the latest sufficient gap of the day, not before the ticket was
 * opened, and wholly inside opening hours, or wholly outside if the time up to now is.
 */
export function placeUntil({ now, minutes, rows, calendar, openedAt }: WorkToPlace): WorkProposal {
  const taken = rows.filter(({ isPlaced }) => isPlaced).flatMap(intervalOf)
  const end = minuteOf(now)
  const written = { from: end - minutes, to: end }
  if (!overlapsAny(written, taken)) return { span: spanOf(written), isMoved: false, needsTimes: false }
  const today = todayInStockholm(now)
  const open = [addDays(today, -1), today]
    .flatMap(openSpans(calendar))
    .map(({ opens, closes }) => ({ from: opens, to: closes }))
  const isOutside = !overlapsAny(written, open)
  const day = { from: Math.max(minuteOf(startInStockholm(today)), firstMinuteOf(openedAt)), to: end }
  const allowed = isOutside ? without(day, open) : open.flatMap((interval) => within(interval, day))
  const gap = allowed
    .flatMap((interval) => without(interval, taken))
    .filter(({ from, to }) => to - from >= minutes)
    .at(-1)
  if (!gap) return { span: null, isMoved: false, needsTimes: isOutside }
  return { span: spanOf({ from: gap.to - minutes, to: gap.to }), isMoved: true, needsTimes: false }
}

/** Whether two spans share a minute; one whose times do not exist overlaps nothing. */
export const spansOverlap = (one: Span, other: Span): boolean =>
  intervalOf(one).some((interval) => overlapsAny(interval, intervalOf(other)))

const firstMinuteOf = (openedAt: Date | undefined) => (openedAt ? Math.ceil(openedAt.getTime() / MINUTE_MS) : 0)

function intervalOf(span: Span): Interval[] {
  const instants = instantsOf(span)
  return instants ? [{ from: minuteOf(instants.starts), to: minuteOf(instants.ends) }] : []
}

const spanOf = ({ from, to }: Interval) => spanBetween(new Date(from * MINUTE_MS), new Date(to * MINUTE_MS))

const overlapsAny = ({ from, to }: Interval, others: readonly Interval[]) =>
  others.some((other) => other.from < to && from < other.to)

function within({ from, to }: Interval, limits: Interval): Interval[] {
  const cut = { from: Math.max(from, limits.from), to: Math.min(to, limits.to) }
  return cut.from < cut.to ? [cut] : []
}

/** The parts of an interval that the others leave free, in order. */
function without(interval: Interval, others: readonly Interval[]): Interval[] {
  const left: Interval[] = []
  let at = interval.from
  for (const { from, to } of others.toSorted((one, other) => one.from - other.from)) {
    left.push(...within({ from: at, to: from }, interval))
    at = Math.max(at, to)
  }
  return [...left, ...within({ from: at, to: interval.to }, interval)]
}
