import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#db/database.ts'
import { type Harness, startHarness } from '#tests/harness/harness.ts'
import { openFacts } from './open-facts.ts'

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

test('a saved phone number is there at the next question, on every process', async () => {
  const [one, other] = [openFacts(h.database), openFacts(h.database, orgId)]
  for (const phone of ['018-12 34 56', '018-65 43 21']) {
    await savePhone(phone)
    expect([(await one.current())?.phone, (await other.current())?.phone]).toEqual([phone, phone])
  }
})

test('nobody gets what was read before he asked, and a crowd shares one query', async () => {
  const facts = openFacts(counted)
  reads = 0
  const early = facts.current()
  await savePhone('018-10 00 00')
  const crowd = Array.from({ length: 500 }, () => facts.current())
  for (const given of await Promise.all(crowd)) expect(given?.phone).toBe('018-10 00 00')
  await early
  // The early one, the next one, and one between them for whoever came when the early one was over.
  expect(reads).toBeLessThanOrEqual(3)
  await savePhone('018-20 00 00')
  expect((await facts.current())?.phone).toBe('018-20 00 00')
})

test('what did not change is the same object, so that pages made of it stay', async () => {
  const facts = openFacts(h.database)
  const before = await facts.current()
  expect(await facts.current()).toBe(before)
  await savePhone('018-30 00 00')
  expect(await facts.current()).not.toBe(before)
})

test('while the database is away the last known facts are told, and a question after it is back succeeds', async () => {
  let isAway = false
  const facts = openFacts({
    ...h.database,
    as: (role, work) => (isAway ? Promise.reject(new Error('away')) : h.database.as(role, work)),
  })
  expect(facts.last()).toBeUndefined()
  const known = await facts.current()
  isAway = true
  const refused = await Promise.allSettled([facts.current(), facts.current(), facts.current()])
  expect(refused.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(facts.last()).toBe(known)
  isAway = false
  expect(await facts.current()).toBe(known)
})
