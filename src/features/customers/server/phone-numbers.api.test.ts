// Telephone fields are parsed in two places: for links (src/shared/phone.rules.ts), and for search and comparison (0019-texts.sql).
import { afterAll, beforeAll, expect, test } from 'vitest'
import { phonesIn } from '#shared/phone.rules.ts'
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
  '08-123 45 67 el. 070-123 45 67',
  '070-123 45 67 samt 08-123 45 67',
  '070-123 45 67 & 08-123 45 67',
  '070-123 45 67 + 08-123 45 67',
  '070-123 45 67 (Anna), 08-123 45 67 (Bo)',
  'Tel: 08-123 45 67 (mobil 070-123 45 67)',
  '0701234567 jobb 08-123 45 67 hem',
  'växel 08-123 45 67',
  '08-123 45 67 ankn12',
  '08-123 45 67 (12)',
  '08-123 45 67 ankn 12-14',
  '070-123 45 67/08-123 45 67',
  '08-12 34 56/57',
  '08-12 34 56 - 58',
  '08-12 34 56-58',
  '026-44 66 12/13',
  '076/123 45 67',
  'Fråga i växeln',
])('phonesIn() and phone_numbers() find the same numbers in %s', async (text) => {
  const called = phonesIn(text).flatMap(({ href }) => href?.replace('tel:+46', '') ?? [])
  const { rows } = await h.test.superuser.query('select phone_numbers($1) as found', [text])
  expect(rows[0].found).toEqual(called)
})

test('digits that are not a callable number are found by search', async () => {
  const { rows } = await h.test.superuser.query("select phone_numbers('12 34 56, 0303-1234 ankn 7') as found")
  expect(rows[0].found).toEqual(['123456', '3031234'])
})
