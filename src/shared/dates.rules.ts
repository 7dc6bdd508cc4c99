// Calendar rules: everything is Europe/Stockholm, weeks are ISO 8601 (specification, Time zone). Dates are 'YYYY-MM-DD'.

/** business_time_zone() in the database is the same. */
export const TIME_ZONE = 'Europe/Stockholm'

const stockholmDate = new Intl.DateTimeFormat('sv-SE', { timeZone: TIME_ZONE, dateStyle: 'short' })

const stockholmMoment = new Intl.DateTimeFormat('sv-SE', {
  timeZone: TIME_ZONE,
  dateStyle: 'short',
  timeStyle: 'short',
})

/** 'YYYY-MM-DD HH:MM' in Stockholm. */
export const momentInStockholm = (instant: string | Date): string => stockholmMoment.format(new Date(instant))

/** Today's date in Stockholm. */
export const todayInStockholm = (now = new Date()): string => stockholmDate.format(now)

/**
 * The first valid date of work, a period or a filter (specification, Time zone); first_work_date() in the database is
 * the same.
 */
export const FIRST_DAY = '2000-01-01'

/** The last valid date, a year after today; last_work_date(today) in the database is the same. */
export function lastDay(today = todayInStockholm()): string {
  const date = `${Number(today.slice(0, 4)) + 1}${today.slice(4)}`
  return date.endsWith('-02-29') ? date.replace(/29$/, '28') : date
}

/** Whether a date is between FIRST_DAY and lastDay, inclusive. */
export const isInRange = (date: string, today?: string): boolean => FIRST_DAY <= date && date <= lastDay(today)
export const OUT_OF_RANGE = `Datumet ska ligga mellan ${FIRST_DAY} och ett år framåt`

/** The instant at which a date starts in Stockholm, where clock changes never skip midnight. */
export function startInStockholm(date: string): Date {
  const summer = new Date(`${date}T00:00:00+02:00`)
  return todayInStockholm(summer) === date ? summer : new Date(`${date}T00:00:00+01:00`)
}

/**
 * The instant of a date and a time of day 'HH:MM' in Stockholm; undefined when there is none (a time skipped in spring, or not a
 * date and a time). In the hour that is repeated in autumn it is the second one, as with `at time zone` in PostgreSQL, unless
 * `isFirst` is true.
 */
export function instantInStockholm(date: string, time: string, isFirst = false): Date | undefined {
  return (isFirst ? ['+02:00', '+01:00'] : ['+01:00', '+02:00'])
    .map((offset) => new Date(`${date}T${time}:00${offset}`))
    .find((instant) => !Number.isNaN(instant.getTime()) && momentInStockholm(instant) === `${date} ${time}`)
}

/** The hour that is repeated in autumn, in October of every year since 1996 (Directive 2000/84/EC). */
const REPEATED_HOUR = /^\d{4}-10-(2[5-9]|3[01]) 02:/

/** Whether a local time occurs twice on a date; is_repeated() in the database is the same. */
export function isRepeatedTime(date: string, time: string): boolean {
  if (!REPEATED_HOUR.test(`${date} ${time}`)) return false
  return instantInStockholm(date, time)?.getTime() !== instantInStockholm(date, time, true)?.getTime()
}

/** Whether an instant is the first of the two at which the clock shows a local time. */
export const isFirstOfTwo = (instant: Date, date: string, time: string): boolean =>
  isRepeatedTime(date, time) && instant.getTime() < (instantInStockholm(date, time)?.getTime() ?? 0)

/** 'HH:MM'; in the repeated hour also which occurrence it is. */
export function clockText(date: string, time: string, isFirst: boolean | undefined): string {
  if (!isRepeatedTime(date, time)) return time
  return `${time} ${isFirst ? 'sommartid' : 'normaltid'}`
}

/** 'YYYY-MM' of a date. */
export const monthOf = (date: string): string => date.slice(0, 7)

/** The first day of a month, and the first day of the next one. */
export type MonthSpan = { from: string; before: string }

/** Of a month 'YYYY-MM'. */
export function spanOfMonth(month: string): MonthSpan {
  const [year = 0, number = 0] = month.split('-').map(Number)
  const next = number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`
  return { from: `${month}-01`, before: `${next}-01` }
}

/** The month 'YYYY-MM' a number of months later, or earlier when negative. */
export function addMonths(month: string, count: number): string {
  const months = countMonths(month) + count
  return `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}`
}

/** How many months `to` is after `from`. */
export const monthsBetween = (from: string, to: string): number => countMonths(to) - countMonths(from)

function countMonths(month: string): number {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return year * 12 + number - 1
}

/** `count` months up to the one of `today`, newest first. */
export const latestMonths = (today: string, count: number): string[] =>
  Array.from({ length: count }, (_, back) => addMonths(monthOf(today), -back))

export const DAY_MS = 86_400_000

/** How many days `to` is after `from`. */
export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY_MS

/** The date a number of days later, or earlier when negative. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
}

/** The Monday of a date's ISO week. */
export function mondayOf(date: string): string {
  const weekday = (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7
  return addDays(date, -weekday)
}
