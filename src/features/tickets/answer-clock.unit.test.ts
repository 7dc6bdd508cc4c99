import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { calendarOf } from '#features/company/opening-hours.rules.ts'
import { weekdayHours as hours } from '#features/company/testing/weekday-hours.ts'
import { instantInStockholm, momentInStockholm } from '#shared/dates.rules.ts'
import {
  type AnswerClock,
  type AnswerEvent,
  type AnswerTargets,
  answerDue,
  dueAnswer,
  dueSolution,
  firstAnswer,
} from './answer-clock.rules.ts'
import { TicketPriority } from './tickets.contract.ts'

const working = (minutes: number) => ({ minutes, isAtAllHours: false })
const targets: AnswerTargets = {
  urgent: { minutes: 30, isAtAllHours: true },
  high: working(120),
  normal: working(240),
  low: working(480),
}
const clock: AnswerClock = { calendar: calendarOf(hours), targets }

/** The instant of 'YYYY-MM-DD HH:MM' in Stockholm. */
function at(moment: string): Date {
  const [date = '', time = ''] = moment.split(' ')
  const instant = instantInStockholm(date, time)
  if (!instant) throw new Error(`There is no ${moment}`)
  return instant
}
const text = (instant: Date | undefined) => instant && momentInStockholm(instant)
const wrote = (moment: string): AnswerEvent => ({ kind: 'customerWrote', at: at(moment) })
const answered = (moment: string): AnswerEvent => ({ kind: 'weAnswered', at: at(moment) })
const set = (moment: string, priority: TicketPriority): AnswerEvent => ({
  kind: 'prioritySet',
  priority,
  at: at(moment),
})

describe('an answer is due', () => {
  test.each([
    ['within the day', '2026-11-24 09:00', '2026-11-24 13:00'],
    ['at closing time', '2026-11-24 13:00', '2026-11-24 17:00'],
    ['over a weekend', '2026-11-27 16:30', '2026-11-30 11:30'],
    ['over Easter', '2026-04-02 16:00', '2026-04-07 11:00'],
    ['over midsummer', '2026-06-18 15:30', '2026-06-22 10:30'],
    ['over Christmas', '2026-12-23 15:30', '2026-12-28 10:30'],
    ['from a night', '2026-11-24 03:00', '2026-11-24 12:00'],
  ])('%s', (_, from, due) => {
    expect(text(answerDue(clock, 'normal', at(from)))).toBe(due)
  })

  test.each([
    ['2026-03-29 01:45', '2026-03-29 03:15'],
    ['2026-10-25 01:45', '2026-10-25 02:15'],
  ])('after elapsed minutes when urgent, also in a night of a clock change: %s', (from, due) => {
    const moment = answerDue(clock, 'urgent', at(from))
    expect(text(moment)).toBe(due)
    expect(moment && moment.getTime() - at(from).getTime()).toBe(30 * 60_000)
  })

  test.each([
    ['2026-11-24 14:00', '2026-11-25 14:00'],
    ['2026-11-24 20:00', '2026-11-26 08:00'],
    ['2026-11-27 16:59', '2026-11-30 16:59'],
  ])('one working day after a message: %s', (from, due) => {
    const messages = { ...clock, targets: { ...targets, normal: 'nextWorkingDay' as const } }
    expect(text(answerDue(messages, 'normal', at(from)))).toBe(due)
  })

  test('never while the company has no opening hours', () => {
    const closed = { calendar: () => ({ intervals: [] }), targets }
    expect(answerDue(closed, 'normal', at('2026-11-24 09:00'))).toBeUndefined()
  })
})

