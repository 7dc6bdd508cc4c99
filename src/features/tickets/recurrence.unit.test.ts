import { describe, expect, test } from 'vitest'
import { calendarOf, type Hours } from '#features/company/opening-hours.rules.ts'
import { addDays, momentInStockholm } from '#shared/dates.rules.ts'
import {
  findDue,
  findWaiting,
  isLastOfMonth,
  nextDate,
  nextOpeningDay,
  type Recurrence,
  type Schedule,
} from './recurrence.rules.ts'

const hours: Hours = {
  opens: '08:00',
  closes: '17:00',
  dayHours: null,
  closedDays: '2026-07-13–2026-07-31: Semester',
  eves: 'closed',
  halfDays: 'closed',
  halfDayCloses: '12:00',
  formerHours: [],
}
const openingsOf = (given: Partial<Hours> = {}) => {
  const calendar = calendarOf({ ...hours, ...given })
  return (date: string) => calendar(date).intervals[0]?.opens
}
const openingOn = openingsOf()
const neverOpen = () => undefined

/** The first dates after `after`, by default from the beginning. */
function datesOf(recurrence: Partial<Recurrence> & { firstOn: string }, count: number, after?: string) {
  const whole: Recurrence = { every: 'month', isLastDay: false, ...recurrence }
  const dates: string[] = []
  let date = after ?? addDays(whole.firstOn, -1)
  while (dates.length < count) {
    date = nextDate(whole, date)
    dates.push(date)
  }
  return dates
}

describe('dates', () => {
  test('every week uses the weekday of the first date, across clock changes and years', () => {
    expect(datesOf({ every: 'week', firstOn: '2026-10-19' }, 3)).toEqual(['2026-10-19', '2026-10-26', '2026-11-02'])
    expect(datesOf({ every: 'week', firstOn: '2026-12-28' }, 2)).toEqual(['2026-12-28', '2027-01-04'])
    expect(datesOf({ every: 'week', firstOn: '2026-01-05' }, 1, '2026-03-28')).toEqual(['2026-03-30'])
  })

  test('a day that a month lacks is its last day, but only in that month', () => {
    expect(datesOf({ firstOn: '2027-01-31' }, 5)).toEqual([
      ...['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31'],
    ])
    expect(datesOf({ firstOn: '2028-01-30' }, 3)).toEqual(['2028-01-30', '2028-02-29', '2028-03-30'])
    expect(datesOf({ every: 'quarter', firstOn: '2026-11-30' }, 3)).toEqual(['2026-11-30', '2027-02-28', '2027-05-30'])
  })

  test('the last day of the month stays the last, also after a short first month', () => {
    expect(datesOf({ firstOn: '2027-02-28', isLastDay: true }, 3)).toEqual(['2027-02-28', '2027-03-31', '2027-04-30'])
    expect(datesOf({ firstOn: '2027-02-28' }, 3)).toEqual(['2027-02-28', '2027-03-28', '2027-04-28'])
    expect(datesOf({ every: 'year', firstOn: '2027-02-28', isLastDay: true }, 2)).toEqual(['2027-02-28', '2028-02-29'])
  })

  test('a leap day is the 28th in other years, and the 29th in the next leap year', () => {
    expect(datesOf({ every: 'year', firstOn: '2028-02-29' }, 5)).toEqual([
      ...['2028-02-29', '2029-02-28', '2030-02-28', '2031-02-28', '2032-02-29'],
    ])
  })

  test('a first date in the past only sets the frequency', () => {
    expect(datesOf({ every: 'quarter', firstOn: '2020-01-15' }, 2, '2026-11-25')).toEqual(['2027-01-15', '2027-04-15'])
    expect(datesOf({ every: 'year', firstOn: '2020-11-25' }, 1, '2026-11-24')).toEqual(['2026-11-25'])
  })

  test('the next date is the first later one, from every day of four years', () => {
    const recurrences: Recurrence[] = (['week', 'month', 'quarter', 'year'] as const).flatMap((every) =>
      ['2027-01-31', '2027-02-28', '2028-02-29', '2027-04-15'].map((firstOn) => ({
        every,
        firstOn,
        isLastDay: every !== 'week' && isLastOfMonth(firstOn),
      })),
    )
    for (const recurrence of recurrences) {
      const all = datesOf(recurrence, 300)
      expect(all).toEqual(all.toSorted())
      for (let day = '2026-12-01'; day < '2031-01-01'; day = addDays(day, 1))
        expect(nextDate(recurrence, day)).toBe(all.find((date) => date > day))
    }
  })
})

const monthly = (firstOn: string, rest: Partial<Schedule> = {}): Schedule => ({
  every: 'month',
  firstOn,
  isLastDay: false,
  skipsClosed: false,
  handledUntil: addDays(firstOn, -1),
  ...rest,
  waitingOn: rest.waitingOn ?? null,
})

