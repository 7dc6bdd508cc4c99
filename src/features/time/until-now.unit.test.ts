import fc from 'fast-check'
import { expect, test } from 'vitest'
import { elapsedMinutes, instantsOf, spanBetween, timesText } from './time.rules.ts'
import { placeUntil, spansOverlap, type WorkToPlace } from './until-now.rules.ts'

const WEDNESDAY = '2026-11-25'
/** In winter time; the other nights are given in UTC. */
const at = (time: string, date = WEDNESDAY) => new Date(`${date}T${time}:00+01:00`)
const utc = (instant: string) => new Date(`${instant}:00Z`)

type Row = WorkToPlace['rows'][number]
/** '10:00–11:00', '2026-11-24 23:30–00:30'; with '?' at the end a row without clock times. */
function row(text: string): Row {
  const [, workDate = WEDNESDAY, timeFrom = '', timeTo = '', mark] =
    /^(?:(\S+) )?(\d\d:\d\d)–(\d\d:\d\d)(\?)?$/.exec(text) ?? []
  return { workDate, timeFrom, timeTo, isPlaced: mark === undefined }
}

const weekday = (date: string) => new Date(`${date}T00:00:00Z`).getUTCDay()
const office = (date: string) => ({
  intervals: weekday(date) % 6 === 0 ? [] : [{ opens: '08:00', closes: '17:00' }],
})
const withLunch = () => ({
  intervals: [
    { opens: '08:00', closes: '12:00' },
    { opens: '13:00', closes: '17:00' },
  ],
})
const never = () => ({ intervals: [] })
const always = () => ({ intervals: [{ opens: '00:00', closes: '24:00' }] })

type Given = {
  now?: Date
  minutes?: number
  rows?: string[]
  calendar?: WorkToPlace['calendar']
  openedAt?: Date
}
const WITHOUT_TIMES = 'a row without clock times'
const ASKED = 'asks from and to'

function place({ now = at('14:00'), minutes = 60, rows = [], calendar = office, openedAt }: Given) {
  const { span, needsTimes } = placeUntil({ now, minutes, rows: rows.map(row), calendar, openedAt })
  if (span) return `${span.workDate === WEDNESDAY ? '' : `${span.workDate} `}${timesText(span)}`
  return needsTimes ? ASKED : WITHOUT_TIMES
}

