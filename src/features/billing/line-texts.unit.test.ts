import { expect, test } from 'vitest'
import { quantityText } from './line-texts.rules.ts'

test.each([
  [{ quantity: 90, per: 60, unit: 'tim' }, '1,50 tim'],
  [{ quantity: 60, per: 60, unit: 'tim' }, '1,00 tim'],
  [{ quantity: 1, per: 1, unit: 'st' }, '1 st'],
  [{ quantity: 100, per: 100, unit: 'st' }, '1 st'],
  [{ quantity: 1000, per: 100, unit: 'st' }, '10 st'],
  [{ quantity: 250, per: 100, unit: 'm' }, '2,5 m'],
  [{ quantity: 5825, per: 100, unit: 'km' }, '58,25 km'],
  [{ quantity: 1200, per: 1, unit: 'st' }, '1\u00a0200 st'],
  [{ quantity: -3, per: 1, unit: 'st' }, '−3 st'],
])('the quantity of %j is %s', (line, text) => expect(quantityText(line)).toBe(text))
