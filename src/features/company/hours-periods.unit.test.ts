import { describe, expect, test } from 'vitest'
import { hoursPeriods, hoursToCome } from './hours-periods.rules.ts'
import { openNow } from './open-now.rules.ts'
import { calendarOf, type FormerHours, type Hours, hoursOn } from './opening-hours.rules.ts'
import { addWorkingMinutes } from './working-time.rules.ts'

const hours: Hours = {
  opens: '08:00',
  closes: '16:00',
  dayHours: null,
  closedDays: null,
  eves: 'closed',
  halfDays: 'open',
  halfDayCloses: '12:00',
  formerHours: [],
}
const former = (until: string, own: Partial<FormerHours> = {}): FormerHours => {
  const { opens, closes, dayHours, eves, halfDays, halfDayCloses } = hours
  return { opens, closes, dayHours, eves, halfDays, halfDayCloses, ...own, until }
}
/** Until December the company closes at 17, in the first quarter of 2026 at 15. */
const dated: Hours = {
  ...hours,
  closedDays: '2026-11-27–2026-12-01: Flytt',
  formerHours: [
    former('2026-01-01', { closes: '17:00' }),
    former('2026-04-01', { closes: '15:00' }),
    former('2026-12-01', { closes: '17:00', halfDays: 'half' }),
  ],
}

test('each date has the hours of its period, which end before the first day of the next ones', () => {
  const dates = [
    '2000-01-01',
    '2025-12-31',
    '2026-01-01',
    '2026-03-31',
    '2026-04-01',
    '2026-11-30',
    '2026-12-01',
    '2030-01-01',
  ]
  expect(dates.map((date) => hoursOn(dated, date).closes)).toEqual([
    ...['17:00', '17:00', '15:00', '15:00', '17:00', '17:00', '16:00', '16:00'],
  ])
})

test('eves and half days follow the period, the company’s own closed days do not', () => {
  const calendar = calendarOf(dated)
  const closing = (date: string) => calendar(date).intervals.at(-1)?.closes
  // Skärtorsdagen, and valborgsmässoafton before and after December.
  expect(['2026-04-02', '2026-04-30', '2027-04-30'].map(closing)).toEqual(['12:00', '12:00', '16:00'])
  expect(['2026-11-27', '2026-11-30', '2026-12-01'].map((date) => calendar(date).reason)).toEqual([
    ...['Flytt', 'Flytt', 'Flytt'],
  ])
  expect([closing('2026-11-26'), closing('2026-12-02')]).toEqual(['17:00', '16:00'])
})

test('working time across a change is counted with the hours of each day', () => {
  const calendar = calendarOf({ ...dated, closedDays: null })
  // One hour on Monday until 17, and one on Tuesday from 8.
  expect(addWorkingMinutes(calendar, new Date('2026-11-30T15:00:00Z'), 120)).toEqual(new Date('2026-12-01T08:00:00Z'))
  expect(addWorkingMinutes(calendar, new Date('2026-12-01T14:30:00Z'), 60)).toEqual(new Date('2026-12-02T07:30:00Z'))
})

test('the company is open until the closing time of today', () => {
  const at = (moment: string) => openNow({ ...dated, closedDays: null }, new Date(moment), false).text
  expect(at('2026-11-30T12:00:00Z')).toBe('Öppet nu till 17:00')
  expect(at('2026-12-01T12:00:00Z')).toBe('Öppet nu till 16:00')
})

describe('the periods', () => {
  const datesOf = (given: Hours) => hoursPeriods(given).map(({ from, until }) => [from, until])

  test('adjoin each other', () => {
    expect(datesOf(dated)).toEqual([
      [undefined, '2026-01-01'],
      ['2026-01-01', '2026-04-01'],
      ['2026-04-01', '2026-12-01'],
      ['2026-12-01', undefined],
    ])
    expect(datesOf(hours)).toEqual([[undefined, undefined]])
  })

  test('with equal hours are one, as after a change that was set back', () => {
    const setBack = {
      ...hours,
      formerHours: [former('2026-01-01'), former('2026-04-01'), former('2026-12-01', { closes: '17:00' })],
    }
    expect(datesOf(setBack)).toEqual([
      [undefined, '2026-04-01'],
      ['2026-04-01', '2026-12-01'],
      ['2026-12-01', undefined],
    ])
    expect(datesOf({ ...hours, formerHours: [former('2026-12-01')] })).toEqual([[undefined, undefined]])
  })
})

describe('hours to come', () => {
  const comeOn = (today: string, given = dated) =>
    hoursToCome(given, today).map(({ from, lines }) => [from, lines[0]?.days, lines[0]?.intervals[0]?.closes])

  test('are named from the day before they apply, with the year if it is another', () => {
    expect(comeOn('2026-11-30')).toEqual([['Från 1 december', 'Måndag–fredag', '16:00']])
    expect(comeOn('2026-12-01')).toEqual([])
    expect(comeOn('2025-12-31')).toEqual([
      ['Från 1 januari 2026', 'Måndag–fredag', '15:00'],
      ['Från 1 april 2026', 'Måndag–fredag', '17:00'],
      ['Från 1 december 2026', 'Måndag–fredag', '16:00'],
    ])
  })

  test('are not named when only eves or half days change', () => {
    expect(comeOn('2026-11-30', { ...hours, formerHours: [former('2026-12-01', { halfDays: 'half' })] })).toEqual([])
  })
})
