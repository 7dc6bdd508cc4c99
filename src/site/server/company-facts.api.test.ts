import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#db/database.ts'
import { type Harness, startHarness } from '#tests/harness/harness.ts'
import { openCompanyFacts } from './company-facts.ts'

let h: Harness
let orgId: string
let reads = 0
let counted: Database

beforeAll(async () => {
  h = await startHarness()
  orgId = (await h.anOrganization()).id
  counted = { ...h.database, as: (role, work) => h.database.as(role, work).finally(() => void reads++) }
})
afterAll(() => h.stop())

const savePhone = (phone: string) =>
  h.test.superuser.query('update company_facts set phone = $1 where org_id = $2', [phone, orgId])

test('a saved phone number is returned by the next call, in every process', async () => {
  const [one, other] = [openCompanyFacts(h.database), openCompanyFacts(h.database, orgId)]
  for (const phone of ['018-12 34 56', '018-65 43 21']) {
    await savePhone(phone)
    expect([(await one.current())?.phone, (await other.current())?.phone]).toEqual([phone, phone])
  }
})

test('a result is never older than its call, and concurrent calls share one query', async () => {
  const facts = openCompanyFacts(counted)
  reads = 0
  const early = facts.current()
  await savePhone('018-10 00 00')
  const concurrent = Array.from({ length: 500 }, () => facts.current())
  for (const result of await Promise.all(concurrent)) expect(result?.phone).toBe('018-10 00 00')
  await early
  // The first query, the shared one, and one for calls between the two.
  expect(reads).toBeLessThanOrEqual(3)
  await savePhone('018-20 00 00')
  expect((await facts.current())?.phone).toBe('018-20 00 00')
})

test('unchanged facts are the same object, so that pages stay cached', async () => {
  const facts = openCompanyFacts(h.database)
  const before = await facts.current()
  expect(await facts.current()).toBe(before)
  await savePhone('018-30 00 00')
  expect(await facts.current()).not.toBe(before)
})

test('while the database is unavailable the cached facts remain, and a later call succeeds', async () => {
  let isUnavailable = false
  const facts = openCompanyFacts({
    ...h.database,
    as: (role, work) => (isUnavailable ? Promise.reject(new Error('unavailable')) : h.database.as(role, work)),
  })
  expect(facts.last()).toBeUndefined()
  const cached = await facts.current()
  isUnavailable = true
  const refused = await Promise.allSettled([facts.current(), facts.current(), facts.current()])
  expect(refused.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(facts.last()).toBe(cached)
  isUnavailable = false
  expect(await facts.current()).toBe(cached)
})
