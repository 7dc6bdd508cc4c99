import { describe, expect, test } from 'vitest'
import { calendarOf } from '#features/company/opening-hours.rules.ts'
import { weekdayHours } from '#features/company/testing/weekday-hours.ts'
import { momentText, noJourText } from './answer-moment.rules.ts'

test('the moment of an answer has the weekday, the date and the time in Stockholm, and no seconds', () => {
  expect(momentText('2026-11-24T10:00:59.9Z')).toBe('Räknat i våra öppettider: senast tisdag 24 november kl. 11.00')
  expect(momentText(new Date('2026-06-22T06:05:00Z'))).toBe('Räknat i våra öppettider: senast måndag 22 juni kl. 8.05')
})

describe('when nobody has jour', () => {
  const calendar = calendarOf(weekdayHours)
  const at = (now: string, hasJour = false, hours = calendar) =>
    noJourText({ hasJour, calendar: hours, now: new Date(now) })

  test.each([
    ['2026-11-24T22:00:00+01:00', 'onsdag kl. 8.00'],
    ['2026-11-25T03:00:00+01:00', 'onsdag kl. 8.00'],
    ['2026-11-27T18:00:00+01:00', 'måndag kl. 8.00'],
    ['2026-04-02T18:00:00+02:00', 'tisdag kl. 8.00'],
    ['2026-10-25T02:30:00+02:00', 'måndag kl. 8.00'],
  ])('an urgent matter of %s is read at the next opening', (now, opening) => {
    expect(at(now)).toBe(`Ingen har jour nu: vi läser det när vi öppnar, ${opening}.`)
  })

  test('an opening a week or more ahead has its date', () => {
    const closed = { ...weekdayHours, closedDays: '2026-12-07–2026-12-18: Resa' }
    expect(at('2026-12-04T20:00:00+01:00', false, calendarOf(closed))).toMatch(/, måndag 21 december kl\. 8\.00\.$/)
  })

  test('nothing is said while the company is open, while somebody has jour, and where neither is known', () => {
    expect(at('2026-11-24T10:00:00+01:00')).toBeUndefined()
    expect(at('2026-11-24T22:00:00+01:00', true)).toBeUndefined()
    expect(noJourText({ hasJour: undefined, calendar, now: new Date('2026-11-24T22:00:00+01:00') })).toBeUndefined()
    expect(noJourText({ hasJour: false, calendar: undefined, now: new Date() })).toBeUndefined()
  })
})
