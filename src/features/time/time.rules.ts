import { addDays, instantInStockholm, isRepeatedTime, momentInStockholm } from '#shared/dates.rules.ts'
import { isAdmin } from '#shared/roles.rules.ts'
import type { TimeEntry } from './time.contract.ts'

/** The address of Tidrapport with the customer and month of a row. */
export const timeListOf = ({ customer, workDate }: { customer: { id: string }; workDate: string }): string =>
  `/backoffice/time?customerId=${customer.id}&month=${workDate.slice(0, 7)}`

/** The address of Tidrapport with all time of a ticket, whoever worked and whether it is reported. */
export const timeListOfTicket = (ticketId: string): string =>
  `/backoffice/time?ticketId=${ticketId}&reported=true&who=all`

type Person = { userId: string; role: string | null }

/** Why a person may not change a time entry, or undefined: technicians change their own, administrators all, reported ones none. */
export function changeProblem(
  entry: Pick<TimeEntry, 'reported' | 'technician'>,
  person: Person,
): 'locked' | 'not_yours' | undefined {
  if (entry.reported) return 'locked'
  if (!isAdmin(person) && entry.technician.id !== person.userId) return 'not_yours'
  return undefined
}

/** When work was done. */
export type FullSpan = Pick<TimeEntry, 'workDate' | 'timeFrom' | 'timeTo' | 'fromIsFirst' | 'toIsFirst'>
/** Without the marks, times of the hour that autumn repeats are of its second one. */
export type Span = Pick<TimeEntry, 'workDate' | 'timeFrom' | 'timeTo'> & {
  fromIsFirst?: boolean | undefined
  toIsFirst?: boolean | undefined
}

/** A row that is longer is asked about before it is saved. */
export const LONG_MINUTES = 12 * 60
/**
 * A row is shorter, as its two times of the clock can only say less than a day. time_entries_minutes_range in the database adds
 * the hour that autumn repeats, which a lower limit would not.
 */
export const TIME_HOURS_MAX = 24

/**
 * A day whose rows are longer together is asked about too: most often a length was typed twice. Below it, a working day and an
 * evening of work outside opening hours are nothing to ask about.
 */
export const LONG_DAY_MINUTES = 16 * 60

/** Whether a span goes from the first of the two hours that autumn repeats to the second one. */
const goesIntoSecondHour = ({ workDate, timeFrom, timeTo, fromIsFirst, toIsFirst }: Span): boolean =>
  fromIsFirst === true && !toIsFirst && isRepeatedTime(workDate, timeFrom) && isRepeatedTime(workDate, timeTo)

/** Whether the row ends on the day after its date. */
export const endsNextDay = (span: Span): boolean => span.timeTo < span.timeFrom && !goesIntoSecondHour(span)

export const endDateOf = (span: Span): string => (endsNextDay(span) ? addDays(span.workDate, 1) : span.workDate)

/** When a span begins and ends; undefined when one of its times does not exist. */
export function instantsOf(span: Span): { starts: Date; ends: Date } | undefined {
  const starts = instantInStockholm(span.workDate, span.timeFrom, span.fromIsFirst)
  const ends = starts && instantInStockholm(endDateOf(span), span.timeTo, span.toIsFirst)
  return ends && { starts, ends }
}

/**
 * Elapsed minutes in Stockholm, over both clock changes; undefined when a time does not exist or nothing elapses.
 * set_minutes() in the database is the same, and what it says is what is saved.
 */
export function elapsedMinutes(span: Span): number | undefined {
  const instants = instantsOf(span)
  if (!instants) return undefined
  const minutes = (instants.ends.getTime() - instants.starts.getTime()) / MINUTE_MS
  return minutes > 0 ? minutes : undefined
}

const MINUTE_MS = 60_000

/** The span between two instants, in whole minutes, of the day on which it begins. */
export function spanBetween(starts: Date, ends: Date): FullSpan {
  const [workDate = '', timeFrom = ''] = momentInStockholm(starts).split(' ')
  const [endDate = '', timeTo = ''] = momentInStockholm(ends).split(' ')
  return {
    workDate,
    timeFrom,
    timeTo,
    fromIsFirst: isFirstOfTwo(starts, workDate, timeFrom),
    toIsFirst: isFirstOfTwo(ends, endDate, timeTo),
  }
}

const isFirstOfTwo = (instant: Date, date: string, time: string): boolean =>
  isRepeatedTime(date, time) && instant.getTime() < (instantInStockholm(date, time)?.getTime() ?? 0)

/** The span of the last `minutes` up to now, also over midnight. */
export const spanUntil = (now: Date, minutes: number): FullSpan =>
  spanBetween(new Date(now.getTime() - minutes * MINUTE_MS), now)

/** 'HH:MM'; of the hour that autumn repeats with which of the two it is. */
function clockText(date: string, time: string, isFirst: boolean | undefined): string {
  if (!isRepeatedTime(date, time)) return time
  return `${time} ${isFirst ? 'sommartid' : 'normaltid'}`
}

export const fromText = ({ workDate, timeFrom, fromIsFirst }: Span): string =>
  clockText(workDate, timeFrom, fromIsFirst)
export const toText = (span: Span): string => clockText(endDateOf(span), span.timeTo, span.toIsFirst)

/** '09:10–10:40'; in the hour that autumn repeats '02:51 sommartid–02:06 normaltid'. */
export const timesText = (span: Span): string => `${fromText(span)}–${toText(span)}`

type CopiedSpan = Pick<Span, 'workDate' | 'fromIsFirst' | 'toIsFirst'> & {
  timeFrom: string | null
  timeTo: string | null
}

/** The span of a copied row; undefined of one without clock times. */
export const copiedSpan = ({ timeFrom, timeTo, ...row }: CopiedSpan): Span | undefined =>
  timeFrom === null || timeTo === null ? undefined : { ...row, timeFrom, timeTo }

/** `timesText` of a copied row; undefined of one without clock times. */
export function copiedTimes(row: CopiedSpan): string | undefined {
  const span = copiedSpan(row)
  return span && timesText(span)
}
