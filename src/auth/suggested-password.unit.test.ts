import { expect, test } from 'vitest'
import { passwordProblem } from './password.rules.ts'
import { suggestPassword } from './suggested-password.rules.ts'

test('a suggested password is three different words and a number, differs each time, and passes the rules for any company name', () => {
  const suggested = Array.from({ length: 500 }, suggestPassword)
  expect(new Set(suggested).size).toBe(500)
  for (const password of suggested) {
    expect(password).toMatch(/^([a-z]{3,8}-){3}\d{4}$/)
    // password.rules.ts says so of the least length that a company may set.
    expect(password.length).toBeGreaterThanOrEqual(15)
    const names = password.split('-')
    expect(new Set(names).size).toBe(4)
    expect(passwordProblem(password, { minLength: 8, names: names.slice(0, 1) }), password).toBeUndefined()
  }
})
