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

test.each([
  // Runs of digits in a number; '46' and '0046' are not a country code there.
  ['46', '46'],
  ['460', '460'],
  ['4601', '4601'],
  ['46 01', '4601'],
  ['0601', '601'],
  ['54601', '54601'],
  ['4677', '4677'],
  ['461234', '461234'],
  ['00461', '0461'],
  ['004601', '04601'],
  ['0012', '012'],
  // The beginning of a number, or all of it.
  ['07', null],
  ['070', '70'],
  ['070-5', '705'],
  ['+46', null],
  ['+46 7', null],
  ['+46 70', '70'],
  ['+46 (0)70', '70'],
  ['0046 70', '70'],
  ['+46 70-555 46 01', '705554601'],
  ['0046 (0)70-555 46 01', '705554601'],
  ['46705554601', '705554601'],
  ['+47 22', '4722'],
  ['0047 22 12 34 56', '4722123456'],
  ['46 kr', null],
])('the search %j is compared with the digits %j of numbers', async (typed, digits) => {
  const { rows } = await h.test.superuser.query('select searched_digits($1) as digits', [typed])
  expect(rows[0].digits).toBe(digits)
})

test.each([
  ['46 12 34', ['461234']],
  ['460 12 34', ['4601234']],
  ['46 70 555 46 01', ['705554601']],
  ['+46 70-555 46 01', ['705554601']],
])('the stored number %j has the digits %j', async (phone, numbers) => {
  const { rows } = await h.test.superuser.query('select phone_numbers($1) as numbers', [phone])
  expect(rows[0].numbers).toEqual(numbers)
})

test.each([
  ['Ring 070-555 46 99 eller (08) 650 12 34.', ['705554699', '86501234']],
  ['Tel: +46 70 555 46 01\n2026-11-27 08:15', ['705554601']],
  ['Ring 070-555 46 99 2 gånger', ['7055546992']],
  ['Order 12-0701234567, IP 10.0.0.12, 2026-01-02 08.15, 0,12345678', []],
  ['0 '.repeat(10_000), []],
])('the numbers in the text %#', async (text, numbers) => {
  const { rows } = await h.test.superuser.query('select written_numbers($1) as numbers', [text])
  expect(rows[0].numbers).toEqual(numbers)
})
