import { expect, test } from 'vitest'
import { ownWeek } from './own-week.rules.ts'

test('eight hours are expected from Monday to Friday, none on weekends and days off', () => {
  const { days, lastWeek } = ownWeek('2026-12-21', (date) => (date === '2026-12-22' ? 150 : 0))
  expect(days.map(({ date, minutes, expectedMinutes }) => [date.slice(8), minutes, expectedMinutes / 60])).toEqual([
    ['21', 0, 8],
    ['22', 150, 8],
    ['23', 0, 8],
    ['24', 0, 0],
    ['25', 0, 0],
    ['26', 0, 0],
    ['27', 0, 0],
  ])
  expect(lastWeek).toEqual({ minutes: 0, expectedMinutes: 40 * 60 })
})

test('the previous week is summed across the turn of the year', () => {
  const { lastWeek } = ownWeek('2027-01-04', (date) => (date === '2026-12-28' || date === '2027-01-04' ? 60 : 0))
  expect(lastWeek).toEqual({ minutes: 60, expectedMinutes: 3 * 8 * 60 })
})
