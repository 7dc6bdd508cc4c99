// The days on which the company is closed: Swedish public holidays (lag 1989:253), and the three eves that are days off by
// most collective agreements. Dates are 'YYYY-MM-DD'.
import { addDays } from './dates.rules.ts'

export type Holiday = { date: string; name: string }

/** Easter Sunday of a Gregorian year (Meeus, Jones and Butcher). */
function easterOf(year: number): string {
  const golden = year % 19
  const century = Math.floor(year / 100)
  const yearOfCentury = year % 100
  const correction = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3)
  const epact = (19 * golden + century - Math.floor(century / 4) - correction + 15) % 30
  const toSunday = (32 + 2 * (century % 4) + 2 * Math.floor(yearOfCentury / 4) - epact - (yearOfCentury % 4)) % 7
  const late = Math.floor((golden + 11 * epact + 22 * toSunday) / 451)
  const days = epact + toSunday - 7 * late + 114
  return dayOf(year, Math.floor(days / 31), (days % 31) + 1)
}

const dayOf = (year: number, month: number, day: number) =>
  `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`

const SATURDAY = 6
const saturdayFrom = (date: string) => addDays(date, SATURDAY - new Date(`${date}T00:00:00Z`).getUTCDay())

/** The thirteen public holidays and midsommarafton, julafton and nyårsafton, in order. */
export function holidaysOf(year: number): Holiday[] {
  const easter = easterOf(year)
  const midsummer = saturdayFrom(dayOf(year, 6, 20))
  const days: [date: string, name: string][] = [
    [dayOf(year, 1, 1), 'nyårsdagen'],
    [dayOf(year, 1, 6), 'trettondedag jul'],
    [addDays(easter, -2), 'långfredagen'],
    [easter, 'påskdagen'],
    [addDays(easter, 1), 'annandag påsk'],
    [dayOf(year, 5, 1), 'första maj'],
    [addDays(easter, 39), 'Kristi himmelsfärdsdag'],
    [addDays(easter, 49), 'pingstdagen'],
    [dayOf(year, 6, 6), 'nationaldagen'],
    [addDays(midsummer, -1), 'midsommarafton'],
    [midsummer, 'midsommardagen'],
    [saturdayFrom(dayOf(year, 10, 31)), 'alla helgons dag'],
    [dayOf(year, 12, 24), 'julafton'],
    [dayOf(year, 12, 25), 'juldagen'],
    [dayOf(year, 12, 26), 'annandag jul'],
    [dayOf(year, 12, 31), 'nyårsafton'],
  ]
  return days.map(([date, name]) => ({ date, name })).sort((one, other) => one.date.localeCompare(other.date))
}

/** The name of the holiday or eve on a date, both names when two coincide (2008-05-01), or undefined. */
export function holidayOn(date: string): string | undefined {
  const names = holidaysOf(Number(date.slice(0, 4)))
    .filter((holiday) => holiday.date === date)
    .map(({ name }) => name)
  return names.length > 0 ? names.join(' och ') : undefined
}
