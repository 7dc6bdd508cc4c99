import { expect, test } from 'vitest'
import { digitsOf, groupsOf } from './code.rules.ts'

test('a pasted code is read with the spaces of the app, and no further than six digits', () => {
  expect(digitsOf('123 456')).toBe('123456')
  expect(digitsOf(' 123-456\n')).toBe('123456')
  expect(digitsOf('1234567')).toBe('123456')
  expect(digitsOf('kod')).toBe('')
})

test('a secret is shown in groups of four', () => {
  expect(groupsOf('ABCDEFGH')).toBe('ABCD EFGH')
  expect(groupsOf('ABCDEFGHI')).toBe('ABCD EFGH I')
})
