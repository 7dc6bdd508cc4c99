// Many concurrent forms, while a row that all of them write is locked.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { customers } from '#features/customers/customers.contract.ts'
import { contact, type FormSite, startFormSite } from '#features/inbox/testing/form-site.ts'
import { until } from '#shared/testing/until.ts'

let site: FormSite
beforeAll(async () => {
  site = await startFormSite({ pool: { waitTimeoutMs: 1000 } })
})
afterAll(() => site.stop())

test('A-552: forms waiting for a counter leave connections to staff, and are stored when it is free', async () => {
  const technician = await site.h.aTechnician({ orgId: site.orgId })
  await site.q('begin; lock table form_counters in exclusive mode')
  const sent = Promise.all(
    Array.from({ length: 60 }, (_, n) => site.send('/kontakt', { ...contact, message: `Fråga ${n}` })),
  )
  const attempts = new Set<string>()
  let waiting = 0
  await until(async () => {
    await site.q('select pg_stat_clear_snapshot()')
    const { rows } = await site.q(
      `select pid || ' ' || query_start as attempt from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
    )
    waiting = Math.max(waiting, rows.length)
    for (const { attempt } of rows) attempts.add(attempt)
    // Several attempts per connection: the forms retry after a lock timeout.
    expect(attempts.size).toBeGreaterThan(8)
  })
  expect(waiting).toBeLessThanOrEqual(4)
  expect(await site.h.as(technician).call(customers.list, { query: {} })).toMatchObject({ rows: [] })
  await site.q('rollback')
  expect(new Set((await sent).map(({ statusCode }) => statusCode))).toEqual(new Set([303]))
  expect(await site.count('enquiries')).toBe(60)
})
