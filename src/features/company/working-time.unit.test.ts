import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { momentInStockholm } from '#shared/dates.rules.ts'
import { calendarOf, type Hours } from './opening-hours.rules.ts'
import { weekdayHours } from './testing/weekday-hours.ts'
import {
  addWorkingMinutes,
  minuteOf,
  minutesByDate,
  nextOpenInstant,
  workingMinutesBetween,
} from './working-time.rules.ts'

const MINUTE_MS = 60_000

/** Counts minute by minute which ones lie in opening hours. */
function reference(hours: Hours, from: Date, minutes: number): Date {
  const calendar = calendarOf(hours)
  let left = minutes
  for (let at = from.getTime(); ; at += MINUTE_MS) {
    const [date = '', time = ''] = momentInStockholm(new Date(at)).split(' ')
    const isOpen = calendar(date).intervals.some(({ opens, closes }) => opens <= time && time < closes)
    if (isOpen) left -= 1
    if (isOpen && left === 0) return new Date(at + MINUTE_MS)
  }
}

const companies = fc
  .record({
    opens: fc.constantFrom('00:00', '06:30', '08:00'),
    closes: fc.constantFrom('12:00', '17:00', '23:59'),
    dayHours: fc.constantFrom(
      null,
      'Fredag: 08:00–12:00, 13:00–15:30',
      'Måndag: stängt\nLördag: 10:00–14:00',
      'Söndag: 01:30–05:00',
    ),
    closedDays: fc.constantFrom(null, '2026-12-28–2026-12-30: Mellandagar'),
    eves: fc.constantFrom('closed' as const, 'half' as const, 'open' as const),
    halfDays: fc.constantFrom('closed' as const, 'half' as const, 'open' as const),
  })
  .map((hours): Hours => ({ ...hours, halfDayCloses: '12:00', formerHours: [] }))

/** Around Easter with the clocks forward, midsummer, the clocks back, and Christmas. */
const instants = fc
  .tuple(
    fc.constantFrom('2026-03-27T00:00Z', '2026-06-17T00:00Z', '2026-10-23T00:00Z', '2026-12-22T00:00Z'),
    fc.integer({ min: 0, max: 5 * 24 * 60 }),
  )
  .map(([day, minutes]) => new Date(Date.parse(day) + minutes * MINUTE_MS))

describe('working minutes', () => {
  test('are those that lie in opening hours, counted minute by minute', () => {
    fc.assert(
      fc.property(companies, instants, fc.integer({ min: 1, max: 1_200 }), (hours, from, minutes) => {
        expect(addWorkingMinutes(calendarOf(hours), from, minutes)).toEqual(reference(hours, from, minutes))
      }),
      { numRuns: 200 },
    )
  })

  test('between an instant and the one after so many of them are as many', () => {
    fc.assert(
      fc.property(companies, instants, fc.integer({ min: 1, max: 5_000 }), (hours, from, minutes) => {
        const calendar = calendarOf(hours)
        const due = addWorkingMinutes(calendar, from, minutes)
        expect(due && workingMinutesBetween(calendar, from, due)).toBe(minutes)
      }),
    )
  })

  test('in two steps lead where one step leads', () => {
    fc.assert(
      fc.property(
        companies,
        instants,
        fc.integer({ min: 1, max: 900 }),
        fc.integer({ min: 1, max: 900 }),
        (hours, from, first, second) => {
          const calendar = calendarOf(hours)
          const middle = addWorkingMinutes(calendar, from, first)
          expect(middle && addWorkingMinutes(calendar, middle, second)).toEqual(
            addWorkingMinutes(calendar, from, first + second),
          )
        },
      ),
    )
  })

  test('keep the seconds of the instant', () => {
    const calendar = calendarOf(weekdayHours)
    expect(addWorkingMinutes(calendar, new Date('2026-11-24T15:30:30Z'), 60)).toEqual(new Date('2026-11-25T07:30:30Z'))
    expect(nextOpenInstant(calendar, new Date('2026-11-27T16:00:00Z'))).toEqual(new Date('2026-11-30T07:00:00Z'))
  })
})

test('the minute of a time is the same looked up once per date, also on the dates when the clock changes', () => {
  const minute = minutesByDate()
  const times = Array.from({ length: 96 }, (_, n) => `${String(n >> 2).padStart(2, '0')}:${(n % 4) * 15 || '00'}`)
  for (const date of ['2026-03-28', '2026-03-29', '2026-03-30', '2026-10-24', '2026-10-25', '2026-10-26', '2026-12-31'])
    for (const time of times)
      for (const isFirst of [false, true])
        expect(minute(date, time, isFirst), `${date} ${time}`).toBe(minuteOf(date, time, isFirst))
})
