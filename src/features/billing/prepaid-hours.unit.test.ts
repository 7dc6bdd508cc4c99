import { expect, test } from 'vitest'
import { hoursOf, minutesOfHours } from '#shared/typed-hours.rules.ts'
import { boughtAgain } from './prepaid-hours.rules.ts'

test('the same hours bought again are valid for as many days', () => {
  const prepaid = { boughtOn: '2026-01-15', validUntil: '2027-01-14' }
  expect(boughtAgain(prepaid, '2026-03-01')).toEqual({ boughtOn: '2026-03-01', validUntil: '2027-02-28' })
  expect(boughtAgain({ ...prepaid, validUntil: null }, '2026-03-01')).toEqual({
    boughtOn: '2026-03-01',
    validUntil: null,
  })
  expect(boughtAgain({ boughtOn: '2026-03-28', validUntil: '2026-03-29' }, '2026-10-24')).toMatchObject({
    validUntil: '2026-10-25',
  })
})

test('hours are parsed and formatted with a decimal comma', () => {
  expect(['10', ' 7,5 ', '0.25', '10000'].map(minutesOfHours)).toEqual([600, 450, 15, 600_000])
  expect(['', '1,234', '1:30', '-1', '0,01'].map(minutesOfHours)).toEqual(Array(5).fill(undefined))
  expect([600, 450, 15].map(hoursOf)).toEqual(['10', '7,5', '0,25'])
})
