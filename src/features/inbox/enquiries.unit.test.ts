import { expect, test } from 'vitest'
import { titleOf } from './enquiries.rules.ts'

test.each([
  ['WiFi nere', 'WiFi nere'],
  ['\n  Hej!  \r\nSkrivaren står still', 'Hej!'],
  ['\r\n \t\r\n', ''],
  ['a'.repeat(250), 'a'.repeat(200)],
  [`${'a'.repeat(199)} b`, 'a'.repeat(199)],
])('the title of a ticket from an enquiry is its first line %#', (message, title) =>
  expect(titleOf(message)).toBe(title),
)
