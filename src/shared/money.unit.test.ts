import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatKronor, ore, plainKronor, priceFor, readKronor, readSignedKronor, sumOre } from './money.rules.ts'

test('an amount is a whole number of öre', () => {
  expect(ore(125_000)).toBe(125_000)
  expect(Object.is(ore(-0), 0)).toBe(true)
  for (const amount of [0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])
    expect(() => ore(amount)).toThrow(RangeError)
  expect(() => sumOre([ore(2 ** 53 - 1), ore(1)])).toThrow(RangeError)
})

test('a price of an hour is rounded to whole öre, half away from zero', () => {
  expect(priceFor(ore(95_000), 90, 60)).toBe(142_500)
  expect(priceFor(ore(100), 50, 60)).toBe(83)
  expect(priceFor(ore(1), 30, 60)).toBe(1)
  expect(priceFor(ore(1), 29, 60)).toBe(0)
  expect(priceFor(ore(12_345), 25, 100)).toBe(3086)
  expect([priceFor(ore(-1), 30, 60), priceFor(ore(1), -29, 60), priceFor(ore(-100), 50, 60)]).toEqual([-1, 0, -83])
  expect(Object.is(priceFor(ore(-1), 29, 60), 0)).toBe(true)
})

test('rounding equals that of exact arithmetic', () => {
  const sizes = fc.tuple(
    fc.integer({ min: -(10 ** 8), max: 10 ** 8 }),
    fc.integer({ min: 0, max: 10 ** 6 }),
    fc.constantFrom(60, 100),
  )
  fc.assert(
    fc.property(sizes, ([price, quantity, per]) => {
      const exact = (2n * BigInt(Math.abs(price)) * BigInt(quantity) + BigInt(per)) / (2n * BigInt(per))
      expect(BigInt(priceFor(ore(price), quantity, per))).toBe(price < 0 ? -exact : exact)
    }),
  )
})

test('an amount is written in kronor with a comma', () => {
  expect(formatKronor(ore(125_000))).toBe('1\u00a0250,00\u00a0kr')
  expect(formatKronor(ore(5))).toBe('0,05\u00a0kr')
  expect(formatKronor(ore(-123_456_789))).toBe('−1\u00a0234\u00a0567,89\u00a0kr')
  expect(plainKronor(ore(125_050))).toBe('1250,50')
  expect(plainKronor(ore(-50))).toBe('-0,50')
})

test('an amount is read as people write it', () => {
  for (const text of ['1250', '1 250', '1250,00', '1\u00a0250,00\u00a0kr', ' 1250.0 kr ', '1 250 KR']) {
    expect(readKronor(text), text).toBe(125_000)
  }
  expect(readKronor('0,5')).toBe(50)
  for (const text of ['', '-5', '1,234', '12 50', '1.250,00', 'gratis', '1e3', `${'9'.repeat(20)}`]) {
    expect(readKronor(text), text).toBeUndefined()
  }
})

test('a formatted amount is parsed to the same amount', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10 ** 12 }), (amount) => {
      expect(readKronor(formatKronor(ore(amount)))).toBe(amount)
      expect(readKronor(plainKronor(ore(amount)))).toBe(amount)
    }),
  )
})

test('a signed amount is read with a hyphen or a minus sign', () => {
  expect(['-500', '−1 250,50 kr', ' - 7', '12,5'].map(readSignedKronor)).toEqual([-50_000, -125_050, -700, 1_250])
  expect(['', '-', '--5', 'dyrt'].map(readSignedKronor)).toEqual([undefined, undefined, undefined, undefined])
})
