import { momentInStockholm } from '#lib/dates.rules.ts'
import type { Clock } from './clock.contract.ts'
import type { TimeEntry } from './time.contract.ts'
import { elapsedMinutes, TIME_HOURS_MAX } from './time.rules.ts'

/** After so long, and as long again each time the person has let it run on, a running clock asks whether it is right. */
const CLOCK_ASKS_AFTER_SECONDS = 10 * 3600

/** Elapsed seconds, by the server's clock, `sinceAnswerMs` after the server's answer. */
export const clockSeconds = (clock: Pick<Clock, 'seconds' | 'stoppedAt'>, sinceAnswerMs: number): number =>
  clock.seconds + (clock.stoppedAt ? 0 : Math.max(0, Math.floor(sinceAnswerMs / 1000)))

/** Whether a clock that has run for `seconds` asks if that is right. */
export const asksWhetherRight = (
  { stoppedAt, confirmedSeconds }: Pick<Clock, 'stoppedAt' | 'confirmedSeconds'>,
  seconds: number,
): boolean => stoppedAt === null && seconds - confirmedSeconds >= CLOCK_ASKS_AFTER_SECONDS

type Span = Pick<TimeEntry, 'workDate' | 'timeFrom' | 'timeTo'>
type Stopped = Pick<Clock, 'startedAt' | 'seconds'> & { stoppedAt: string }

/** From and to of a stopped clock in Stockholm, of the day on which it started. One of less than a minute gets a minute. */
export function spanOfClock({ startedAt, stoppedAt, seconds }: Stopped): Span {
  const [workDate = '', timeFrom = ''] = momentInStockholm(startedAt).split(' ')
  const ends = (at: number) => momentInStockholm(new Date(at)).split(' ')[1] ?? ''
  const stop = Date.parse(stoppedAt)
  const timeTo = ends(stop)
  return { workDate, timeFrom, timeTo: timeTo === timeFrom && seconds < 60 ? ends(stop + 60_000) : timeTo }
}

/**
 * Why the minutes of a row are not those of the clock; undefined when they are. A row has no seconds, so that a minute is no
 * difference. 'clock_change': of the hour that autumn repeats a row means the second one. 'too_long': for a row.
 */
export function clockDifference(clock: Stopped, span: Span): 'clock_change' | 'too_long' | 'edited' | undefined {
  if (Math.abs((elapsedMinutes(span) ?? 0) - clock.seconds / 60) <= 1) return undefined
  if (clock.seconds >= TIME_HOURS_MAX * 3600) return 'too_long'
  const own = spanOfClock(clock)
  const isOwn = own.workDate === span.workDate && own.timeFrom === span.timeFrom && own.timeTo === span.timeTo
  return isOwn ? 'clock_change' : 'edited'
}