describe('the clock', () => {
  test('runs from the first unanswered word, and stops with our answer', () => {
    const events = [wrote('2026-11-24 09:00'), wrote('2026-11-24 11:00')]
    expect(text(dueAnswer(clock, 'normal', events))).toBe('2026-11-24 13:00')
    expect(dueAnswer(clock, 'normal', [...events, answered('2026-11-24 12:00')])).toBeUndefined()
    const again = [...events, answered('2026-11-24 12:00'), wrote('2026-11-24 14:00')]
    expect(text(dueAnswer(clock, 'normal', again))).toBe('2026-11-25 09:00')
  })

  test('stands still while the ticket is finished, and runs from the unanswered word again when it is reopened', () => {
    const finished: AnswerEvent[] = [wrote('2026-11-24 09:00'), { kind: 'finished', at: at('2026-11-24 10:00') }]
    expect(dueAnswer(clock, 'normal', finished)).toBeUndefined()
    const reopened: AnswerEvent[] = [...finished, { kind: 'reopened', at: at('2026-11-24 11:00') }]
    expect(text(dueAnswer(clock, 'normal', reopened))).toBe('2026-11-24 13:00')
  })

  test('a priority raised and lowered again leaves the earlier moment', () => {
    const raised = [wrote('2026-11-24 09:00'), set('2026-11-24 09:30', 'high')]
    expect(text(dueAnswer(clock, 'normal', raised))).toBe('2026-11-24 11:30')
    expect(text(dueAnswer(clock, 'normal', [...raised, set('2026-11-24 10:00', 'low')]))).toBe('2026-11-24 11:30')
  })

  test('a lower priority never makes the moment later', () => {
    const lowered = [wrote('2026-11-24 09:00'), set('2026-11-24 09:30', 'low')]
    expect(text(dueAnswer(clock, 'normal', lowered))).toBe('2026-11-24 13:00')
  })

  test('an answer has its own moment even when the priority was high before it', () => {
    const events = [wrote('2026-11-24 09:00'), answered('2026-11-24 09:10'), set('2026-11-24 09:20', 'low')]
    expect(text(dueAnswer(clock, 'urgent', [...events, wrote('2026-11-24 09:30')]))).toBe('2026-11-25 08:30')
  })

  const start = at('2026-06-15 00:00').getTime()
  const instants = fc.integer({ min: 0, max: 20_000 }).map((minute) => new Date(start + minute * 60_000))
  const priorities = fc.constantFrom(...TicketPriority.options)
  const events = fc.array(
    fc.oneof(
      fc.record({
        kind: fc.constantFrom('customerWrote', 'weAnswered', 'finished', 'reopened'),
        at: instants,
      }),
      fc.record({ kind: fc.constant('prioritySet' as const), priority: priorities, at: instants }),
    ),
    { maxLength: 12 },
  )

  test('gives the same for any order of the events', () => {
    const shuffled = events.chain((list) =>
      fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
    )
    fc.assert(
      fc.property(priorities, shuffled, (priority, [list, other]) => {
        expect(dueAnswer(clock, priority, other)).toEqual(dueAnswer(clock, priority, list))
      }),
    )
  })

  test('no priority set later makes the moment later', () => {
    fc.assert(
      fc.property(priorities, events, priorities, (priority, list, last) => {
        const before = dueAnswer(clock, priority, list)
        const after = dueAnswer(clock, priority, [
          ...list,
          { kind: 'prioritySet', priority: last, at: new Date(start + 20_001 * 60_000) },
        ])
        expect(after === undefined).toBe(before === undefined)
        if (before && after) expect(after.getTime()).toBeLessThanOrEqual(before.getTime())
      }),
    )
  })
})

describe('a solution is due', () => {
  const due = (...holds: [from: string, to?: string][]) =>
    text(
      dueSolution(
        clock.calendar,
        at('2026-11-24 09:00'),
        600,
        holds.map(([from, to]) => ({ from: at(from), to: to ? at(to) : undefined })),
      ),
    )

  test('nine working hours later when the customer let us wait from ten to ten on the next day', () => {
    expect(due()).toBe('2026-11-25 10:00')
    expect(due(['2026-11-24 10:00', '2026-11-25 10:00'])).toBe('2026-11-26 10:00')
  })

  test('never during a wait, unless the moment was before it', () => {
    expect(due(['2026-11-24 10:00'])).toBeUndefined()
    expect(due(['2026-11-25 12:00'])).toBe('2026-11-25 10:00')
  })

  test('at the same moment if a wait is split, and not earlier by waiting', () => {
    const minutes = fc.integer({ min: 0, max: 8_000 })
    const day = at('2026-12-21 00:00').getTime()
    const instant = (minute: number) => new Date(day + minute * 60_000)
    fc.assert(
      fc.property(fc.tuple(minutes, minutes, minutes), fc.integer({ min: 1, max: 3_000 }), (drawn, left) => {
        const [from = 0, middle = 0, to = 0] = drawn.toSorted((one, other) => one - other)
        const solved = (...holds: [number, number][]) =>
          dueSolution(
            clock.calendar,
            instant(0),
            left,
            holds.map(([start, end]) => ({ from: instant(start), to: instant(end) })),
          )
        expect(solved([from, middle], [middle, to])).toEqual(solved([from, to]))
        expect(solved([from, to])?.getTime()).toBeGreaterThanOrEqual(solved()?.getTime() ?? 0)
      }),
    )
  })
})

test.each([
  ['kept', '2026-11-24 13:00', undefined],
  ['missed', '2026-11-24 13:01', undefined],
  ['kept', '2026-11-24 12:00', '2026-11-24 12:00'],
  ['uncounted', undefined, '2026-11-24 12:00'],
  ['missed', undefined, '2026-11-24 14:00'],
  ['missed', undefined, undefined],
])('a first answer is %s: answered %s, finished %s', (became, answeredAt, finishedAt) => {
  const ends = {
    answeredAt: answeredAt ? at(answeredAt) : undefined,
    finishedAt: finishedAt ? at(finishedAt) : undefined,
  }
  expect(firstAnswer(at('2026-11-24 13:00'), ends, at('2026-11-25 08:00'))).toBe(became)
})

test('a first answer whose moment is to come is open', () => {
  const ends = { answeredAt: undefined, finishedAt: undefined }
  expect(firstAnswer(at('2026-11-24 13:00'), ends, at('2026-11-24 12:59'))).toBe('open')
})
