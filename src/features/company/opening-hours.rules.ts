// Opening hours as the company enters them: Monday to Friday, differing weekdays, closed days, eves and half days.
// The stored texts are those that the readers here return; named constraints in the database require the same format.
import { addDays } from '#shared/dates.rules.ts'
import { eveOn, halfDayOn, holidayOn } from '#shared/holidays.rules.ts'
import { isBlank } from '#shared/text.rules.ts'

/** What applies on an eve or a day before a holiday. */
export const dayChoices = ['closed', 'half', 'open'] as const
export type DayChoice = (typeof dayChoices)[number]
export const dayChoiceLabels = { closed: 'Stängt', half: 'Halvdag', open: 'Öppet som vanligt' } as const
/** The days that a choice is made for. */
export const dayChoiceDays = {
  eves: 'Midsommarafton, julafton och nyårsafton',
  halfDays: 'Trettondagsafton, skärtorsdagen, valborg och allhelgonaafton',
} as const

export type Interval = { opens: string; closes: string }
/** The hours of every week of a period. */
export type WeekHours = Interval & {
  /** Differing weekdays, one per line: 'Fredag: 08:00–12:00, 13:00–15:00'. */
  dayHours: string | null
  /** Midsommarafton, julafton and nyårsafton. */
  eves: DayChoice
  /** Trettondagsafton, skärtorsdagen, valborgsmässoafton and allhelgonaafton. */
  halfDays: DayChoice
  halfDayCloses: string
}
export const weekHoursFields = [
  'opens',
  'closes',
  'dayHours',
  'eves',
  'halfDays',
  'halfDayCloses',
] as const satisfies (keyof WeekHours)[]
/** Hours that apply before the date `until`. */
export type FormerHours = WeekHours & { until: string }
/** The hours of a company for every date. Its own fields are those of the last period: `hoursOn` has those of a date. */
export type Hours = WeekHours & {
  /** The company's own closed days, one per line: '2026-12-28–2026-12-30: Mellandagar'. */
  closedDays: string | null
  /** The earlier periods, in the order of `until`. */
  formerHours: FormerHours[]
}
export type DayHours = {
  intervals: Interval[]
  /** Why they differ from the weekday's: a holiday, an eve, or the name of a closed day. */
  reason?: string
  isOwn?: boolean
}

/** Sunday first, as in `Date`. */
export const weekdays = ['söndag', 'måndag', 'tisdag', 'onsdag', 'torsdag', 'fredag', 'lördag'] as const
const MONDAY_FIRST = [1, 2, 3, 4, 5, 6, 0]

export const weekdayOf = (date: string) => new Date(`${date}T00:00:00Z`).getUTCDay()
export const capitalized = (text: string) => text.charAt(0).toLocaleUpperCase('sv-SE') + text.slice(1)
export const intervalsText = (intervals: Interval[]) =>
  intervals.map(({ opens, closes }) => `${opens}–${closes}`).join(', ') || 'stängt'

const linesOf = (text: string | null) => (text ?? '').split('\n').filter((line) => !isBlank(line))

function readTime(hour: string | undefined, minute = '00'): string | undefined {
  return Number(hour) < 24 && Number(minute) < 60 ? `${hour?.padStart(2, '0')}:${minute}` : undefined
}

/**
 * Intervals from '8-12, 13.00–15.30', or none from 'stängt'; undefined for other text and for intervals that overlap or end
 * before they begin.
 */
function readIntervals(text: string): Interval[] | undefined {
  if (/^stängt$/i.test(text.trim())) return []
  const intervals = text.split(/,| och /).map((part) => {
    const found = /^\s*(\d{1,2})(?:[:.](\d{2}))?\s*[-–]\s*(\d{1,2})(?:[:.](\d{2}))?\s*$/.exec(part)
    const [opens, closes] = [readTime(found?.[1], found?.[2]), readTime(found?.[3], found?.[4])]
    return found && opens && closes && opens < closes ? { opens, closes } : undefined
  })
  const isInOrder = intervals.every((one, at) => one && (at === 0 || (intervals[at - 1]?.closes ?? '') < one.opens))
  return isInOrder ? (intervals as Interval[]) : undefined
}

const weekdayNamed = (name: string | undefined) =>
  name && name.length >= 3 ? weekdays.findIndex((day) => day.startsWith(name.toLocaleLowerCase('sv-SE'))) : -1

/** The weekdays of 'fredag' or 'mån–tors', in order from Monday; none when one is unknown. */
function readWeekdays(first: string | undefined, last: string | undefined): number[] {
  const [from, to] = [weekdayNamed(first), last === undefined ? weekdayNamed(first) : weekdayNamed(last)]
  return MONDAY_FIRST.slice(MONDAY_FIRST.indexOf(from), MONDAY_FIRST.indexOf(to) + 1)
}

