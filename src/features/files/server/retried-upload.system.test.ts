// An upload while other transactions hold the row of the organization's usage.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '#platform/database/database.ts'
import { withRetries } from '#platform/database/retried-transaction.ts'
import { until } from '#shared/testing/until.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'

let h: Harness
let orgId: string
let anna: Person
beforeAll(async () => {
  h = await startHarness({ pool: { waitTimeoutMs: 400 } })
  orgId = (await h.anOrganization()).id
  anna = await h.aTechnician({ orgId })
})
afterAll(() => h.stop())

const upload = (name: string) =>
  h.app.inject({
    method: 'POST',
    url: `/api/files?name=${name}`,
    headers: { authorization: `Bearer ${anna.token}`, 'content-type': 'application/octet-stream' },
    payload: Buffer.from('hej'),
  })

test('waits longer than the lock timeout of a request, and is stored once', async () => {
  expect((await upload('ett.txt')).statusCode).toBe(201)
  const { superuser } = h.test
  await superuser.query('begin')
  await superuser.query('select 1 from file_usage where org_id = $1 for update', [orgId])
  const answer = upload('tva.txt')
  // Each attempt is a statement with another start time.
  const attempts = new Set<string>()
  await until(async () => {
    // Without this the transaction that holds the row would always see the same snapshot.
    await superuser.query('select pg_stat_clear_snapshot()')
    const { rows } = await superuser.query(
      `select query_start::text as at from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    for (const { at } of rows) attempts.add(at)
    expect(attempts.size).toBeGreaterThan(1)
  })
  await superuser.query('rollback')
  expect((await answer).statusCode).toBe(201)
  const { rows } = await superuser.query('select name from files where org_id = $1 order by name', [orgId])
  expect(rows).toEqual([{ name: 'ett.txt' }, { name: 'tva.txt' }])
})

test('gives up in time, and does not retry permanent errors', async () => {
  const refused = (code: string) => Promise.reject(Object.assign(new Error(code), { code }))
  let calls = 0
  const failing = (code: string) =>
    withRetries(() => {
      calls++
      return refused(code)
    }, 0)((_db: Db) => Promise.resolve())
  await expect(failing('55P03')).rejects.toThrow('55P03')
  await expect(failing('23514')).rejects.toThrow('23514')
  expect(calls).toBe(2)
})
