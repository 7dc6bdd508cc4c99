import { addDays, instantInStockholm, momentInStockholm } from '#lib/dates.rules.ts'
import { isAdmin } from '#lib/roles.rules.ts'
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

type Span = Pick<TimeEntry, 'workDate' | 'timeFrom' | 'timeTo'>

/** A row that is longer is asked about before it is saved. */
export const LONG_MINUTES = 12 * 60
/**
 * A row is shorter, as its two times of the clock can only say less than a day. time_entries_minutes_range in the database adds
 * the hour that autumn repeats, which a lower limit would not.
 */
export const TIME_HOURS_MAX = 24

/** Whether the row ends on the day after its date. */
export const endsNextDay = ({ timeFrom, timeTo }: Omit<Span, 'workDate'>): boolean => timeTo < timeFrom

/**
 * Elapsed minutes in Stockholm, over both clock changes; undefined when a time does not exist or nothing elapses.
 * set_minutes() in the database is the same, and what it says is what is saved.
 */
export function elapsedMinutes(span: Span): number | undefined {
  const { workDate, timeFrom, timeTo } = span
  const starts = instantInStockholm(workDate, timeFrom)
  if (!starts || timeFrom === timeTo) return undefined
  const ends = instantInStockholm(endsNextDay(span) ? addDays(workDate, 1) : workDate, timeTo)
  return ends && (ends.getTime() - starts.getTime()) / 60_000
}

/**
 * The row of the last `minutes` up to now. It stays on one day: it begins at midnight at the earliest, and one that ends at
 * midnight is of the day before.
 */
export function spanUntil(now: Date, minutes: number): Span {
  const [today = '', timeTo = ''] = momentInStockholm(now).split(' ')
  const workDate = timeTo === '00:00' ? addDays(today, -1) : today
  const [startDate, startTime = ''] = momentInStockholm(new Date(now.getTime() - minutes * 60_000)).split(' ')
  return { workDate, timeFrom: startDate === workDate ? startTime : '00:00', timeTo }
}
