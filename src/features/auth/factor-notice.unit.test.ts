import { expect, test } from 'vitest'
import { factorSoonRequired } from './factor-notice.rules.ts'

const without = (factorRequiredFrom: string | null) => ({ hasFactor: false, factorRequiredFrom })

test('staff without a factor are told from 14 days before it is required', () => {
  expect(factorSoonRequired(without('2026-12-15'), '2026-11-30')).toBeUndefined()
  expect(factorSoonRequired(without('2026-12-15'), '2026-12-01')).toBe('2026-12-15')
  expect(factorSoonRequired(without('2026-12-15'), '2026-12-14')).toBe('2026-12-15')
  expect(factorSoonRequired(without('2026-12-15'), '2026-12-15')).toBeUndefined()
})

test('whoever has one, and a company that requires none, are not told', () => {
  expect(factorSoonRequired({ ...without('2026-12-15'), hasFactor: true }, '2026-12-10')).toBeUndefined()
  expect(factorSoonRequired(without(null), '2026-12-10')).toBeUndefined()
})
