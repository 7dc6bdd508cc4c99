// Swedish public holidays (lag 1989:253), the three eves that are days off by most collective agreements, and the days before
// holidays that are commonly half days. Dates are 'YYYY-MM-DD'.
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

/**
 * `holiday`: closed. `eve` (midsommarafton, julafton, nyårsafton) and `half` (commonly a half day): according to the company's
 * opening hours.
 */
type Kind = 'holiday' | 'eve' | 'half'
type SpecialDay = Holiday & { kind: Kind }

const years = new Map<number, SpecialDay[]>()

/** Computed once per year and cached; a server needs two or three years. */
function specialDaysOf(year: number): SpecialDay[] {
  const days = years.get(year) ?? findSpecialDays(year)
  if (years.size > 50) years.clear()
  years.set(year, days)
  return days
}

/** The thirteen public holidays and midsommarafton, julafton and nyårsafton, in order. */
export const holidaysOf = (year: number): Holiday[] =>
  specialDaysOf(year)
    .filter(({ kind }) => kind !== 'half')
    .map(({ date, name }) => ({ date, name }))

function findSpecialDays(year: number): SpecialDay[] {
  const easter = easterOf(year)
  const midsummer = saturdayFrom(dayOf(year, 6, 20))
  const allSaints = saturdayFrom(dayOf(year, 10, 31))
  const days: [date: string, name: string, kind?: Kind][] = [
    [dayOf(year, 1, 1), 'nyårsdagen'],
    [dayOf(year, 1, 6), 'trettondedag jul'],
    [addDays(easter, -2), 'långfredagen'],
    [easter, 'påskdagen'],
    [addDays(easter, 1), 'annandag påsk'],
    [dayOf(year, 5, 1), 'första maj'],
    [addDays(easter, 39), 'Kristi himmelsfärdsdag'],
    [addDays(easter, 49), 'pingstdagen'],
    [dayOf(year, 6, 6), 'nationaldagen'],
    [addDays(midsummer, -1), 'midsommarafton', 'eve'],
    [midsummer, 'midsommardagen'],
    [allSaints, 'alla helgons dag'],
    [dayOf(year, 12, 24), 'julafton', 'eve'],
    [dayOf(year, 12, 25), 'juldagen'],
    [dayOf(year, 12, 26), 'annandag jul'],
    [dayOf(year, 12, 31), 'nyårsafton', 'eve'],
    [dayOf(year, 1, 5), 'trettondagsafton', 'half'],
    [addDays(easter, -3), 'skärtorsdagen', 'half'],
    [dayOf(year, 4, 30), 'valborgsmässoafton', 'half'],
    [addDays(allSaints, -1), 'allhelgonaafton', 'half'],
  ]
  return days
    .map(([date, name, kind = 'holiday']) => ({ date, name, kind }))
    .sort((one, other) => one.date.localeCompare(other.date))
}

/** The name of the public holiday on a date, both names when two coincide (2008-05-01), or undefined. */
export const holidayOn = (date: string) => namesOn(date, 'holiday')

/** The same for midsommarafton, julafton and nyårsafton. */
export const eveOn = (date: string) => namesOn(date, 'eve')

/** The same for trettondagsafton, skärtorsdagen, valborgsmässoafton and allhelgonaafton. */
export const halfDayOn = (date: string) => namesOn(date, 'half')

function namesOn(date: string, kind: Kind): string | undefined {
  const names = specialDaysOf(Number(date.slice(0, 4))).filter((day) => day.date === date && day.kind === kind)
  return names.length > 0 ? names.map(({ name }) => name).join(' och ') : undefined
}