describe('when the dates are changed, what waits', () => {
  const saturday = monthly('2026-11-21', { every: 'week' })

  test('is a date on a closed day, from that day until the next opening', () => {
    expect(findWaiting(saturday, '2026-11-20 23:00', openingOn)).toBeNull()
    expect(findWaiting(saturday, '2026-11-21 00:00', openingOn)).toBe('2026-11-21')
    expect(findWaiting(saturday, '2026-11-22 12:00', openingOn)).toBe('2026-11-21')
    expect(findWaiting({ ...saturday, skipsClosed: true }, '2026-11-22 12:00', openingOn)).toBeNull()
    expect(findWaiting({ ...saturday, handledUntil: '2026-11-21' }, '2026-11-22 12:00', openingOn)).toBeNull()
  })

  test('is not a date on a day that opens later, whose frequency is replaced', () => {
    expect(findWaiting(monthly('2026-11-23'), '2026-11-23 06:00', openingOn)).toBeNull()
  })

  test('is due at that opening whatever the new dates, as one ticket together with them', () => {
    const changed = monthly('2026-12-01', { handledUntil: '2026-11-21', waitingOn: '2026-11-21' })
    expect(findDue(changed, '2026-11-23 07:59', openingOn)).toBeUndefined()
    expect(findDue(changed, '2026-11-23 08:00', openingOn)).toEqual({ date: '2026-11-21', isMade: true })
    expect(nextOpeningDay(changed, openingOn)).toBe('2026-11-23')
    expect(findDue({ ...changed, every: 'week', firstOn: '2026-11-23' }, '2026-11-23 08:00', openingOn)).toEqual({
      date: '2026-11-23',
      isMade: true,
    })
    expect(findWaiting(changed, '2026-11-22 13:00', openingOn)).toBe('2026-11-21')
  })
})

describe('what is due', () => {
  test('is one ticket from the minute of opening, and nothing before or once it is handled', () => {
    const schedule = monthly('2026-09-01')
    expect(findDue(schedule, '2026-08-31 23:59', openingOn)).toBeUndefined()
    expect(findDue(schedule, '2026-09-01 07:59', openingOn)).toBeUndefined()
    expect(findDue(schedule, '2026-09-01 08:00', openingOn)).toEqual({ date: '2026-09-01', isMade: true })
    expect(findDue({ ...schedule, handledUntil: '2026-09-01' }, '2026-09-30 23:00', openingOn)).toBeUndefined()
  })

  test('is one ticket for all dates during a standstill', () => {
    const weekly = monthly('2026-09-01', { every: 'week' })
    expect(findDue(weekly, '2026-09-08 06:00', openingOn)).toEqual({ date: '2026-09-01', isMade: true })
    expect(findDue(weekly, '2026-10-20 22:00', openingOn)).toEqual({ date: '2026-10-20', isMade: true })
  })

  test('waits on closed days (weekends, holidays, the company’s own) for the next opening', () => {
    const sunday = monthly('2026-11-01')
    expect(findDue(sunday, '2026-11-02 07:59', openingOn)).toBeUndefined()
    expect(findDue(sunday, '2026-11-02 08:00', openingOn)).toEqual({ date: '2026-11-01', isMade: true })
    // From Långfredagen to annandag påsk.
    const easter = monthly('2026-04-03')
    expect(findDue(easter, '2026-04-06 12:00', openingOn)).toBeUndefined()
    expect(findDue(easter, '2026-04-07 08:00', openingOn)).toEqual({ date: '2026-04-03', isMade: true })
    expect(nextOpeningDay(monthly('2026-07-15'), openingOn)).toBe('2026-08-03')
  })

  test('is one ticket for two dates that wait for the same opening', () => {
    const weekly = monthly('2026-07-14', { every: 'week' })
    expect(findDue(weekly, '2026-08-03 08:00', openingOn)).toEqual({ date: '2026-07-28', isMade: true })
  })

  test('is none for a date skipped when closed, which is handled once it is over', () => {
    const sunday = monthly('2026-11-01', { skipsClosed: true })
    expect(findDue(sunday, '2026-11-01 23:59', openingOn)).toBeUndefined()
    expect(findDue(sunday, '2026-11-02 00:00', openingOn)).toEqual({ date: '2026-11-01', isMade: false })
    expect(findDue(sunday, '2026-12-01 08:00', openingOn)).toEqual({ date: '2026-12-01', isMade: true })
    expect(nextOpeningDay(sunday, openingOn)).toBe('2026-12-01')
  })

  test('follows the hours of half days and of eves', () => {
    const halfDays = openingsOf({ halfDays: 'half', eves: 'open' })
    expect(nextOpeningDay(monthly('2026-04-02'), halfDays)).toBe('2026-04-02')
    expect(nextOpeningDay(monthly('2026-12-24'), halfDays)).toBe('2026-12-24')
    expect(nextOpeningDay(monthly('2026-12-24'), openingOn)).toBe('2026-12-28')
  })

  test('comes once for an opening in the skipped or repeated hour of a clock change', () => {
    const atNight = openingsOf({ dayHours: 'Söndag: 02:30–06:00' })
    const spring = monthly('2026-03-29')
    const due = (schedule: Schedule, instant: string) =>
      findDue(schedule, momentInStockholm(new Date(instant)), atNight)?.isMade
    expect(due(spring, '2026-03-29T00:59:00Z')).toBeUndefined()
    expect(due(spring, '2026-03-29T01:00:00Z')).toBe(true)
    const autumn = monthly('2026-10-25')
    expect(due(autumn, '2026-10-25T00:29:00Z')).toBeUndefined()
    expect(due(autumn, '2026-10-25T00:30:00Z')).toBe(true)
    expect(due({ ...autumn, handledUntil: '2026-10-25' }, '2026-10-25T01:30:00Z')).toBeUndefined()
  })

  test('is nothing for a company that never opens, which has no next date', () => {
    expect(findDue(monthly('2026-09-01'), '2026-12-01 12:00', neverOpen)).toBeUndefined()
    expect(nextOpeningDay(monthly('2026-09-01'), neverOpen)).toBeNull()
    // Nyårsdagen is closed every year.
    expect(nextOpeningDay(monthly('2027-01-01', { every: 'year', skipsClosed: true }), openingOn)).toBeNull()
  })
})