test.each<[string, Given, string]>([
  // Nothing in the way: the work ends now.
  ['a free day', {}, '13:00–14:00'],
  ['a quarter', { minutes: 15 }, '13:45–14:00'],
  ['a row that ends where the work begins', { rows: ['12:00–13:00'] }, '13:00–14:00'],
  ['a row that begins now', { rows: ['14:00–15:00'] }, '13:00–14:00'],
  ['a row later today', { rows: ['15:00–16:00'] }, '13:00–14:00'],
  ['a row of yesterday', { rows: ['2026-11-24 13:00–14:00'] }, '13:00–14:00'],
  ['a row without clock times', { rows: ['13:00–14:00?'] }, '13:00–14:00'],
  ['begun before opening', { now: at('08:30') }, '07:30–08:30'],
  ['ended after closing', { now: at('17:20') }, '16:20–17:20'],
  ['before opening', { now: at('06:30') }, '05:30–06:30'],
  ['in the evening', { now: at('21:00') }, '20:00–21:00'],
  ['on a Saturday', { now: at('11:00', '2026-11-28') }, '2026-11-28 10:00–11:00'],
  ['over midnight', { now: at('00:20') }, '2026-11-24 23:20–00:20'],
  ['begun before the ticket was opened', { openedAt: at('13:55') }, '13:00–14:00'],
  // Own rows in the way, inside opening hours.
  ['a row until now', { rows: ['13:30–14:00'] }, '12:30–13:30'],
  ['a row over the beginning', { rows: ['12:30–13:15'] }, '11:30–12:30'],
  ['a row around all of it', { rows: ['12:00–14:30'] }, '11:00–12:00'],
  ['a row within it', { rows: ['13:20–13:40'] }, '12:20–13:20'],
  ['a short gap before a longer one', { rows: ['13:30–14:00', '12:00–13:00'] }, '11:00–12:00'],
  ['a gap of just the length', { rows: ['13:30–14:00', '11:00–12:30'] }, '12:30–13:30'],
  ['a free end that is too short', { rows: ['13:00–13:50'] }, '12:00–13:00'],
  ['a row that began before opening', { rows: ['07:00–14:00'], minutes: 30 }, WITHOUT_TIMES],
  ['a full day', { rows: ['08:00–11:00', '11:00–14:00'] }, WITHOUT_TIMES],
  ['free only before opening', { rows: ['08:00–14:00'] }, WITHOUT_TIMES],
  ['a gap half before opening', { now: at('09:00'), rows: ['08:30–09:00'] }, WITHOUT_TIMES],
  ['over lunch, by the row', { rows: ['13:30–14:00'], calendar: withLunch, minutes: 30 }, '13:00–13:30'],
  ['no gap across lunch', { rows: ['13:30–14:00'], calendar: withLunch }, '11:00–12:00'],
  ['open day and night', { now: at('02:00'), rows: ['01:30–02:00'], calendar: always }, '00:30–01:30'],
  // The ticket.
  ['a gap since the ticket', { rows: ['13:30–14:00'], openedAt: at('12:30') }, '12:30–13:30'],
  ['no gap since the ticket', { rows: ['13:30–14:00'], openedAt: at('12:31') }, WITHOUT_TIMES],
  ['a ticket opened five minutes ago', { rows: ['13:30–14:00'], openedAt: at('13:55') }, WITHOUT_TIMES],
  ['a ticket of last week', { rows: ['13:30–14:00'], openedAt: at('13:55', '2026-11-18') }, '12:30–13:30'],
  // Outside opening hours.
  ['a gap of the evening', { now: at('21:00'), rows: ['20:30–21:00'] }, '19:30–20:30'],
  ['no gap since closing', { now: at('17:50'), rows: ['17:10–17:50'], minutes: 30 }, '07:30–08:00'],
  ['no gap outside the day', { now: at('18:30'), rows: ['17:00–18:30', '00:00–08:00'], minutes: 30 }, ASKED],
  ['an evening ticket of five minutes ago', { now: at('21:00'), rows: ['20:30–21:00'], openedAt: at('20:55') }, ASKED],
  ['a Saturday', { now: at('11:00', '2026-11-28'), rows: ['2026-11-28 10:30–11:00'] }, '2026-11-28 09:30–10:30'],
  ['never open', { rows: ['13:30–14:00'], calendar: never }, '12:30–13:30'],
  ['no gap since midnight', { now: at('00:40'), rows: ['2026-11-24 23:50–00:40'], minutes: 30 }, ASKED],
  // The nights of the clock changes: 02:00–03:00 is skipped on 29 March and comes twice on 25 October.
  ['over the skipped hour', { now: utc('2026-03-29T01:30') }, '2026-03-29 01:30–03:30'],
  ['beside it', { now: utc('2026-03-29T02:00'), rows: ['2026-03-29 03:30–04:00'] }, '2026-03-29 01:30–03:30'],
  ['over the repeated hour', { now: utc('2026-10-25T01:30') }, '2026-10-25 02:30 sommartid–02:30 normaltid'],
  [
    'beside it',
    { now: utc('2026-10-25T02:00'), rows: ['2026-10-25 02:30–03:00'] },
    '2026-10-25 02:30 sommartid–02:30 normaltid',
  ],
])('%s', (_case, given, expected) => {
  expect(place(given)).toBe(expected)
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
    calendar: fc.constantFrom(office, () => ({ intervals: [{ opens: '02:00', closes: '13:00' }] })),
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
      const endsAt = instants?.ends.getTime() ?? Number.NaN
      expect(endsAt).toBeLessThanOrEqual(work.now.getTime())
      expect(isMoved).toBe(endsAt < work.now.getTime())
      if (isMoved && work.openedAt) expect(instants && instants.starts >= work.openedAt).toBe(true)
      for (const other of work.rows.filter(({ isPlaced }) => isPlaced)) expect(spansOverlap(span, other)).toBe(false)
    }),
    { numRuns: 1000 },
  )
})
