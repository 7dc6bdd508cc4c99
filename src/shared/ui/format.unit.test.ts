import { describe, expect, test } from 'vitest'
import { formatMonth } from '../month-names.rules.ts'
import { formatNumber, plural } from '../plural.rules.ts'
import {
  formatAge,
  formatDate,
  formatDateTime,
  formatDue,
  formatDuration,
  formatHours,
  formatLongDate,
  formatRelative,
  formatTime,
  formatWeek,
  isoWeek,
} from './format.ts'

describe('dates', () => {
  test('a plain date is unchanged, an instant gets its date in Stockholm', () => {
    expect(formatDate('2026-11-21')).toBe('2026-11-21')
    expect(formatDate('2026-11-20T23:30:00Z')).toBe('2026-11-21')
    expect(formatDate(new Date('2026-06-30T22:15:00Z'))).toBe('2026-07-01')
  })

  test('date and time follow summer and winter time', () => {
    expect(formatDateTime('2026-11-21T12:05:00Z')).toBe('2026-11-21 13:05')
    expect(formatDateTime('2026-07-01T12:05:00Z')).toBe('2026-07-01 14:05')
    expect(formatDateTime('2026-07-01T22:00:00Z')).toBe('2026-07-02 00:00')
  })

  test('long dates are in words, lower case', () => {
    expect(formatLongDate('2026-11-21')).toBe('lördag 21 november 2026')
    expect(formatMonth('2026-11')).toBe('november 2026')
  })

  test('weeks are ISO weeks, also around New Year', () => {
    expect(formatWeek('2026-11-21')).toBe('v.\u00a047')
    expect(isoWeek('2027-01-01')).toEqual({ year: 2026, week: 53 })
    expect(isoWeek('2027-01-04')).toEqual({ year: 2027, week: 1 })
    expect(isoWeek('2020-12-31')).toEqual({ year: 2020, week: 53 })
    expect(isoWeek('2025-12-29')).toEqual({ year: 2026, week: 1 })
  })

  test('a time is formatted without seconds', () => {
    expect(formatTime('08:05:00')).toBe('08:05')
  })

  test('relative time counts days by the calendar', () => {
    const now = new Date('2026-11-21T08:00:00Z')
    expect(formatRelative('2026-11-21T07:59:50Z', now)).toBe('nyss')
    expect(formatRelative('2026-11-21T07:40:00Z', now)).toBe('för 20 minuter sedan')
    expect(formatRelative('2026-11-21T05:00:00Z', now)).toBe('för 3 timmar sedan')
    expect(formatRelative('2026-11-20T20:00:00Z', now)).toBe('i går')
    expect(formatRelative('2026-11-01T08:00:00Z', now)).toBe('söndag 1 november 2026')
  })
})

describe('numbers', () => {
  test.each([
    [450, '7,50'],
    [0, '0,00'],
    [1, '0,02'],
    [5, '0,08'],
    [20, '0,33'],
    [40, '0,67'],
    [61, '1,02'],
    [75_000, '1\u00a0250,00'],
    [-30, '−0,50'],
  ])('%i minutes are %s hours', (minutes, hours) => {
    expect(formatHours(minutes)).toBe(hours)
  })

  test('one decimal rounds half up', () => {
    expect(formatHours(3, 1)).toBe('0,1')
    expect(formatHours(2, 1)).toBe('0,0')
    expect(formatHours(57, 1)).toBe('1,0')
  })

  test('durations, groups of thousands and plurals', () => {
    expect(formatDuration(450)).toBe('7 tim 30 min')
    expect(formatDuration(60)).toBe('1 tim')
    expect(formatDuration(0)).toBe('0 min')
    expect(formatNumber(1_234_567)).toBe('1\u00a0234\u00a0567')
    expect(plural(1, 'ärende', 'ärenden')).toBe('1 ärende')
    expect(plural(0, 'ärende', 'ärenden')).toBe('0 ärenden')
  })
})

test('an age is in short form', () => {
  const now = new Date('2026-11-24T08:00:00Z')
  const ages = [
    '2026-11-24T08:00:30Z',
    '2026-11-24T07:01:00Z',
    '2026-11-24T04:30:00Z',
    '2026-11-23T07:59:00Z',
    '2026-11-19T08:00:00Z',
  ]
  expect(ages.map((instant) => formatAge(instant, now).replace('\u00a0', ' '))).toEqual([
    ...['0 min', '59 min', '3 tim', '1 dag', '5 dagar'],
  ])
})

test('what is due says how long until then, or since', () => {
  const now = new Date('2026-11-24T10:00:00Z')
  const due = [125 * 60, 60, 59, 0, -59, -60, -40 * 60, -25 * 3600].map((seconds) =>
    formatDue(new Date(now.getTime() + seconds * 1000), now),
  )
  expect(due.map(({ text }) => text.replace('\u00a0', ' '))).toEqual([
    ...['om 2 tim', 'om 1 min', 'nu', 'nu', 'nu', 'försenat 1 min', 'försenat 40 min', 'försenat 1 dag'],
  ])
  expect(due.map(({ isLate }) => isLate)).toEqual([false, false, false, false, false, true, true, true])
})
