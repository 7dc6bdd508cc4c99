import { momentInStockholm } from '#shared/dates.rules.ts'
import type { Clock } from './clock.contract.ts'
import { elapsedMinutes, type FullSpan, type Span, spanBetween, TIME_HOURS_MAX } from './time.rules.ts'

/** How long a clock may run, in all or since the last confirmation, before it asks whether it should keep running. */
const CLOCK_ASKS_AFTER_SECONDS = 10 * 3600

/** Elapsed seconds by the server's clock, `sinceAnswerMs` after its response. */
export const clockSeconds = (clock: Pick<Clock, 'seconds' | 'stoppedAt'>, sinceAnswerMs: number): number =>
  clock.seconds + (clock.stoppedAt ? 0 : Math.max(0, Math.floor(sinceAnswerMs / 1000)))

/** Whether a clock that has run for `seconds` asks whether it should keep running. */
export const asksWhetherRight = (
  { stoppedAt, confirmedSeconds }: Pick<Clock, 'stoppedAt' | 'confirmedSeconds'>,
  seconds: number,
): boolean => stoppedAt === null && seconds - confirmedSeconds >= CLOCK_ASKS_AFTER_SECONDS

type Stopped = Pick<Clock, 'startedAt' | 'seconds'> & { stoppedAt: string }

const MINUTE_MS = 60_000

/** The times of a stopped clock in Stockholm, on the day on which it started; at least a minute long. */
export function spanOfClock({ startedAt, stoppedAt, seconds }: Stopped): FullSpan {
  const [starts, ends] = [new Date(startedAt), new Date(stoppedAt)]
  const isWithinMinute = seconds < 60 && momentInStockholm(starts) === momentInStockholm(ends)
  return spanBetween(starts, isWithinMinute ? new Date(ends.getTime() + MINUTE_MS) : ends)
}

/**
 * Why the minutes of a row differ from those of the clock; undefined if they do not, apart from a minute, as rows have no
 * seconds. 'too_long': longer than a row can be.
 */
export function clockDifference(clock: Stopped, span: Span): 'too_long' | 'edited' | undefined {
  if (Math.abs((elapsedMinutes(span) ?? 0) - clock.seconds / 60) <= 1) return undefined
  return clock.seconds >= TIME_HOURS_MAX * 3600 ? 'too_long' : 'edited'
}
