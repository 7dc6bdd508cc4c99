import { expect, test } from 'vitest'
import { linesOf, overlapOf, parseHours, placeFor, spanFrom } from './week.rules.ts'

test.each([
  ['', 0],
  ['  ', 0],
  ['0', 0],
  ['1,5', 90],
  ['1.5', 90],
  ['8', 480],
  [',25', 15],
  ['0,33', 20],
  ['2 h', 120],
  ['2 tim', 120],
  ['1:30', 90],
  ['0:05', 5],
  ['1h30', 90],
  ['1 h 30 min', 90],
  ['90m', 90],
  ['90 min', 90],
  ['12', 720],
  ['720m', 720],
])('%j is %i minutes', (text, minutes) => {
  expect(parseHours(text)).toBe(minutes)
})

test.each(['12,1', '13', '721m', '1:60', '1:', 'x', '1,5,5', '-1', '1 2', ',', 'm', '1e1', '0x1', '1,555'])(
  '%j is refused as a length of work',
  (text) => {
    expect(parseHours(text)).toBeUndefined()
  },
)

const open = { opens: '08:00', closes: '17:00' }
test.each([
  ['the first row of the day begins at opening time', 90, [], '08:00'],
  [
    'the next row begins after the last one',
    60,
    [
      ['08:00', '09:30'],
      ['10:00', '12:15'],
    ],
    '12:15',
  ],
  ['a row that would end after closing time ends at it', 120, [['08:00', '16:00']], '15:00'],
  ['a row after evening work is within opening hours', 60, [['20:00', '22:00']], '16:00'],
  ['a row after work across midnight is too', 60, [['22:00', '01:00']], '16:00'],
  ['a row longer than the day begins at opening time', 720, [['08:00', '10:00']], '08:00'],
  ['a row after work before opening time begins at it', 60, [['05:00', '06:00']], '08:00'],
] as const)('%s', (_, minutes, rows, from) => {
  expect(
    placeFor(
      minutes,
      open,
      rows.map(([timeFrom, timeTo]) => ({ workDate: '2026-11-20', timeFrom, timeTo })),
    ),
  ).toBe(from)
})

test('the end is by elapsed time, also across midnight and clock changes', () => {
  expect(spanFrom('2026-11-20', '08:00', 90).timeTo).toBe('09:30')
  expect(spanFrom('2026-11-20', '23:30', 60).timeTo).toBe('00:30')
  expect(spanFrom('2026-03-29', '01:30', 60).timeTo).toBe('03:30')
  expect(spanFrom('2026-10-25', '01:00', 180).timeTo).toBe('03:00')
  expect(spanFrom('2026-10-25', '01:30', 60)).toMatchObject({ timeTo: '02:30', toIsFirst: true })
  expect(spanFrom('2026-10-25', '02:50', 15, true)).toMatchObject({ timeTo: '02:05', toIsFirst: false })
  expect(spanFrom('2026-03-29', '02:30', 60).timeTo).toBe('02:30')
})

const row = (timeFrom: string, timeTo: string, isPlaced = true) => ({
  workDate: '2026-11-20',
  timeFrom,
  timeTo,
  isPlaced,
})
test('the overlap is the minutes covered by several rows that have clock times', () => {
  expect(overlapOf([row('08:00', '10:00'), row('10:00', '11:00')])).toBe(0)
  expect(overlapOf([row('09:30', '11:00'), row('08:00', '10:00')])).toBe(30)
  expect(overlapOf([row('08:00', '12:00'), row('09:00', '10:00'), row('11:30', '13:00')])).toBe(90)
  expect(overlapOf([row('22:00', '02:00'), row('23:00', '23:30')])).toBe(30)
  expect(overlapOf([row('08:00', '10:00'), row('08:00', '10:00', false)])).toBe(0)
})

test('each line is a customer or one of its tickets, once, by name and number', () => {
  const customer = (id: string, name: string) => ({ id, name, isArchived: false })
  const [berg, oster] = [customer('2', 'Berg'), customer('1', 'Öster')]
  const ticket = { id: 't', ticketNumber: 7, title: 'WiFi' }
  const rows = [
    { customer: oster, ticket: null },
    { customer: berg, ticket },
    { customer: berg, ticket },
  ]
  expect(linesOf(rows, [{ customer: berg, ticket: null }])).toEqual([
    { customer: berg, ticket: null },
    { customer: berg, ticket },
    { customer: oster, ticket: null },
  ])
})
