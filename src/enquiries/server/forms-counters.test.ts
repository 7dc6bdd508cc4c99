// Whatever the public forms count by the day is counted by the day in Stockholm.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Harness, startHarness } from '#app/testing/harness.ts'
import { countForNetwork, mayGetReceipt, TooManyForms } from './forms-counters.queries.ts'

const key = Buffer.alloc(32, 1)
const MANY = 200

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
beforeEach(() => h.test.superuser.query('delete from form_counters'))
afterAll(() => h.stop())

const asksForReceipt = (now: string, { email = 'anna@example.se', mostADay = MANY } = {}) =>
  h.database.as('site', (db) => mayGetReceipt(db, { key, now: new Date(now) }, email, mostADay))
const countedFrom = (now: string) =>
  h.database.as('site', (db) => countForNetwork(db, { key, now: new Date(now) }, '192.0.2.1'))

test.each([
  ['winter', { first: '2026-11-23T22:30:00Z', after: '2026-11-23T23:30:00Z', same: '2026-11-24T00:30:00Z' }],
  ['summer', { first: '2026-07-01T21:30:00Z', after: '2026-07-01T22:30:00Z', same: '2026-07-02T00:30:00Z' }],
])('A-271: an address gets one receipt a day in Stockholm, in %s', async (_season, { first, after, same }) => {
  expect(await asksForReceipt(first)).toBe(true)
  expect(await asksForReceipt(first)).toBe(false)
  expect(await asksForReceipt(after)).toBe(true)
  // UTC's midnight is nobody's.
  expect(await asksForReceipt(same)).toBe(false)
})

test('A-271: the cap of all receipts is for a day in Stockholm', async () => {
  const asks = (now: string, n: number) => asksForReceipt(now, { email: `nr${n}@example.se`, mostADay: 1 })
  expect(await asks('2026-11-23T22:59:00Z', 1)).toBe(true)
  expect(await asks('2026-11-23T22:59:00Z', 2)).toBe(false)
  expect(await asks('2026-11-23T23:01:00Z', 3)).toBe(true)
  expect(await asks('2026-11-24T00:01:00Z', 4)).toBe(false)
})

test('A-271: a day of 25 hours is one day', async () => {
  expect(await asksForReceipt('2026-10-24T22:01:00Z')).toBe(true)
  await h.test.superuser.query(`update form_counters set window_start = window_start - interval '24 hours 30 minutes'`)
  expect(await asksForReceipt('2026-10-25T22:31:00Z')).toBe(false)
})

test('A-271: a network that has sent enough is told to come back at Stockholm’s midnight at the latest', async () => {
  for (let n = 0; n < 5; n++) await countedFrom('2026-11-23T22:59:00Z')
  const refused = await countedFrom('2026-11-23T22:59:00Z').catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(TooManyForms)
  expect(refused).toMatchObject({ retryAfterSeconds: 60 })
  await countedFrom('2026-11-23T23:00:00Z')
})
