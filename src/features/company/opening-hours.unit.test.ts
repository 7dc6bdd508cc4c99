import { expect, test } from 'vitest'
import { hoursInLines, readClosedDays, readDayHours } from './opening-hours.rules.ts'
import { weekdayHours as hours } from './testing/weekday-hours.ts'

test.each([
  ['fre 8-12, 13-15.30', 'Fredag: 08:00–12:00, 13:00–15:30'],
  ['Lördag: stängt', 'Lördag: stängt'],
  ['sön 12:00 – 16:00\nmån–tis: 7-16', 'Måndag: 07:00–16:00\nTisdag: 07:00–16:00\nSöndag: 12:00–16:00'],
  ['', ''],
])('hours typed as %j are stored as %j', (typed, stored) => {
  expect(readDayHours(typed)).toBe(stored)
  expect(readDayHours(stored)).toBe(stored)
})

test.each([
  'fredag',
  'fredag: 25-26',
  'fredag: 8-8',
  'fredag: 12-8',
  'fredag: 8-12, 11-15',
  'x: 8-12',
  'fre 8-12\nfre 13-15',
])('%j is refused as hours', (typed) => expect(readDayHours(typed)).toBeUndefined())

test.each([
  ['2026-12-28 Mellandagar', '2026-12-28: Mellandagar'],
  ['2026-12-28 – 2026-12-30: Mellandagar\n2026-11-30: Flytt', '2026-11-30: Flytt\n2026-12-28–2026-12-30: Mellandagar'],
])('closed days typed as %j are stored as %j', (typed, stored) => {
  expect(readClosedDays(typed)).toBe(stored)
  expect(readClosedDays(stored)).toBe(stored)
})

test.each(['2026-12-28', '2026-02-30: Flytt', '2026-12-30–2026-12-28: Flytt', 'i jul: Julstängt'])(
  '%j is refused as a closed day',
  (typed) => expect(readClosedDays(typed)).toBeUndefined(),
)

test('the week has equal days on one line, and names closed weekdays but not weekends', () => {
  const lines = (dayHours: string | null) =>
    hoursInLines({ ...hours, dayHours }).map(({ days, intervals }) => [days, intervals.length])
  expect(lines(null)).toEqual([['Måndag–fredag', 1]])
  expect(lines('Onsdag: stängt\nLördag: 10:00–14:00')).toEqual([
    ['Måndag–tisdag', 1],
    ['Onsdag', 0],
    ['Torsdag–fredag', 1],
    ['Lördag', 1],
  ])
})
