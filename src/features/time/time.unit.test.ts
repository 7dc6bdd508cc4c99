import fc from 'fast-check'
import { expect, test } from 'vitest'
import { durationLabel } from '#screens/time/web/duration-choices.ts'
import { elapsedMinutes, spanUntil, timesText } from './time.rules.ts'

test.each([
  ['in the afternoon', '2026-11-25T13:35:59Z', 90, ['2026-11-25', '13:05', '14:35']],
  ['since midnight', '2026-11-25T00:30:00Z', 90, ['2026-11-25', '00:00', '01:30']],
  ['across midnight', '2026-11-24T23:08:00Z', 60, ['2026-11-24', '23:08', '00:08']],
  ['at midnight, on the day before', '2026-11-24T23:00:00Z', 90, ['2026-11-24', '22:30', '00:00']],
  ['over the skipped hour', '2026-03-29T01:10:00Z', 60, ['2026-03-29', '01:10', '03:10']],
  ['over the midnight before the spring change', '2026-03-28T23:10:00Z', 60, ['2026-03-28', '23:10', '00:10']],
  ['in summer', '2026-07-01T22:10:00Z', 15, ['2026-07-01', '23:55', '00:10']],
  ['into the second occurrence of the repeated hour', '2026-10-25T01:06:00Z', 15, ['2026-10-25', '02:51', '02:06']],
  ['over the whole repeated hour', '2026-10-25T01:06:00Z', 60, ['2026-10-25', '02:06', '02:06']],
])('work up to now %s has the chosen length', (_name, now, minutes, [workDate = '', timeFrom = '', timeTo = '']) => {
  const span = spanUntil(new Date(now), minutes)
  expect(span).toMatchObject({ workDate, timeFrom, timeTo })
  expect(elapsedMinutes(span)).toBe(minutes)
})

/** Minutes on the days around both clock changes of 2026 and around New Year. */
const someMinute = fc
  .constantFrom('2026-03-28T12:00:00Z', '2026-10-24T12:00:00Z', '2026-12-31T12:00:00Z')
  .chain((from) => fc.integer({ min: 0, max: 36 * 60 }).map((minute) => new Date(Date.parse(from) + minute * 60_000)))

test('the chosen length is stored, across midnight and in both nights of clock changes', () => {
  fc.assert(
    fc.property(someMinute, fc.integer({ min: 1, max: 720 }), (now, minutes) => {
      const span = spanUntil(now, minutes)
      expect(elapsedMinutes(span)).toBe(minutes)
    }),
    { numRuns: 1000 },
  )
})

test('a row in the repeated hour shows which occurrence its times are in', () => {
  const night = { workDate: '2026-10-25', timeFrom: '02:51', timeTo: '02:06' }
  expect(timesText({ ...night, fromIsFirst: true })).toBe('02:51 sommartid–02:06 normaltid')
  expect(timesText({ ...night, timeFrom: '01:30' })).toBe('01:30–02:06 normaltid')
  expect(timesText({ workDate: '2026-10-24', timeFrom: '23:00', timeTo: '02:10', toIsFirst: true })).toBe(
    '23:00–02:10 sommartid',
  )
  expect(timesText({ ...night, workDate: '2026-10-24', timeFrom: '02:00' })).toBe('02:00–02:06')
})

test('lengths below an hour are in minutes, others in hours with a decimal comma', () => {
  expect([15, 60, 90, 120, 600].map(durationLabel)).toEqual(['15 min', '1 tim', '1,5 tim', '2 tim', '10 tim'])
})
