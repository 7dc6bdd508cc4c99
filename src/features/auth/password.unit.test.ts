import { expect, test } from 'vitest'
import { isHashable, normalPassword, passwordProblem } from './password.rules.ts'

test('A-16: five characters are too few and six are enough, counted as people count', () => {
  expect(passwordProblem('abcde')).toBe('Lösenordet måste vara minst 6 tecken')
  expect(passwordProblem('åäö🙂x')).toBe('Lösenordet måste vara minst 6 tecken')
  expect(passwordProblem('åäö🙂xy')).toBeUndefined()
  expect(passwordProblem('1234567', { minLength: 8 })).toBe('Lösenordet måste vara minst 8 tecken')
})

test('A-16: the company’s name is no password, even with other characters around it', () => {
  const names = ['Nordnät IT AB']
  for (const guess of ['nordnät', 'Nordnat2026', 'NORDNÄT-IT!!', 'nordnatit1', 'Nordnät IT AB'])
    expect(passwordProblem(guess, { names }), guess).toContain('för lätt att gissa')
  expect(passwordProblem('kaffe hos nordnät i tornet', { names })).toBeUndefined()
})

test('short parts of a name are allowed', () => {
  expect(passwordProblem('git-itab-svensk', { names: ['IT AB'] })).toBeUndefined()
})

test('A-10: å typed as one character or as a and ring is the same password', () => {
  expect(normalPassword('å')).toBe(normalPassword('a\u030a'))
  expect(normalPassword(' a ')).toBe(' a ')
})

test('A-09: more than 1 024 bytes are not hashed', () => {
  expect(isHashable('a'.repeat(1024))).toBe(true)
  expect(isHashable('å'.repeat(513))).toBe(false)
  expect(isHashable('')).toBe(false)
})
