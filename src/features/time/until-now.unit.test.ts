import fc from 'fast-check'
import { expect, test } from 'vitest'
import { elapsedMinutes, instantsOf, spanBetween, timesText } from './time.rules.ts'
import { placeUntil, spansOverlap, type WorkToPlace } from './until-now.rules.ts'

const weekday = (date: string) => new Date(`${date}T00:00:00Z`).getUTCDay()
const officeHours = (date: string) => ({
  intervals: weekday(date) % 6 === 0 ? [] : [{ opens: '08:00', closes: '17:00' }],
})
/** 2026-11-25 is a Wednesday. */
const row = (timeFrom: string, timeTo: string, workDate = '2026-11-25', isPlaced = true) => ({
  workDate,
  timeFrom,
  timeTo,
  isPlaced,
})
const at = (time: string, date = '2026-11-25') => new Date(`${date}T${time}:00+01:00`)
const place = (given: Partial<WorkToPlace>) => {
  const { span, isMoved, needsTimes } = placeUntil({
    now: at('14:00'),
    minutes: 60,
    rows: [],
    calendar: officeHours,
    openedAt: undefined,
    ...given,
  })
  return [span && `${span.workDate} ${timesText(span)}`, isMoved, needsTimes]
}

test('work ends now if that overlaps nothing', () => {
  expect(place({})).toEqual(['2026-11-25 13:00–14:00', false, false])
  expect(place({ rows: [row('12:00', '13:00'), row('13:00', '14:00', '2026-11-25', false)] })).toEqual([
    '2026-11-25 13:00–14:00',
    false,
    false,
  ])
})

test('otherwise it is in the latest gap inside opening hours, not before the ticket', () => {
  const rows = [row('13:30', '14:00'), row('11:00', '12:00')]
  expect(place({ rows })).toEqual(['2026-11-25 12:30–13:30', true, false])
  expect(place({ rows, minutes: 180 })).toEqual(['2026-11-25 08:00–11:00', true, false])
  expect(place({ rows, minutes: 180, openedAt: at('09:00') })).toEqual([null, false, false])
  expect(place({ rows: [row('06:00', '14:00')], minutes: 30 })).toEqual([null, false, false])
})

test('work outside opening hours stays outside, and needs its times if there is no gap', () => {
  const now = at('20:15')
  expect(place({ now, rows: [row('20:00', '20:15')] })).toEqual(['2026-11-25 19:00–20:00', true, false])
  expect(place({ now, rows: [row('17:30', '20:15'), row('00:00', '08:00')] })).toEqual([null, false, true])
  expect(place({ now: at('00:08'), rows: [row('23:30', '00:05', '2026-11-24')] })).toEqual([null, false, true])
})

/** The days around both clock changes of 2026, and an ordinary Wednesday. */
const someStart = fc.constantFrom('2026-03-28T12:00:00Z', '2026-10-24T12:00:00Z', '2026-11-24T12:00:00Z')
const someWork: fc.Arbitrary<WorkToPlace> = someStart.chain((start) => {
  const instant = (max: number) =>
    fc.integer({ min: 0, max }).map((minute) => new Date(Date.parse(start) + minute * 60_000))
  return fc.record({
    now: instant(36 * 60),
    minutes: fc.constantFrom(15, 30, 60, 90, 240, 720),
    rows: fc.array(
      fc.tuple(instant(40 * 60), fc.integer({ min: 1, max: 1439 }), fc.boolean()).map(([from, minutes, isPlaced]) => ({
        ...spanBetween(from, new Date(from.getTime() + minutes * 60_000)),
        isPlaced,
      })),
      { maxLength: 6 },
    ),
    calendar: fc.constantFrom(officeHours, () => ({ intervals: [{ opens: '02:00', closes: '13:00' }] })),
    openedAt: fc.option(instant(36 * 60), { nil: undefined }),
  })
})

test('proposals never overlap rows and have the chosen length, across midnight and clock changes', () => {
  fc.assert(
    fc.property(someWork, (work) => {
      const { span, isMoved, needsTimes } = placeUntil(work)
      if (!span) return
      expect(needsTimes).toBe(false)
      expect(elapsedMinutes(span)).toBe(work.minutes)
      const instants = instantsOf(span)
      expect(instants && instants.ends.getTime() <= work.now.getTime()).toBe(true)
      if (isMoved && work.openedAt) expect(instants && instants.starts >= work.openedAt).toBe(true)
      for (const other of work.rows.filter(({ isPlaced }) => isPlaced)) expect(spansOverlap(span, other)).toBe(false)
    }),
    { numRuns: 1000 },
  )
})
