import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ore } from '#shared/money.rules.ts'
import { amountOf, formatQuantity, plainQuantity, readQuantity } from './expenses.rules.ts'

test.each([
  ['48', 4800],
  ['12,5', 1250],
  ['0.25', 25],
  ['1 250,5', 125_050],
  [' 7 ', 700],
  ['', undefined],
  ['1,234', undefined],
  ['-3', undefined],
  ['tolv', undefined],
  ['1 2', undefined],
])('a quantity typed as %j is %s hundredths', (text, hundredths) => {
  expect(readQuantity(text)).toBe(hundredths)
})

test('the text shown in the field is parsed as the same quantity', () => {
  fc.assert(
    fc.property(fc.nat(10_000_000), (hundredths) => {
      expect(readQuantity(plainQuantity(hundredths))).toBe(hundredths)
    }),
  )
})

test('a quantity is shown with its unit and without needless decimals', () => {
  expect(formatQuantity(125_050, 'km')).toBe('1\u00a0250,5\u00a0km')
  expect(formatQuantity(100, 'st')).toBe('1\u00a0st')
  expect(formatQuantity(5, 'm')).toBe('0,05\u00a0m')
})

test('the amount is rounded half up to whole öre; without a price there is none', () => {
  expect(amountOf({ hundredths: 1033, priceOre: ore(2550) })).toBe(26_342)
  expect(amountOf({ hundredths: 1033, priceOre: null })).toBeNull()
})
