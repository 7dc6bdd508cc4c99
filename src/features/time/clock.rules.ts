import { momentInStockholm } from '#shared/dates.rules.ts'
import type { Clock } from './clock.contract.ts'
import { elapsedMinutes, type FullSpan, type Span, spanBetween, TIME_HOURS_MAX } from './time.rules.ts'

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

type Stopped = Pick<Clock, 'startedAt' | 'seconds'> & { stoppedAt: string }

const MINUTE_MS = 60_000

/** From and to of a stopped clock in Stockholm, of the day on which it started. One of less than a minute gets a minute. */
export function spanOfClock({ startedAt, stoppedAt, seconds }: Stopped): FullSpan {
  const [starts, ends] = [new Date(startedAt), new Date(stoppedAt)]
  const isWithinMinute = seconds < 60 && momentInStockholm(starts) === momentInStockholm(ends)
  return spanBetween(starts, isWithinMinute ? new Date(ends.getTime() + MINUTE_MS) : ends)
}

/**
 * Why the minutes of a row are not those of the clock; undefined when they are. A row has no seconds, so that a minute is no
 * difference. 'too_long': for a row.
 */
export function clockDifference(clock: Stopped, span: Span): 'too_long' | 'edited' | undefined {
  if (Math.abs((elapsedMinutes(span) ?? 0) - clock.seconds / 60) <= 1) return undefined
  return clock.seconds >= TIME_HOURS_MAX * 3600 ? 'too_long' : 'edited'
}
