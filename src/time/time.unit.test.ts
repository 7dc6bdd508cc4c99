import { expect, test } from 'vitest'
import { elapsedMinutes, spanUntil } from './time.rules.ts'
import { durationLabel } from './web/duration-choices.ts'

test.each([
  ['in the afternoon', '2026-11-25T13:35:59Z', 90, ['2026-11-25', '13:05', '14:35'], 90],
  ['as long as the day is old', '2026-11-25T00:30:00Z', 90, ['2026-11-25', '00:00', '01:30'], 90],
  ['shortly after midnight, from midnight', '2026-11-24T23:20:00Z', 90, ['2026-11-25', '00:00', '00:20'], 20],
  ['at midnight, of the day before', '2026-11-24T23:00:00Z', 90, ['2026-11-24', '22:30', '00:00'], 90],
  ['over the hour that spring skips', '2026-03-29T01:10:00Z', 60, ['2026-03-29', '01:10', '03:10'], 60],
  ['in summer', '2026-07-01T22:10:00Z', 15, ['2026-07-02', '00:00', '00:10'], 10],
])('work up to now %s', (_name, now, minutes, [workDate = '', timeFrom = '', timeTo = ''], elapsed) => {
  const span = spanUntil(new Date(now), minutes)
  expect(span).toEqual({ workDate, timeFrom, timeTo })
  expect(elapsedMinutes(span)).toBe(elapsed)
})

test('lengths are minutes below an hour and hours with a decimal comma from then on', () => {
  expect([15, 60, 90, 120, 600].map(durationLabel)).toEqual(['15 min', '1 h', '1,5 h', '2 h', '10 h'])
})
