import { expect, test } from 'vitest'
import { parseDate, parseTime } from './date-time.rules.ts'

test.each([
  ['805', '08:05'],
  ['0805', '08:05'],
  ['8.05', '08:05'],
  ['8:05', '08:05'],
  ['8,05', '08:05'],
  ['08:05', '08:05'],
  ['08:05:00', '08:05'],
  ['8', '08:00'],
  ['17', '17:00'],
  ['1730', '17:30'],
  [' kl 9 ', '09:00'],
  ['0', '00:00'],
])('the time %j is %s', (typed, time) => {
  expect(parseTime(typed)).toBe(time)
})

test.each(['', '24', '2400', '860', '8:5', '8.5', '12345', 'åtta', '-8'])('%j is no time', (typed) => {
  expect(parseTime(typed)).toBeUndefined()
})

test.each([
  ['2026-11-21', '2026-11-21'],
  ['20261121', '2026-11-21'],
  ['261121', '2026-11-21'],
  ['2026/11/1', '2026-11-01'],
  [' 2026.11.21\n', '2026-11-21'],
  ['2026-11-21T08:00:00Z', '2026-11-21'],
  ['21/11 2026', '2026-11-21'],
  ['1.2.2026', '2026-02-01'],
  ['2028-02-29', '2028-02-29'],
])('the date %j is %s', (pasted, date) => {
  expect(parseDate(pasted)).toBe(date)
})

test.each(['', '2026-02-29', '2026-13-01', '20261131', 'i morgon', '2026-11', '1234567'])('%j is no date', (pasted) => {
  expect(parseDate(pasted)).toBeUndefined()
})
