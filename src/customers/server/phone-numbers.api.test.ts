// Telephone fields are read twice: to be called (src/lib/phone.rules.ts), and to be found and compared (migration 0121).
import { afterAll, beforeAll, expect, test } from 'vitest'
import { phonesIn } from '#lib/phone.rules.ts'
import { type Harness, startHarness } from '#tests/harness/harness.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.stop())

test.each([
  '070-123 45 67',
  '+46 (0)70 123 45 67',
  '0046 8 123 456 78',
  '08-123 456 78 ankn 12',
  '08-12345678, anknytning 12',
  '070-123 45 67, 0812345678 ankn. 3',
  '0701234567 / 08-123 456 78',
  '0701234567 0812345678',
  '070-123 45 67 08-123 456 78',
  '0701234567 eller 08-123 456 78',
  '0303 123 45',
  '0771123456',
  'Fråga i växeln',
])('phonesIn() and phone_numbers() find the same numbers in %s', async (text) => {
  const called = phonesIn(text).flatMap(({ href }) => href?.replace('tel:+46', '') ?? [])
  const { rows } = await h.test.superuser.query('select phone_numbers($1) as found', [text])
  expect(rows[0].found).toEqual(called)
})
