import { expect, test } from 'vitest'
import { isAtSameTime, notedVisitText, visitHours, visitSpanOf, visitText, visitTimeOf } from './visits.rules.ts'

const nine = { startsAt: '2026-11-24T08:00:00.000Z', endsAt: '2026-11-24T10:00:00.000Z' }

test('a visit is said in Stockholm time', () => {
  expect(visitText(nine)).toBe('tisdag 24 november kl. 9.00–11.00')
  expect(visitHours(nine)).toBe('09.00–11.00')
  expect(visitText({ startsAt: '2026-07-07T07:00:00Z', endsAt: '2026-07-07T15:05:00Z' })).toBe(
    'tisdag 7 juli kl. 9.00–17.05',
  )
})

test('in the night in which an hour is repeated it is said which of the two it is', () => {
  const second = { startsAt: '2026-10-25T01:30:00Z', endsAt: '2026-10-25T02:30:00Z' }
  expect(visitText(second)).toBe('söndag 25 oktober kl. 2.30 normaltid–3.30')
  expect(visitHours(second)).toBe('02.30 normaltid–03.30')
  expect(visitHours({ startsAt: '2026-10-25T00:30:00Z', endsAt: '2026-10-25T01:30:00Z' })).toBe(
    '02.30 sommartid–02.30 normaltid',
  )
})

test('what is entered is what is stored', () => {
  expect(visitTimeOf({ date: '2026-11-24', timeFrom: '09:00', timeTo: '11:00' })).toEqual(nine)
  expect(visitSpanOf(nine)).toEqual({ date: '2026-11-24', timeFrom: '09:00', timeTo: '11:00' })
  expect(visitTimeOf({ date: '2026-03-29', timeFrom: '02:30', timeTo: '04:00' })).toBeUndefined()
})

test('visits after each other are not at the same time', () => {
  const after = { startsAt: nine.endsAt, endsAt: '2026-11-24T12:00:00.000Z' }
  expect(isAtSameTime(nine, after)).toBe(false)
  expect(isAtSameTime(after, nine)).toBe(false)
  expect(isAtSameTime(nine, { ...after, startsAt: '2026-11-24T09:59:00Z' })).toBe(true)
})

test('the history has the time and who comes, also with a slash in the name', () => {
  expect(notedVisitText('2026-11-24T08:00:00Z/2026-11-24T10:00:00Z/Anna Berg/Ek')).toBe(
    'tisdag 24 november kl. 9.00–11.00 (Anna Berg/Ek)',
  )
})