function readWeek(text: string | null): Map<number, Interval[]> | undefined {
  const week = new Map<number, Interval[]>()
  for (const line of linesOf(text)) {
    const [, first, last, rest = ''] = /^\s*(\p{L}+)(?:\s*[-–]\s*(\p{L}+))?\s*:?\s+(.+)$/u.exec(line) ?? []
    const [days, intervals] = [readWeekdays(first, last), readIntervals(rest)]
    if (days.length === 0 || !intervals || days.some((day) => week.has(day))) return undefined
    for (const day of days) week.set(day, intervals)
  }
  return week
}

/** Normalizes the differing weekdays to one line per day, from Monday; undefined when a line cannot be read. */
export function readDayHours(text: string): string | undefined {
  const week = readWeek(text)
  if (!week) return undefined
  return MONDAY_FIRST.flatMap((day) => {
    const intervals = week.get(day)
    return intervals ? [`${capitalized(weekdays[day] ?? '')}: ${intervalsText(intervals)}`] : []
  }).join('\n')
}

type ClosedSpan = { from: string; to: string; name: string }

export const isDate = (date: string) => !Number.isNaN(Date.parse(`${date}T00:00:00Z`)) && addDays(date, 0) === date

function readClosedSpan(line: string): ClosedSpan | undefined {
  const [, from = '', to = from, name = ''] =
    /^\s*(\d{4}-\d{2}-\d{2})(?:\s*[-–]\s*(\d{4}-\d{2}-\d{2}))?\s*:?\s+(.+)$/.exec(line) ?? []
  return isDate(from) && isDate(to) && from <= to && !isBlank(name) ? { from, to, name: name.trim() } : undefined
}

/** Normalizes closed days to one line each, by date; undefined when a line has no date or no name. */
export function readClosedDays(text: string): string | undefined {
  const spans = linesOf(text).map(readClosedSpan)
  if (!spans.every((span) => span !== undefined)) return undefined
  return spans
    .toSorted((one, other) => one.from.localeCompare(other.from))
    .map(({ from, to, name }) => `${from}${to === from ? '' : `–${to}`}: ${name}`)
    .join('\n')
}

const until = (intervals: Interval[], time: string) =>
  intervals
    .filter(({ opens }) => opens < time)
    .map(({ opens, closes }) => ({ opens, closes: closes < time ? closes : time }))

/** The hours of the period that a date is in. */
export const hoursOn = (hours: Hours, date: string): WeekHours =>
  hours.formerHours.find(({ until }) => date < until) ?? hours

/** The hours of each weekday, from Sunday, without holidays. */
function weekOf({ opens, closes, dayHours }: WeekHours): Interval[][] {
  const differing = readWeek(dayHours)
  return weekdays.map((_, day) => differing?.get(day) ?? (day % 6 === 0 ? [] : [{ opens, closes }]))
}

/** A function that returns the hours of any date; it parses the texts only once. */
export function calendarOf(hours: Hours): (date: string) => DayHours {
  const weeks = new Map<WeekHours, Interval[][]>([...hours.formerHours, hours].map((one) => [one, weekOf(one)]))
  const spans = linesOf(hours.closedDays).map(readClosedSpan)
  return (date) => {
    const period = hoursOn(hours, date)
    const intervals = weeks.get(period)?.[weekdayOf(date)] ?? []
    if (intervals.length === 0) return { intervals }
    const own = spans.find((span) => span && span.from <= date && date <= span.to)
    if (own) return { intervals: [], reason: own.name, isOwn: true }
    const holiday = holidayOn(date)
    if (holiday) return { intervals: [], reason: holiday }
    const [eve, half] = [eveOn(date), halfDayOn(date)]
    const [reason, choice] = eve ? [eve, period.eves] : [half, period.halfDays]
    if (!reason || choice === 'open') return { intervals }
    return { intervals: choice === 'closed' ? [] : until(intervals, period.halfDayCloses), reason }
  }
}

/** Days on which the company is open, after a date up to and including today. */
export function workingDaysSince(date: string, today: string, calendar: (date: string) => DayHours): number {
  let days = 0
  for (let day = addDays(date, 1); day <= today; day = addDays(day, 1))
    if (calendar(day).intervals.length > 0) days += 1
  return days
}

export type HoursLine = { days: string; weekdays: number[]; intervals: Interval[] }

/** The week from Monday, consecutive days of the same hours on one line; weekends without hours are left out. */
export function hoursInLines(hours: WeekHours): HoursLine[] {
  const week = weekOf(hours)
  const lines: HoursLine[] = []
  for (const day of MONDAY_FIRST) {
    const intervals = week[day] ?? []
    const last = lines.at(-1)
    if (last && intervalsText(last.intervals) === intervalsText(intervals)) last.weekdays.push(day)
    else lines.push({ days: '', weekdays: [day], intervals })
  }
  return lines
    .filter(({ intervals, weekdays: days }) => intervals.length > 0 || days.some((day) => day % 6 !== 0))
    .map((line) => ({ ...line, days: daysText(line.weekdays) }))
}

function daysText(days: number[]): string {
  const [first, last] = [weekdays[days[0] ?? 0] ?? '', weekdays[days.at(-1) ?? 0] ?? '']
  return capitalized(days.length === 1 ? first : `${first}–${last}`)
}
