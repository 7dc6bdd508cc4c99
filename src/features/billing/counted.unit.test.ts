import { expect, test } from 'vitest'
import { compareCount, countListed, countPieces, nextPeriodToCount, periodOfMonth } from './counted.rules.ts'
import { charge } from './testing/charges.ts'

const pieces = (...days: [from: string, until?: string][]) =>
  days.map(([from, until]) => ({ from, until: until ?? null }))
const today = '2026-11-29'
const period = { from: '2026-11-01', to: '2026-11-30' }
const counting =
  (...days: [from: string, until?: string][]) =>
  (on: string) =>
    countPieces(pieces(...days), on)
const quantities = [{ validFrom: '2026-01-01', hundredths: 200 }]

test('equipment counts from the day it was added until the day it was taken out of use', () => {
  const some = pieces(['2026-10-01'], ['2026-10-17'], ['2026-09-01', '2026-10-20'], ['2026-10-05', '2026-10-05'])
  expect(countPieces(some, '2026-10-16')).toEqual({ hundredths: 200, on: '2026-10-16', since: '2026-10-01' })
  expect(countPieces(some, '2026-10-17')).toEqual({ hundredths: 300, on: '2026-10-17', since: '2026-10-17' })
  expect(countPieces(some, '2026-10-20')).toEqual({ hundredths: 200, on: '2026-10-20', since: '2026-10-20' })
  expect(countPieces(some, '2026-08-31')).toEqual({ hundredths: 0, on: '2026-08-31', since: null })
})

test('a piece that is replaced by another on one day does not change since when the number is what it is', () => {
  const some = pieces(['2026-09-01', '2026-10-17'], ['2026-10-17'], ['2026-09-05'])
  expect(countPieces(some, '2026-11-01')).toMatchObject({ hundredths: 200, since: '2026-09-05' })
})

test('the latest list on or before the day counts', () => {
  const lists = [
    { countedOn: '2026-10-28', hundredths: 1300 },
    { countedOn: '2026-09-28', hundredths: 1200 },
    { countedOn: '2026-11-02', hundredths: 1400 },
  ]
  expect(countListed(lists, '2026-11-01')).toEqual({ hundredths: 1300, on: '2026-10-28', since: null })
  expect(countListed(lists, '2026-09-27')).toBeUndefined()
})

test('in advance the first day of the period is counted, in arrears the last, and today when that is later', () => {
  const count = counting(['2026-01-01'], ['2026-11-20'])
  const compared = (timing: 'advance' | 'arrears') =>
    compareCount(charge({ timing, quantities }), period, { today, count })
  expect(compared('advance')).toMatchObject({ day: '2026-11-01', countedOn: '2026-11-01', countedHundredths: 100 })
  expect(compared('arrears')).toMatchObject({ day: '2026-11-30', countedOn: today, countedHundredths: 200 })
})

test('a correction is suggested from the day the thing was added, where that changed the number after the charge’s own', () => {
  const compared = (...days: [from: string, until?: string][]) =>
    compareCount(charge({ quantities }), period, { today, count: counting(...days) })
  expect(compared(['2025-01-01'], ['2025-02-01'], ['2026-10-17'])).toMatchObject({
    chargedHundredths: 200,
    countedHundredths: 300,
    from: '2026-10-17',
    replacedHundredths: null,
  })
  expect(compared(['2025-01-01'], ['2025-02-01', '2026-10-20'])).toMatchObject({
    countedHundredths: 100,
    from: '2026-10-20',
  })
  // It was so before the charge's number was set: nobody knows since when it should have been billed.
  expect(compared(['2025-01-01'], ['2025-02-01'], ['2025-03-01'])).toMatchObject({ from: '2026-11-01' })
})

test('a later quantity of the charge itself is what is compared, and what a correction replaces', () => {
  const later = [...quantities, { validFrom: '2026-11-01', hundredths: 500 }]
  const count = counting(['2026-10-17'])
  expect(compareCount(charge({ quantities: later }), period, { today, count })).toMatchObject({
    chargedHundredths: 500,
    countedHundredths: 100,
    from: '2026-11-01',
    replacedHundredths: 500,
  })
})

test('a charge of whole periods is compared with its first day and corrected from it', () => {
  const changed = [...quantities, { validFrom: '2026-11-15', hundredths: 300 }]
  const whole = charge({ timing: 'arrears', isByDays: false, quantities: changed })
  expect(compareCount(whole, period, { today, count: counting(['2026-11-10']) })).toMatchObject({
    day: '2026-11-30',
    chargedHundredths: 200,
    countedHundredths: 100,
    from: '2026-11-01',
  })
})

test('without a list there is no count, and without quantities nothing is billed', () => {
  expect(compareCount(charge({ quantities: [] }), period, { today, count: () => undefined })).toEqual({
    day: '2026-11-01',
    countedOn: null,
    chargedHundredths: 0,
    countedHundredths: null,
    from: '2026-11-01',
    replacedHundredths: null,
  })
})

test('a quarter is counted in the month that bills it alone', () => {
  const quarterly = charge({ period: 'quarter', startsOn: '2026-01-01' })
  expect(periodOfMonth(quarterly, '2026-10')).toMatchObject({ from: '2026-10-01', to: '2026-12-31' })
  expect(periodOfMonth(quarterly, '2026-11')).toBeUndefined()
  expect(periodOfMonth(charge({ endsOn: '2026-10-12', timing: 'arrears' }), '2026-10')).toMatchObject({
    to: '2026-10-12',
  })
})

test('on the agreement the first unbilled period is counted, of this month at the earliest', () => {
  const next = (...billed: string[]) => nextPeriodToCount(charge(), ({ from }) => billed.includes(from), today)?.from
  expect(next()).toBe('2026-11-01')
  expect(next('2026-11-01')).toBe('2026-12-01')
  expect(nextPeriodToCount(charge({ endsOn: '2026-10-31' }), () => false, today)).toBeUndefined()
})
