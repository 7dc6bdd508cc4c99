import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '#platform/database/database.ts'
import { type Notifications, openNotifications } from '#platform/database/notifications.ts'
import { until } from '#shared/testing/until.ts'
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
  const [one, other] = [openCompanyFacts(h.database), openCompanyFacts(h.database, { siteOrg: orgId })]
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
  const concurrent = Array.from({ length: 500 }, async () => facts.current())
  for (const result of await Promise.all(concurrent)) expect(result?.phone).toBe('018-10 00 00')
  await early
  // The first query, the shared one, and one for calls between them.
  expect(reads).toBeLessThanOrEqual(3)
  await savePhone('018-20 00 00')
  expect((await facts.current())?.phone).toBe('018-20 00 00')
})

test('unchanged facts are the same object, so pages stay cached', async () => {
  const facts = openCompanyFacts(h.database)
  const before = await facts.current()
  expect(await facts.current()).toBe(before)
  await savePhone('018-30 00 00')
  expect(await facts.current()).not.toBe(before)
})

describe('with notifications', () => {
  let notifications: Notifications
  beforeAll(() => {
    notifications = openNotifications({ connection: h.test.connection, warn: () => undefined })
  })
  afterAll(() => notifications.close())

  /** Facts that are known to be cached, as two calls make no query. */
  async function cachedFacts() {
    const facts = openCompanyFacts(counted, { notifications })
    await until(async () => {
      await facts.current()
      reads = 0
      await facts.current()
      expect(reads).toBe(0)
    })
    return facts
  }

  test('the facts are read once, and again after a change', async () => {
    const facts = await cachedFacts()
    const before = await facts.current()
    await Promise.all(Array.from({ length: 100 }, async () => facts.current()))
    expect(await facts.current()).toBe(before)
    expect(reads).toBe(0)
    await savePhone('018-40 00 00')
    await until(async () => expect((await facts.current())?.phone).toBe('018-40 00 00'))
    await h.test.superuser.query(`update organizations set name = 'Ny Nät AB' where id = $1`, [orgId])
    await until(async () => expect((await facts.current())?.name).toBe('Ny Nät AB'))
    expect(await facts.current()).not.toBe(before)
  })

  test('the call after an invalidation reads them, whenever the notification arrives', async () => {
    const facts = await cachedFacts()
    await savePhone('018-50 00 00')
    facts.invalidate()
    expect((await facts.current())?.phone).toBe('018-50 00 00')
  })

  test('a change during a read is in the result of the next call', async () => {
    const facts = await cachedFacts()
    facts.invalidate()
    const reading = facts.current()
    await savePhone('018-60 00 00')
    facts.invalidate()
    await reading
    expect((await facts.current())?.phone).toBe('018-60 00 00')
  })

  test('every call reads while the connection for notifications is lost', async () => {
    const facts = await cachedFacts()
    await notifications.close()
    for (const phone of ['018-70 00 00', '018-80 00 00']) {
      await savePhone(phone)
      expect((await facts.current())?.phone).toBe(phone)
    }
  })
})

test('the cached facts are returned while the database is unavailable, and a later call succeeds', async () => {
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
