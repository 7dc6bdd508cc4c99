import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { customers } from '#features/customers/customers.contract.ts'
import { type Harness, startHarness } from '#tests/harness/harness.ts'
import type { Db } from './database.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness({ poolSize: 1 })
})
afterAll(() => harness.stop())

/** Simulates a replica: connections opened from now on refuse writes. */
async function makeReadOnly(isReadOnly: boolean) {
  const { database } = harness.test.connection
  await harness.test.superuser.query(`alter database ${database} set default_transaction_read_only = ${isReadOnly}`)
}

test('a write on a replica is answered with 503, and its connection is not reused', async () => {
  const { superuser } = harness.test
  const admin = await harness.anAdmin({ orgId: (await harness.anOrganization()).id })
  await superuser.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  await makeReadOnly(true)
  const create = () => harness.as(admin).call(customers.create, { body: { name: 'Björk AB' } })
  await expect(create()).rejects.toMatchObject({ status: 503, code: 'database_away' })
  await makeReadOnly(false)
  await expect(create()).resolves.toMatchObject({ name: 'Björk AB' })
})

test('plans are not compiled, whatever the server does by default', async () => {
  const { rows } = await harness.database.as('site', (db) => sql`select current_setting('jit') as jit`.execute(db))
  expect(rows).toEqual([{ jit: 'off' }])
})

test('a read-only transaction cannot write, and the next one on its connection can', async () => {
  const admin = await harness.anAdmin({ orgId: (await harness.anOrganization()).id })
  const readOnly = <T>(work: (db: Db) => Promise<T>) =>
    harness.database.asActor(admin.sessionId, () => undefined, work, { isReadOnly: true })
  const rename = (db: Db) => db.updateTable('organizations').set({ name: 'Annan AB' }).execute()
  await expect(readOnly(rename)).rejects.toMatchObject({ code: '25006' })
  const names = (db: Db) => db.selectFrom('customers').select('name').execute()
  expect(await readOnly(names)).toEqual([])
  await harness.as(admin).call(customers.create, { body: { name: 'Lind AB' } })
  expect(await readOnly(names)).toEqual([{ name: 'Lind AB' }])
})

test('what waits to be sent when work fails is sent before the rollback, never outside the transaction', async () => {
  const roles: Promise<unknown>[] = []
  const failing = harness.database.as('site', async (db) => {
    for (let count = 0; count < 3; count++)
      roles.push(
        sql<{ role: string }>`select current_user as role, ${count}::integer as count`
          .execute(db)
          .then(({ rows: [row] }) => row?.role),
      )
    await roles[0]
    throw new Error('not found')
  })
  await expect(failing).rejects.toThrow('not found')
  expect(await Promise.all(roles)).toEqual(Array(3).fill('stodpunkt_site'))
})
