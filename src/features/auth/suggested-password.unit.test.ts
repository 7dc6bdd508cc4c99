import { expect, test } from 'vitest'
import { PASSWORD_MIN_LENGTH, passwordProblem } from './password.rules.ts'
import { suggestPassword } from './suggested-password.rules.ts'

test('a suggested password is three words and a number, random, and valid for any company', () => {
  const suggested = Array.from({ length: 500 }, () => suggestPassword(PASSWORD_MIN_LENGTH))
  expect(new Set(suggested).size).toBe(500)
  for (const password of suggested) {
    expect(password).toMatch(/^([a-z]{3,8}-){3}\d{4}$/)
    expect(password.length).toBeGreaterThanOrEqual(15)
    const names = password.split('-')
    expect(new Set(names).size).toBe(4)
    expect(passwordProblem(password, { minLength: 8, names: names.slice(0, 1) }), password).toBeUndefined()
  }
})

test.each([6, 16, 20, 40, 128])(
  'suggested passwords have at least %i characters where required, for any company',
  (minLength) => {
    for (const password of Array.from({ length: 100 }, () => suggestPassword(minLength))) {
      expect(passwordProblem(password, { minLength }), password).toBeUndefined()
      for (const name of password.split('-'))
        expect(passwordProblem(password, { minLength, names: [name] })).toBeUndefined()
    }
  },
)
