import { expect, test } from 'vitest'
import { asksWhetherRight, clockDifference, clockSeconds, spanOfClock } from './clock.rules.ts'

const stopped = (startedAt: string, stoppedAt: string) => ({
  startedAt,
  stoppedAt,
  seconds: Math.round((Date.parse(stoppedAt) - Date.parse(startedAt)) / 1000),
})

test('a running clock continues from the response; a stopped one or a device set back does not', () => {
  expect(clockSeconds({ seconds: 90, stoppedAt: null }, 59_999)).toBe(149)
  expect(clockSeconds({ seconds: 90, stoppedAt: '2026-11-20T08:00:00Z' }, 59_999)).toBe(90)
  expect(clockSeconds({ seconds: 90, stoppedAt: null }, -5000)).toBe(90)
})

test('it asks after ten hours, again ten hours after each confirmation, never when stopped', () => {
  const running = { stoppedAt: null, confirmedSeconds: 0 }
  expect([35_999, 36_000].map((seconds) => asksWhetherRight(running, seconds))).toEqual([false, true])
  const confirmed = { stoppedAt: null, confirmedSeconds: 40_000 }
  expect([75_999, 76_000].map((seconds) => asksWhetherRight(confirmed, seconds))).toEqual([false, true])
  expect(asksWhetherRight({ stoppedAt: '2026-11-20T18:00:00Z', confirmedSeconds: 0 }, 50_000)).toBe(false)
})

test.each([
  ['a morning', '2026-11-20T07:05:50Z', '2026-11-20T08:17:10Z', ['2026-11-20', '08:05', '09:17'], undefined],
  ['less than a minute', '2026-11-20T07:05:10Z', '2026-11-20T07:05:40Z', ['2026-11-20', '08:05', '08:06'], undefined],
  [
    'less than a minute at midnight',
    '2026-11-20T22:59:10Z',
    '2026-11-20T22:59:40Z',
    ['2026-11-20', '23:59', '00:00'],
    undefined,
  ],
  ['over midnight', '2026-11-20T21:30:00Z', '2026-11-21T00:15:00Z', ['2026-11-20', '22:30', '01:15'], undefined],
  [
    'the night of the spring change',
    '2026-03-29T00:30:00Z',
    '2026-03-29T01:30:00Z',
    ['2026-03-29', '01:30', '03:30'],
    undefined,
  ],
  [
    'the whole night of the autumn change',
    '2026-10-24T20:00:00Z',
    '2026-10-25T03:00:00Z',
    ['2026-10-24', '22:00', '04:00'],
    undefined,
  ],
  [
    'from the first to the second occurrence of the repeated hour',
    '2026-10-25T00:30:00Z',
    '2026-10-25T01:45:00Z',
    ['2026-10-25', '02:30', '02:45'],
    undefined,
  ],
  [
    'to an earlier clock time in the second occurrence',
    '2026-10-25T00:30:00Z',
    '2026-10-25T01:10:00Z',
    ['2026-10-25', '02:30', '02:10'],
    undefined,
  ],
  ['a day and two hours', '2026-11-20T07:00:00Z', '2026-11-21T09:00:00Z', ['2026-11-20', '08:00', '10:00'], 'too_long'],
  ['exactly a day', '2026-11-20T07:00:00Z', '2026-11-21T07:00:00Z', ['2026-11-20', '08:00', '08:00'], 'too_long'],
] as const)('the row for %s', (_, from, to, [workDate, timeFrom, timeTo], difference) => {
  const clock = stopped(from, to)
  const span = spanOfClock(clock)
  expect(span).toMatchObject({ workDate, timeFrom, timeTo })
  expect(clockDifference(clock, span)).toBe(difference)
})

test('times that a person changed are marked as edited', () => {
  const clock = stopped('2026-11-20T07:00:00Z', '2026-11-20T08:00:00Z')
  expect(clockDifference(clock, { workDate: '2026-11-20', timeFrom: '08:00', timeTo: '09:01' })).toBeUndefined()
  expect(clockDifference(clock, { workDate: '2026-11-20', timeFrom: '07:30', timeTo: '09:00' })).toBe('edited')
  expect(clockDifference(clock, { workDate: '2026-11-20', timeFrom: '', timeTo: '09:00' })).toBe('edited')
})
