import { describe, expect, test } from 'vitest'
import {
  alarmIsDue,
  alarmNext,
  GAPS_AHEAD_DAYS,
  gapsAfter,
  nextAlarmAt,
  onCallDay,
  onCallUntil,
} from './on-call.rules.ts'

test.for([
  ['2026-11-29T06:59:59Z', '2026-11-28', '2026-11-29T07:00:00.000Z'],
  ['2026-11-29T07:00:00Z', '2026-11-29', '2026-11-30T07:00:00.000Z'],
  // The days on which the clocks are changed have 23 and 25 hours.
  ['2026-03-29T05:59:59Z', '2026-03-28', '2026-03-29T06:00:00.000Z'],
  ['2026-03-29T06:00:00Z', '2026-03-29', '2026-03-30T06:00:00.000Z'],
  ['2026-10-25T06:59:59Z', '2026-10-24', '2026-10-25T07:00:00.000Z'],
  ['2026-10-25T07:00:00Z', '2026-10-25', '2026-10-26T07:00:00.000Z'],
] as const)('%s is in the day of %s, until %s', ([instant, day, until]) => {
  expect(onCallDay(new Date(instant))).toBe(day)
  expect(onCallUntil(day).toISOString()).toBe(until)
})

test('gaps are the days without anybody, today included', () => {
  const filled = new Set(['2026-11-29', '2026-12-01'])
  const gaps = gapsAfter('2026-11-29', filled)
  expect(gaps.slice(0, 2)).toEqual(['2026-11-30', '2026-12-02'])
  expect(gaps).toHaveLength(GAPS_AHEAD_DAYS - 2)
})

describe('an alarm goes to', () => {
  const staff = ['anna', 'bo', 'cia', 'dan']
  test.for([
    { onCall: ['anna', 'bo'], alarmed: [], to: ['anna'] },
    { onCall: ['anna', 'bo'], alarmed: ['anna'], to: ['bo'] },
    { onCall: ['anna', 'bo'], alarmed: ['anna', 'bo'], to: staff },
    { onCall: ['anna', 'bo'], alarmed: ['anna', 'bo', ...staff], to: staff },
    // Others have jour since eight o'clock.
    { onCall: ['cia'], alarmed: ['anna', 'bo'], to: ['cia'] },
    { onCall: [], alarmed: [], to: [] },
    { onCall: [], alarmed: ['anna'], to: staff },
  ])('$to after $alarmed while $onCall have jour', ({ onCall, alarmed, to }) => {
    expect(alarmNext({ onCall, alarmed, staff })).toEqual(to)
  })
})

test('the next alarm waits ten minutes, also of a clock that is set back', () => {
  const at = (minutes: number) => new Date(Date.UTC(2026, 10, 29, 3, minutes))
  const next = nextAlarmAt(at(0), 1)
  expect(alarmIsDue(null, 0, at(0))).toBe('due')
  expect(alarmIsDue(next, 1, at(9))).toBe('waits')
  expect(alarmIsDue(next, 1, at(10))).toBe('due')
  expect(alarmIsDue(next, 1, at(300))).toBe('due')
  expect(alarmIsDue(next, 1, at(-1))).toBe('set_back')
  // After two hours once an hour.
  const later = nextAlarmAt(at(0), 12)
  expect(alarmIsDue(later, 12, at(59))).toBe('waits')
  expect(alarmIsDue(later, 12, at(60))).toBe('due')
})
