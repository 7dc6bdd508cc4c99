import {
  addDays,
  clockText,
  instantInStockholm,
  isFirstOfTwo,
  isRepeatedTime,
  momentInStockholm,
} from '#shared/dates.rules.ts'
import { isAdmin } from '#shared/roles.rules.ts'
import type { TimeEntry } from './time.contract.ts'

/** The address of Tidrapport with the customer and month of a row. */
export const timeListOf = ({ customer, workDate }: { customer: { id: string }; workDate: string }): string =>
  `/backoffice/time?customerId=${customer.id}&month=${workDate.slice(0, 7)}`

/** The address of Tidrapport with all time of a ticket, reported or not and by anyone. */
export const timeListOfTicket = (ticketId: string): string =>
  `/backoffice/time?ticketId=${ticketId}&reported=true&who=all`

type Person = { userId: string; role: string | null }

/** Why a person may not change a time entry, or undefined: technicians change their own, administrators all, nobody reported ones. */
export function changeProblem(
  entry: Pick<TimeEntry, 'reported' | 'technician'>,
  person: Person,
): 'locked' | 'not_yours' | undefined {
  if (entry.reported) return 'locked'
  if (!isAdmin(person) && entry.technician.id !== person.userId) return 'not_yours'
  return undefined
}

/** The times of work. */
export type FullSpan = Pick<TimeEntry, 'workDate' | 'timeFrom' | 'timeTo' | 'fromIsFirst' | 'toIsFirst'>
/** Without the marks, times in the repeated hour are in its second occurrence. */
export type Span = Pick<TimeEntry, 'workDate' | 'timeFrom' | 'timeTo'> & {
  fromIsFirst?: boolean | undefined
  toIsFirst?: boolean | undefined
}

/** A longer row needs a confirmation before it is saved. */
export const LONG_MINUTES = 12 * 60
/**
 * Rows are shorter, as two clock times can express less than a day only. time_entries_minutes_range in the database allows one
 * hour more, for the hour that is repeated in autumn.
 */
export const TIME_HOURS_MAX = 24

/**
 * A day with more time also needs a confirmation, as most often a length was entered twice. The limit allows a working day and
 * an evening of after-hours work.
 */
export const LONG_DAY_MINUTES = 16 * 60

/** Whether a span goes from the first to the second occurrence of the repeated hour. */
const goesIntoSecondHour = ({ workDate, timeFrom, timeTo, fromIsFirst, toIsFirst }: Span): boolean =>
  fromIsFirst === true && !toIsFirst && isRepeatedTime(workDate, timeFrom) && isRepeatedTime(workDate, timeTo)

/** Whether the row ends on the day after its date. */
export const endsNextDay = (span: Span): boolean => span.timeTo < span.timeFrom && !goesIntoSecondHour(span)

export const endDateOf = (span: Span): string => (endsNextDay(span) ? addDays(span.workDate, 1) : span.workDate)

/** The instants at which a span begins and ends; undefined if one of its times does not exist. */
export function instantsOf(span: Span): { starts: Date; ends: Date } | undefined {
  const starts = instantInStockholm(span.workDate, span.timeFrom, span.fromIsFirst)
  const ends = starts && instantInStockholm(endDateOf(span), span.timeTo, span.toIsFirst)
  return ends && { starts, ends }
}

/**
 * Elapsed minutes in Stockholm, across clock changes; undefined if a time does not exist or nothing elapses.
 * set_minutes() in the database computes the same, and its result is what is stored.
 */
export function elapsedMinutes(span: Span): number | undefined {
  const instants = instantsOf(span)
  if (!instants) return undefined
  const minutes = (instants.ends.getTime() - instants.starts.getTime()) / MINUTE_MS
  return minutes > 0 ? minutes : undefined
}

const MINUTE_MS = 60_000

/** The span between two instants in whole minutes, on the day on which it begins. */
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

/** The span of the last `minutes` up to now, also across midnight. */
export const spanUntil = (now: Date, minutes: number): FullSpan =>
  spanBetween(new Date(now.getTime() - minutes * MINUTE_MS), now)

export const fromText = ({ workDate, timeFrom, fromIsFirst }: Span): string =>
  clockText(workDate, timeFrom, fromIsFirst)
export const toText = (span: Span): string => clockText(endDateOf(span), span.timeTo, span.toIsFirst)

/** '09:10–10:40'; in the repeated hour '02:51 sommartid–02:06 normaltid'. */
export const timesText = (span: Span): string => `${fromText(span)}–${toText(span)}`

type CopiedSpan = Pick<Span, 'workDate' | 'fromIsFirst' | 'toIsFirst'> & {
  timeFrom: string | null
  timeTo: string | null
}

/** The span of a copied row; undefined if it has no clock times. */
export const copiedSpan = ({ timeFrom, timeTo, ...row }: CopiedSpan): Span | undefined =>
  timeFrom === null || timeTo === null ? undefined : { ...row, timeFrom, timeTo }

/** `timesText` of a copied row; undefined if it has no clock times. */
export function copiedTimes(row: CopiedSpan): string | undefined {
  const span = copiedSpan(row)
  return span && timesText(span)
}
