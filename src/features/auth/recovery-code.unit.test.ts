import { expect, test } from 'vitest'
import { canonicalCode, newRecoveryCode } from './recovery-code.rules.ts'

test('a code has 80 bits of its source, in characters that are not mistaken for each other', () => {
  expect(newRecoveryCode((count) => Uint8Array.from({ length: count }, (_, index) => index))).toBe('0123456789abcdef')
  expect(newRecoveryCode((count) => new Uint8Array(count).fill(255))).toBe('z'.repeat(16))
})

test('case, spaces, hyphens and letters that look like digits do not matter', () => {
  expect(canonicalCode(' OIL5-67 89AB\tcdef ')).toBe('0115' + '6789abcdef')
})
