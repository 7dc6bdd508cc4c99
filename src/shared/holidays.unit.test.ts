import Holidays from 'date-holidays'
import { expect, test } from 'vitest'
import { eveOn, halfDayOn, holidayOn, holidaysOf } from './holidays.rules.ts'

const years = Array.from({ length: 2060 - 2017 + 1 }, (_, after) => 2017 + after)
const isEve = ({ name }: { name: string }) => ['midsommarafton', 'julafton', 'nyårsafton'].includes(name)
const datesOf = (year: number, eves: boolean) =>
  [...new Set(holidaysOf(year).flatMap((day) => (isEve(day) === eves ? day.date : [])))].sort()

test('the public holidays from 2017 to 2060 are those of the library date-holidays', () => {
  const library = new Holidays('SE')
  for (const year of years) {
    const expected = library.getHolidays(year).filter(({ type }) => type === 'public')
    expect(datesOf(year, false)).toEqual([...new Set(expected.map(({ date }) => date.slice(0, 10)))].sort())
  }
})

test('midsommarafton, julafton and nyårsafton are days off', () => {
  const library = new Holidays('SE')
  for (const year of years) {
    const expected = library.getHolidays(year).filter(({ type }) => type === 'bank')
    expect(datesOf(year, true)).toEqual(expected.map(({ date }) => date.slice(0, 10)).sort())
  }
})

test('a year has thirteen public holidays and three eves, in order', () => {
  const days = holidaysOf(2026)
  expect(days.filter((day) => !isEve(day))).toHaveLength(13)
  expect(days.filter(isEve)).toHaveLength(3)
  expect(days.map(({ date }) => date)).toEqual(days.map(({ date }) => date).sort())
})

test('a holiday has its name, and two on one day have both', () => {
  expect(holidayOn('2026-04-03')).toBe('långfredagen')
  expect([eveOn('2026-06-19'), holidayOn('2026-06-19')]).toEqual(['midsommarafton', undefined])
  const halfDays = ['2026-01-05', '2026-04-02', '2026-04-30', '2026-10-30']
  expect(halfDays.map(halfDayOn)).toEqual([
    ...['trettondagsafton', 'skärtorsdagen', 'valborgsmässoafton', 'allhelgonaafton'],
  ])
  expect(holidayOn('2026-11-20')).toBeUndefined()
  expect(holidayOn('2008-05-01')).toBe('första maj och Kristi himmelsfärdsdag')
})
