// When a recurring ticket comes: its dates, and the opening at which the ticket of a date is made. Moments are compared as
// the clock on the wall shows them in Stockholm, 'YYYY-MM-DD HH:MM', so that an hour that the clock skips or repeats is no
// special case.
import { addDays, daysBetween } from '#shared/dates.rules.ts'

export const frequencies = ['week', 'month', 'quarter', 'year'] as const
export type Frequency = (typeof frequencies)[number]

/** A day that a month lacks is its last one. */
export type Recurrence = {
  every: Frequency
  /** The first date; it gives the weekday, or the day of the month. */
  firstOn: string
  /** Always the month's last day. Only when the first date is one. */
  isLastDay: boolean
}

export type Schedule = Recurrence & {
  /** No ticket for a date on which the company is closed; otherwise it is made at the next opening. */
  skipsClosed: boolean
  /** The dates until this one are handled. */
  handledUntil: string
  /** A date of an earlier frequency that waits for the next opening. */
  waitingOn: string | null
}

/** When the company opens on a date, 'HH:MM'; undefined when it is closed. */
export type OpeningOn = (date: string) => string | undefined

/** A company may close for a season; later openings are not looked for. */
const DAYS_SEARCHED = 200
/** A date that is skipped this many times in a row is not expected to come. */
const DATES_SEARCHED = 60

const monthsOf = { month: 1, quarter: 3, year: 12 } as const

const lastOfMonth = (year: number, month: number) => new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
const monthNumber = (date: string) => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1

/** Whether a date is the last one of its month. */
export const isLastOfMonth = (date: string): boolean => addDays(date, 1).endsWith('-01')

/** The n-th date, from 0. */
function dateAt({ every, firstOn, isLastDay }: Recurrence, n: number): string {
  if (every === 'week') return addDays(firstOn, 7 * n)
  const months = monthNumber(firstOn) + monthsOf[every] * n
  const [year, month] = [Math.floor(months / 12), months % 12]
  const last = lastOfMonth(year, month)
  const day = isLastDay ? last : Math.min(Number(firstOn.slice(8)), last)
  return `${year}-${String(month + 1).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

/** The first date after another. */
export function nextDate(recurrence: Recurrence, after: string): string {
  const { every, firstOn } = recurrence
  const passed =
    every === 'week'
      ? Math.floor(daysBetween(firstOn, after) / 7)
      : Math.floor((monthNumber(after) - monthNumber(firstOn)) / monthsOf[every])
  // The date of the same month may be before or after it.
  let n = Math.max(0, passed)
  while (dateAt(recurrence, n) <= after) n++
  return dateAt(recurrence, n)
}

/** When the ticket of a date is made, 'YYYY-MM-DD HH:MM'; undefined when it is skipped, or the company does not open. */
function openingFor(date: string, { skipsClosed }: Schedule, openingOn: OpeningOn): string | undefined {
  const days = skipsClosed ? 0 : DAYS_SEARCHED
  for (let ahead = 0; ahead <= days; ahead++) {
    const day = addDays(date, ahead)
    const opens = openingOn(day)
    if (opens) return `${day} ${opens}`
  }
  return undefined
}

export type Due = {
  /** The latest date that is handled with this. */
  date: string
  /** False when all that came was skipped. */
  isMade: boolean
}

/**
 * What is to be done at a moment, 'YYYY-MM-DD HH:MM' in Stockholm: one ticket however many dates have come since the last
 * one, or none when they were all skipped. A date is skipped when it is over, so that a changed calendar counts until then.
 */
export function findDue(schedule: Schedule, moment: string, openingOn: OpeningOn): Due | undefined {
  const waiting = waitingOpening(schedule, openingOn)
  let due: Due | undefined =
    schedule.waitingOn !== null && waiting !== undefined && waiting <= moment
      ? { date: schedule.waitingOn, isMade: true }
      : undefined
  for (
    let date = nextDate(schedule, schedule.handledUntil);
    date <= moment.slice(0, 10);
    date = nextDate(schedule, date)
  ) {
    const opening = openingFor(date, schedule, openingOn)
    const isSkipped = opening === undefined && schedule.skipsClosed && date < moment.slice(0, 10)
    if (!isSkipped && !(opening !== undefined && opening <= moment)) break
    due = { date, isMade: due?.isMade === true || !isSkipped }
  }
  return due
}

/** When the ticket of an earlier frequency's date is made. Whether closed days are skipped was decided before it waited. */
const waitingOpening = (schedule: Schedule, openingOn: OpeningOn): string | undefined =>
  schedule.waitingOn === null
    ? undefined
    : openingFor(schedule.waitingOn, { ...schedule, skipsClosed: false }, openingOn)

/**
 * The latest date that has come on a closed day and waits for the next opening, at a moment; null for none. A date of today on
 * which the company opens later does not wait.
 */
export function findWaiting(schedule: Schedule, moment: string, openingOn: OpeningOn): string | null {
  const today = moment.slice(0, 10)
  let waiting = schedule.waitingOn
  if (schedule.skipsClosed) return waiting
  for (let date = nextDate(schedule, schedule.handledUntil); date <= today; date = nextDate(schedule, date)) {
    const opening = openingFor(date, schedule, openingOn)
    if (date < today || opening === undefined || opening.slice(0, 10) > date) waiting = date
  }
  return waiting
}

/** The day on which the next ticket is made; null when none is to be expected. */
export function nextOpeningDay(schedule: Schedule, openingOn: OpeningOn): string | null {
  const waiting = waitingOpening(schedule, openingOn)?.slice(0, 10)
  const next = nextFrequencyDay(schedule, openingOn)
  if (waiting === undefined || next === null) return waiting ?? next
  return waiting < next ? waiting : next
}

function nextFrequencyDay(schedule: Schedule, openingOn: OpeningOn): string | null {
  let date = schedule.handledUntil
  for (let searched = 0; searched < DATES_SEARCHED; searched++) {
    date = nextDate(schedule, date)
    const opening = openingFor(date, schedule, openingOn)
    if (opening) return opening.slice(0, 10)
    if (!schedule.skipsClosed) return null
  }
  return null
}
