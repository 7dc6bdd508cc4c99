import { expect, test } from 'vitest'
import { ticketNumberIn } from './ticket-number.rules.ts'

test.each([
  ['1131', 1131],
  ['#1131', 1131],
  [' # 1131 ', 1131],
  ['', undefined],
  ['#', undefined],
  ['1131 skrivare', undefined],
  ['070-123', undefined],
  ['12345678901', undefined],
])('the number of a ticket in "%s" is %s', (text, number) => {
  expect(ticketNumberIn(text)).toBe(number)
})
