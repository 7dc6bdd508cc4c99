import { expect, test } from 'vitest'
import { passwordProblem } from '#features/auth/password.rules.ts'
import { demoPassword } from './demo.ts'

test.each([6, 15, 16, 20, 128])(
  'the demo’s password is accepted with a minimum length of %i characters',
  (minLength) => {
    const passwords = Array.from({ length: 100 }, () => demoPassword(minLength))
    expect(new Set(passwords).size).toBe(100)
    for (const password of passwords) {
      expect(password).toMatch(/^demo-[\da-f]{10,}$/)
      expect(passwordProblem(password, { minLength, names: ['Stödpunkt'] }), password).toBeUndefined()
    }
  },
)
