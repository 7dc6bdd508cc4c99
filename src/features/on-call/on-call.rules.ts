// Jour: whose turn it is by day, and when an alarm goes to whom.
import { addDays, instantInStockholm, momentInStockholm, monthOf } from '#shared/dates.rules.ts'
import { monthName } from '#shared/month-names.rules.ts'
import { plural } from '#shared/plural.rules.ts'

/** A day of the roster is from this time of its date to the same time of the next; on_call_starts() in the database is the same. */
export const ON_CALL_STARTS = '08:00'
/** How many have jour on a day, in the order in which they are called. */
export const ON_CALL_PEOPLE_MAX = 3
/** For how many days ahead a day without anybody is warned of. */
export const GAPS_AHEAD_DAYS = 30

/** The next person is alarmed so long after the one before, in the first two hours; then once an hour, until somebody takes it. */
const ALARM_EVERY_MINUTES = 10
const OFTEN_STEPS = 12
/** More than the hours of the longest holidays. */
export const ALARM_STEPS_MAX = 500

/** How long after a step the next one follows, in minutes. */
export const minutesToNext = (steps: number): number => (steps < OFTEN_STEPS ? ALARM_EVERY_MINUTES : 60)

/** The day of the roster that an instant is in, as on_call_day() in the database. */
export function onCallDay(now: Date): string {
  const [date = '', time = ''] = momentInStockholm(now).split(' ')
  return time < ON_CALL_STARTS ? addDays(date, -1) : date
}

/** When a day of the roster ends. The clocks are never changed at that time. */
export const onCallUntil = (day: string): Date =>
  instantInStockholm(addDays(day, 1), ON_CALL_STARTS) ?? new Date(Number.NaN)

/** The days from `first` on that are not among those with somebody. */
export const gapsAfter = (first: string, filled: ReadonlySet<string>): string[] =>
  Array.from({ length: GAPS_AHEAD_DAYS }, (_, ahead) => addDays(first, ahead)).filter((day) => !filled.has(day))

type Chain = {
  /** Who has jour now, in order. */
  onCall: readonly string[]
  /** Who has been alarmed. */
  alarmed: readonly string[]
  staff: readonly string[]
}

/**
 * Whom the next step alarms: the next in order who has jour now, then all staff. Nobody while nobody has had jour since the
 * arrival: a night without jour wakes nobody.
 */
export function alarmNext({ onCall, alarmed, staff }: Chain): readonly string[] {
  const next = onCall.find((id) => !alarmed.includes(id))
  if (next !== undefined) return [next]
  return alarmed.length === 0 ? [] : staff
}

/** What an alarm's next moment means now. A moment further ahead than it was set is that of a clock that was set back. */
export function alarmIsDue(nextAt: string | null, steps: number, now: Date): 'due' | 'waits' | 'set_back' {
  if (nextAt === null) return 'due'
  const waits = Date.parse(nextAt) - now.getTime()
  if (waits <= 0) return 'due'
  return waits > minutesToNext(steps) * 60_000 ? 'set_back' : 'waits'
}

/** When the step after `steps` follows, if that one was taken now. */
export const nextAlarmAt = (now: Date, steps: number): string =>
  new Date(now.getTime() + minutesToNext(steps) * 60_000).toISOString()

/** '5 december' */
export const dayText = (day: string): string => `${Number(day.slice(8))} ${monthName(day)}`

/** '5 december', or '12–14 december' of days that follow each other. */
function runText(first: string, last: string): string {
  if (first === last) return dayText(first)
  return monthOf(first) === monthOf(last)
    ? `${Number(first.slice(8))}–${dayText(last)}`
    : `${dayText(first)}–${dayText(last)}`
}

const RUNS_NAMED = 4

/** The days in words, in order: '5 december, 12–14 december och 9 dagar till'. */
export function daysText(days: readonly string[]): string {
  const runs: string[][] = []
  for (const day of days) {
    const run = runs.at(-1)
    if (run && addDays(run.at(-1) ?? '', 1) === day) run.push(day)
    else runs.push([day])
  }
  const named = runs.slice(0, RUNS_NAMED).map((run) => runText(run[0] ?? '', run.at(-1) ?? ''))
  const others = runs.slice(RUNS_NAMED).flat().length
  return new Intl.ListFormat('sv-SE').format(others > 0 ? [...named, `${plural(others, 'dag', 'dagar')} till`] : named)
}
