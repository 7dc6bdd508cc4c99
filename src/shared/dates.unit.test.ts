import { expect, test } from 'vitest'
import {
  addDays,
  FIRST_DAY,
  instantInStockholm,
  isInRange,
  lastDay,
  latestMonths,
  mondayOf,
  spanOfMonth,
  startInStockholm,
  todayInStockholm,
} from './dates.rules.ts'

test('today is the date in Stockholm, around midnight, in summer and in winter', () => {
  expect(todayInStockholm(new Date('2026-11-20T23:00:00Z'))).toBe('2026-11-21')
  expect(todayInStockholm(new Date('2026-11-20T22:59:59Z'))).toBe('2026-11-20')
  expect(todayInStockholm(new Date('2026-07-01T22:00:00Z'))).toBe('2026-07-02')
})

test.each([
  ['2026-01-15', '2026-01-14T23:00:00.000Z'],
  ['2026-07-15', '2026-07-14T22:00:00.000Z'],
  ['2026-03-29', '2026-03-28T23:00:00.000Z'],
  ['2026-03-30', '2026-03-29T22:00:00.000Z'],
  ['2026-10-25', '2026-10-24T22:00:00.000Z'],
  ['2026-10-26', '2026-10-25T23:00:00.000Z'],
])('%s starts in Stockholm at %s', (date, moment) => {
  expect(startInStockholm(date).toISOString()).toBe(moment)
})

test.each([
  ['2026-01-15', '08:00', '2026-01-15T07:00:00.000Z'],
  ['2026-07-15', '08:00', '2026-07-15T06:00:00.000Z'],
  ['2026-03-29', '02:30', undefined],
  ['2026-10-25', '02:30', '2026-10-25T01:30:00.000Z'],
  ['2026-02-29', '08:00', undefined],
  ['2026-02-2', '8', undefined],
])('%s %s in Stockholm is the instant %s', (date, time, instant) => {
  expect(instantInStockholm(date, time)?.toISOString()).toBe(instant)
})

test('the latest months start with the current one and cross the turn of the year', () => {
  expect(latestMonths('2026-02-14', 3)).toEqual(['2026-02', '2026-01', '2025-12'])
  expect(latestMonths('2026-12-31', 12).at(-1)).toBe('2026-01')
})

test('a month is an interval up to the first day of the next', () => {
  expect(spanOfMonth('2026-12')).toEqual({ from: '2026-12-01', before: '2027-01-01' })
  expect(spanOfMonth('2028-02')).toEqual({ from: '2028-02-01', before: '2028-03-01' })
})

test('a week starts on Monday, also over the turn of the year', () => {
  expect(mondayOf('2027-01-03')).toBe('2026-12-28')
  expect(mondayOf('2026-12-28')).toBe('2026-12-28')
  expect(addDays('2026-03-28', 1)).toBe('2026-03-29')
})

test('days are valid from 2000-01-01 to the same day next year', () => {
  expect(lastDay('2026-11-21')).toBe('2027-11-21')
  expect(lastDay('2028-02-29')).toBe('2029-02-28')
  for (const day of [FIRST_DAY, '2026-11-21', '2027-11-21']) expect(isInRange(day, '2026-11-21')).toBe(true)
  for (const day of ['0000-01-01', '1999-12-31', '2027-11-22', '9999-12-31'])
    expect(isInRange(day, '2026-11-21')).toBe(false)
})
