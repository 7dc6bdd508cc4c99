// All formatting of dates, hours and counts for users: in Swedish, and in TIME_ZONE.
import { TIME_ZONE } from '../dates.rules.ts'
import { roundedHours } from '../hours.rules.ts'
import { formatNumber, plural } from '../plural.rules.ts'

const hardSpace = '\u00a0'

const dateAndTime = new Intl.DateTimeFormat('sv-SE', {
  timeZone: TIME_ZONE,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
})
const dateText = new Intl.DateTimeFormat('sv-SE', { timeZone: 'UTC', dateStyle: 'full' })
const relative = new Intl.RelativeTimeFormat('sv-SE', { numeric: 'auto' })

const dayMs = 86_400_000
const noon = (date: string) => new Date(`${date}T12:00:00Z`)

/** '2026-11-21' for a plain date, or for an instant in Stockholm. */
export const formatDate = (dateOrInstant: string | Date): string =>
  typeof dateOrInstant === 'string' && dateOrInstant.length === 10
    ? dateOrInstant
    : dateAndTime.format(new Date(dateOrInstant)).slice(0, 10)

/** '2026-11-21 13:05' in Stockholm. */
export const formatDateTime = (instant: string | Date): string => dateAndTime.format(new Date(instant))

/** '08:05' for a time with or without seconds. */
export const formatTime = (time: string): string => time.slice(0, 5)

/** 'lördag 21 november 2026' */
export const formatLongDate = (date: string): string => dateText.format(noon(formatDate(date)))

/** ISO 8601 week with the year it belongs to: 2027-01-01 is week 53 of 2026. */
export function isoWeek(date: string): { year: number; week: number } {
  const day = noon(date)
  const thursday = new Date(day.getTime() + (3 - ((day.getUTCDay() + 6) % 7)) * dayMs)
  const year = thursday.getUTCFullYear()
  return { year, week: 1 + Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / (7 * dayMs)) }
}

/** 'v. 47' */
export const formatWeek = (date: string): string => `v.${hardSpace}${isoWeek(date).week}`

/** '7,50' for 450 minutes; exact, rounded half up. Two decimals, one on the dashboard (specification 9). */
export function formatHours(minutes: number, decimals: 1 | 2 = 2): string {
  const { whole, fraction } = roundedHours(minutes, decimals)
  const isZero = whole === 0 && Number(fraction) === 0
  return `${minutes < 0 && !isZero ? '−' : ''}${formatNumber(whole)},${fraction}`
}

/** '7 tim 30 min', for the title attribute of a number of hours. */
export function formatDuration(minutes: number): string {
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  const words = [hours > 0 && `${hours} tim`, (rest > 0 || hours === 0) && `${rest} min`]
  return words.filter(Boolean).join(' ')
}

/** 'för 3 timmar sedan', 'i går', and after a week the date in words. */
export function formatRelative(instant: string | Date, now: Date): string {
  const then = new Date(instant)
  const minutes = Math.round((then.getTime() - now.getTime()) / 60_000)
  if (Math.abs(minutes) < 1) return 'nyss'
  if (Math.abs(minutes) < 60) return relative.format(minutes, 'minute')
  const days = Math.round((noon(formatDate(then)).getTime() - noon(formatDate(now)).getTime()) / dayMs)
  if (days === 0) return relative.format(Math.trunc(minutes / 60), 'hour')
  if (Math.abs(days) < 7) return relative.format(days, 'day')
  return formatLongDate(formatDate(then))
}

/** How long until something is due, or since: 'om 2 tim', 'nu', 'försenat 40 min'. */
export function formatDue(dueAt: string | Date, now: Date): { text: string; isLate: boolean } {
  const ms = new Date(dueAt).getTime() - now.getTime()
  if (Math.abs(ms) < 60_000) return { text: 'nu', isLate: false }
  if (ms < 0) return { text: `försenat ${formatAge(dueAt, now)}`, isLate: true }
  return { text: `om ${formatAge(now, new Date(dueAt))}`, isLate: false }
}

/** The same in a line of facts: 'besvaras om 2 tim', 'försenat 40 min'. */
export function formatAnswerDue(dueAt: string, now: Date): string {
  const { text, isLate } = formatDue(dueAt, now)
  return isLate ? text : `besvaras ${text}`
}

/** An age in short form, for lists: '12 min', '3 tim', '1 dag', '5 dagar'. */
export function formatAge(instant: string | Date, now: Date): string {
  const minutes = Math.max(0, Math.floor((now.getTime() - new Date(instant).getTime()) / 60_000))
  if (minutes < 60) return `${minutes}${hardSpace}min`
  if (minutes < 24 * 60) return `${Math.floor(minutes / 60)}${hardSpace}tim`
  return plural(Math.floor(minutes / (24 * 60)), 'dag', 'dagar')
}
