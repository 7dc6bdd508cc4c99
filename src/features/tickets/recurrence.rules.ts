// The dates of a recurring ticket, and the opening at which the ticket of a date is created. Moments are compared as local time
// in Stockholm, 'YYYY-MM-DD HH:MM', so that an hour that is skipped or repeated by a clock change is no special case.
import { addDays, daysBetween } from '#shared/dates.rules.ts'

export const frequencies = ['week', 'month', 'quarter', 'year'] as const
export type Frequency = (typeof frequencies)[number]

/** In a month without that day, the date is its last day. */
export type Recurrence = {
  every: Frequency
  /** The first date, which sets the weekday or the day of the month. */
  firstOn: string
  /** Always the last day of the month; only if the first date is one. */
  isLastDay: boolean
}

export type Schedule = Recurrence & {
  /** Creates no ticket for a date when the company is closed; otherwise it is created at the next opening. */
  skipsClosed: boolean
  /** All dates up to and including this one are handled. */
  handledUntil: string
  /** A date from before a change of frequency, which still waits for the next opening. */
  waitingOn: string | null
}

/** When the company opens on a date, 'HH:MM'; undefined when it is closed. */
export type OpeningOn = (date: string) => string | undefined

/** A company may close for a season; openings further ahead are not found. */
const DAYS_SEARCHED = 200
/** After this many skipped dates in a row no next date is reported. */
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

/** The first date after the given one. */
export function nextDate(recurrence: Recurrence, after: string): string {
  const { every, firstOn } = recurrence
  const passed =
    every === 'week'
      ? Math.floor(daysBetween(firstOn, after) / 7)
      : Math.floor((monthNumber(after) - monthNumber(firstOn)) / monthsOf[every])
  // The date in the same month may be before or after it.
  let n = Math.max(0, passed)
  while (dateAt(recurrence, n) <= after) n++
  return dateAt(recurrence, n)
}

/** When the ticket of a date is created, 'YYYY-MM-DD HH:MM'; undefined if the date is skipped or no opening is found. */
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
  /** The latest date that this handles. */
  date: string
  /** False when all dates were skipped. */
  isMade: boolean
}

/**
 * What is due at a moment, 'YYYY-MM-DD HH:MM' in Stockholm: one ticket however many dates have passed since the last one, or none
 * if all were skipped. A date is skipped only once it is over, so that changes of the calendar apply until then.
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

/** When the ticket of `waitingOn` is created; whether to skip closed days was decided before it began to wait. */
const waitingOpening = (schedule: Schedule, openingOn: OpeningOn): string | undefined =>
  schedule.waitingOn === null
    ? undefined
    : openingFor(schedule.waitingOn, { ...schedule, skipsClosed: false }, openingOn)

/**
 * The latest date that fell on a closed day and waits for the next opening at the given moment; null for none. Today's date does
 * not wait if the company opens later today.
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

/** The day on which the next ticket is created; null when none is expected. */
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
