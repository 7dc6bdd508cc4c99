// The daily limits of the forms count Stockholm days, not UTC days.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type FormSite, startFormSite } from '../testing/form-site.ts'
import { countForNetwork, mayGetReceipt, TooManyForms } from './forms-counters.queries.ts'

let site: FormSite
beforeAll(async () => {
  site = await startFormSite()
})
beforeEach(() => site.empty())
afterAll(() => site.stop())

const key = Buffer.alloc(32, 3)
const contextAt = (at: string) => ({ key, now: new Date(at) })
const receipt = (at: string, email = 'anna@example.se', maxPerDay = 200) =>
  site.h.database.as('site', (db) => mayGetReceipt(db, contextAt(at), email, maxPerDay))

/** Null when the form is accepted, otherwise the seconds to wait. */
async function form(at: string): Promise<number | null> {
  // Excludes the limit per ten minutes: only the daily one is tested.
  await site.q(`delete from form_counters where key like 'network:10:%'`)
  return site.h.database
    .as('site', (db) => countForNetwork(db, contextAt(at), '192.0.2.1'))
    .then(
      () => null,
      (error: unknown) => {
        if (error instanceof TooManyForms) return error.retryAfterSeconds
        throw error
      },
    )
}

test('the time to wait is at most ten minutes, though a later form may be counted first', async () => {
  const send = () =>
    site.h.database.as('site', (db) => countForNetwork(db, contextAt('2026-07-15T10:00:00Z'), '192.0.2.1'))
  await send()
  await site.q(
    `update form_counters set count = 5, window_start = now() + interval '40 s' where key like 'network:10:%'`,
  )
  await expect(send()).rejects.toMatchObject({ retryAfterSeconds: 600 })
})

/** `at` is after midnight in Stockholm; `before` is the same day in UTC, `after` the same day in Stockholm. */
const evenings = [
  ['summer', { before: '2026-07-15T21:30:00Z', at: '2026-07-15T22:30:00Z', after: '2026-07-16T21:30:00Z' }],
  ['winter', { before: '2026-01-15T22:30:00Z', at: '2026-01-15T23:30:00Z', after: '2026-01-16T22:30:00Z' }],
] as const

describe.each(evenings)('in %s', (_season, { before, at, after }) => {
  test('A-267: an address gets one receipt per day in Stockholm', async () => {
    expect([await receipt(before), await receipt(before)]).toEqual([true, false])
    expect([await receipt(at), await receipt(at), await receipt(after)]).toEqual([true, false, false])
  })

  test('the limit of all receipts is reset at midnight in Stockholm', async () => {
    expect([await receipt(before, 'a@x.se', 1), await receipt(before, 'b@x.se', 1)]).toEqual([true, false])
    expect([await receipt(at, 'c@x.se', 1), await receipt(after, 'd@x.se', 1)]).toEqual([true, false])
  })

  test('a network may send twenty, waits until midnight, and may send twenty more', async () => {
    for (let n = 0; n < 20; n++) expect(await form(before)).toBeNull()
    expect(await form(before)).toBe(1800)
    for (let n = 0; n < 10; n++) expect(await form(at)).toBeNull()
    for (let n = 0; n < 10; n++) expect(await form(after)).toBeNull()
    expect(await form(after)).toBe(1800)
  })
})

test('the autumn day of 25 hours and the spring day of 23 are one day each', async () => {
  for (let n = 0; n < 20; n++) expect(await form('2026-10-24T22:10:00Z')).toBeNull()
  await site.q(`update form_counters set window_start = '2026-10-24T22:10:00Z'`)
  expect(await form('2026-10-25T22:30:00Z')).toBe(1800)
  expect(await form('2026-10-25T23:00:00Z')).toBeNull()
  for (let n = 0; n < 20; n++) expect(await form('2026-03-28T23:00:00Z')).toBeNull()
  expect(await form('2026-03-28T23:00:00Z')).toBe(23 * 3600)
  expect(await form('2026-03-29T22:00:00Z')).toBeNull()
})
