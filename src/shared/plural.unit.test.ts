import { expect, test } from 'vitest'
import { formatNumber, plural } from './plural.rules.ts'

test('a count takes the singular for one, and the plural for none and for several', () => {
  expect([0, 1, 2, 21].map((count) => plural(count, 'tidrad', 'tidrader'))).toEqual([
    ...['0 tidrader', '1 tidrad', '2 tidrader', '21 tidrader'],
  ])
})

test('thousands are set apart by hard spaces', () => {
  expect([999, 1000, 1_234_567].map(formatNumber)).toEqual(['999', '1\u00a0000', '1\u00a0234\u00a0567'])
})
