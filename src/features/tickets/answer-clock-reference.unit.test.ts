// The answer clock against a slow one that is written apart and counts minute by minute.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { calendarOf } from '#features/company/opening-hours.rules.ts'
import { weekdayHours } from '#features/company/testing/weekday-hours.ts'
import { momentInStockholm } from '#shared/dates.rules.ts'
import { type AnswerEvent, dueAnswer, holdsOf } from './answer-clock.rules.ts'
import { defaultTargets } from './testing/default-targets.ts'
import { TicketPriority } from './tickets.contract.ts'

const clock = { calendar: calendarOf(weekdayHours), targets: defaultTargets.answer }
const MINUTE = 60_000
const rank = ['prioritySet', 'takenUpByCustomer', 'reopened', 'customerWrote', 'weAnswered', 'finished']
const urgencies = ['low', 'normal', 'high', 'urgent']

const isOpen = (instant: number) => {
  const [date = '', time = ''] = momentInStockholm(new Date(instant)).split(' ')
  return clock.calendar(date).intervals.some(({ opens, closes }) => opens <= time && time < closes)
}

/** The minute at which the first of the counters, each started with a word or a priority, has run out. */
function countDown(start: number, priority: TicketPriority, sets: AnswerEvent[]): number {
  const counters = [{ ...(clock.targets[priority] as { minutes: number; isAtAllHours: boolean }) }]
  for (let minute = start; ; minute += MINUTE) {
    for (const set of sets)
      if (set.kind === 'prioritySet' && set.at.getTime() === minute && minute > start)
        counters.push({
          ...(clock.targets[set.priority as TicketPriority] as { minutes: number; isAtAllHours: boolean }),
        })
    if (counters.some(({ minutes }) => minutes === 0)) return minute
    for (const counter of counters) if (counter.isAtAllHours || isOpen(minute)) counter.minutes -= 1
  }
}

function reference(priority: TicketPriority, events: AnswerEvent[]): Date | undefined {
  const storedAt = (event: AnswerEvent) => (event.storedAt ?? event.at).getTime()
  let waiting: AnswerEvent[] = []
  let [isFinished, finishedAt] = [false, 0]
  for (const event of events.toSorted(
    (one, other) => storedAt(one) - storedAt(other) || rank.indexOf(one.kind) - rank.indexOf(other.kind),
  )) {
    if (event.kind === 'customerWrote') waiting.push(event)
    if (event.kind === 'weAnswered') waiting = []
    if (event.kind === 'takenUpByCustomer') waiting = waiting.filter((word) => storedAt(word) > finishedAt)
    if (event.kind === 'finished') [isFinished, finishedAt] = [true, storedAt(event)]
    if (event.kind === 'reopened' || event.kind === 'takenUpByCustomer') isFinished = false
  }
  if (isFinished || waiting.length === 0) return undefined
  const start = Math.min(...waiting.map(({ at }) => at.getTime()))
  const sets = events.filter(({ kind }) => kind === 'prioritySet')
  let [current, since] = [priority, Number.NEGATIVE_INFINITY]
  for (const set of sets) {
    if (set.kind !== 'prioritySet' || set.at.getTime() > start) continue
    const isHigher = urgencies.indexOf(set.priority) > urgencies.indexOf(current)
    if (set.at.getTime() > since || (set.at.getTime() === since && isHigher))
      [current, since] = [set.priority as TicketPriority, set.at.getTime()]
  }
  return new Date(countDown(start, current, sets))
}

// Four days around midsummer, with the eve and a weekend.
const first = Date.parse('2026-06-17T00:00:00+02:00')
const instants = fc.integer({ min: 0, max: 4 * 24 * 60 }).map((minute) => new Date(first + minute * MINUTE))
const priorities = fc.constantFrom(...TicketPriority.options)
const event: fc.Arbitrary<AnswerEvent> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('customerWrote' as const), at: instants }) },
  {
    weight: 1,
    arbitrary: fc.record({ at: instants, late: fc.integer({ min: 1, max: 600 }) }).map(({ at, late }) => ({
      kind: 'customerWrote' as const,
      at,
      storedAt: new Date(at.getTime() + late * MINUTE),
    })),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom('weAnswered', 'finished', 'reopened', 'takenUpByCustomer'),
      at: instants,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('prioritySet' as const), priority: priorities, at: instants }),
  },
)

test('an answer is due when a slow clock that counts each minute says', () => {
  let due = 0
  fc.assert(
    fc.property(priorities, fc.array(event, { minLength: 1, maxLength: 8 }), (priority, events) => {
      const expected = reference(priority, events)
      if (expected) due++
      expect(dueAnswer(clock, priority, events)).toEqual(expected)
    }),
    { numRuns: 200, seed: 111 },
  )
  expect(due).toBeGreaterThan(80)
})

test('waits for the customer begin and end with the history, also those that a merge interrupts', () => {
  const at = (minute: number) => new Date(first + minute * MINUTE)
  const hold = (minute: number, after: string | null) =>
    ({ field: 'hold', before: after ? null : 'customer', after, at: at(minute) }) as const
  const status = (minute: number, after: string) =>
    ({ field: 'status', before: 'open', after, at: at(minute) }) as const
  const merged = (minute: number, after: string | null) =>
    ({ field: 'merged', before: after ? null : '1001', after, at: at(minute) }) as const
  expect(holdsOf([hold(1, 'customer'), hold(3, null), hold(5, 'customer'), status(8, 'resolved')], undefined)).toEqual([
    { from: at(1), to: at(3) },
    { from: at(5), to: at(8) },
  ])
  expect(holdsOf([hold(1, 'customer'), status(2, 'in_progress')], at(1))).toEqual([{ from: at(1), to: undefined }])
  // Separated, it waits again without a row.
  const interrupted = [hold(1, 'customer'), merged(4, '1001'), merged(6, null)]
  expect(holdsOf(interrupted, at(1))).toEqual([
    { from: at(1), to: at(4) },
    { from: at(6), to: undefined },
  ])
  expect(holdsOf([...interrupted, hold(9, null)], undefined)).toEqual([
    { from: at(1), to: at(4) },
    { from: at(6), to: at(9) },
  ])
  expect(holdsOf(interrupted.slice(1), undefined)).toEqual([])
})
