import { expect, test } from 'vitest'
import { calendarOf } from '#features/company/opening-hours.rules.ts'
import { mayRemind, soonMoment } from './answer-reminders.rules.ts'

const calendar = calendarOf({
  opens: '08:00',
  closes: '17:00',
  dayHours: null,
  eves: 'closed',
  halfDays: 'half',
  halfDayCloses: '13:00',
  closedDays: null,
  formerHours: [],
})
const at = (text: string) => new Date(`${text}:00+01:00`)

test.each([
  ['within a day', '2026-11-24T08:00', '2026-11-24T12:00', '2026-11-24T11:00'],
  ['over a weekend, in working minutes', '2026-11-27T16:30', '2026-11-30T11:30', '2026-11-30T10:30'],
  ['of a word outside opening hours', '2026-11-28T03:00', '2026-11-30T12:00', '2026-11-30T11:00'],
  ['of a moment without opening hours before it', '2026-11-28T03:00', '2026-11-28T04:00', '2026-11-28T04:00'],
  ['of a moment that is not later', '2026-11-24T12:00', '2026-11-24T12:00', '2026-11-24T12:00'],
])('three quarters of the time %s', (_name, asked, due, soon) => {
  expect(soonMoment({ calendar, isAtAllHours: false }, at(asked), at(due))).toEqual(at(soon))
})

test('what is counted at all hours is so in the night of the change of clocks', () => {
  const [asked, due] = [new Date('2027-03-28T00:50:00Z'), new Date('2027-03-28T01:30:00Z')]
  expect(soonMoment({ calendar, isAtAllHours: true }, asked, due)).toEqual(new Date('2027-03-28T01:20:00Z'))
})

test('nobody is reminded outside opening hours, except of what is counted at all hours', () => {
  const moments = ['2026-11-24T07:59', '2026-11-24T08:00', '2026-11-24T16:59', '2026-11-24T17:00', '2026-11-28T12:00']
  const reminded = (isAtAllHours: boolean) => moments.map((moment) => mayRemind({ calendar, isAtAllHours }, at(moment)))
  expect(reminded(false)).toEqual([false, true, true, false, false])
  expect(reminded(true)).toEqual(moments.map(() => true))
})
