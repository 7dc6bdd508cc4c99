// A backup that the command of 1.0.0 made, of a company that was filled through its API, with rows in every table.
import pg from 'pg'
import { to } from 'pg-copy-streams'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseSecrets } from '#app/keys/secrets-file.ts'
import { postToken } from '#features/auth/testing/sign-in.ts'
import { tickets } from '#features/tickets/tickets.contract.ts'
import { time } from '#features/time/time.contract.ts'
import { vaultKeysOf } from '#features/vault/server/vault-keys.ts'
import { vault } from '#features/vault/vault.contract.ts'
import { aDatabase, type TestDatabase } from '#platform/database/testing/database.ts'
import { backupOf100 } from '#platform/database/testing/released-database.ts'
import { columnToday, tableToday } from '#platform/database/testing/released-names.ts'
import { createCall } from '#shared/web/call.ts'
import { startHarness } from '#tests/harness/harness.ts'
import released from '../../../../migrations/released.json' with { type: 'json' }
import { type CheckedBackup, checkBackup, openKeysOf } from './read-backup.ts'
import { restoreBackup } from './restore-backup.ts'
import { rowDigest } from './row-digest.ts'
import { copyOut } from './tables.ts'

const { path, passphrase } = backupOf100

let backup: CheckedBackup
let target: TestDatabase

beforeAll(async () => {
  backup = await checkBackup(path)
  target = await aDatabase('template0')
  await restoreBackup({ connection: target.connection, backup, isWithoutKeys: false })
})
afterAll(() => target.drop())

test('the backup has the migrations of 1.0.0 and rows of every table', () => {
  const { migrations } = backup.manifest
  expect(Object.fromEntries(migrations.map(({ name, checksum }) => [name, checksum]))).toEqual(released)
  expect(backup.manifest.tables.filter(({ rows }) => rows === 0)).toEqual([])
  const filled = backup.manifest.tables.map(({ name }) => name.split('.')[1])
  expect(filled).toEqual(
    expect.arrayContaining(['customers', 'tickets', 'ticket_comments', 'time_entries', 'reports', 'report_rows']),
  )
  expect(filled).toEqual(expect.arrayContaining(['customer_credentials', 'enquiries', 'customer_users', 'audit_log']))
})

/** A table with its names in 1.1.0. */
const asNow = ({ name, columns, ...table }: CheckedBackup['manifest']['tables'][number]) => ({
  ...table,
  name: tableToday(name),
  columns: columns.map(columnToday),
})

test('every row is restored', async () => {
  const client = new pg.Client({
    ...target.connection,
    user: 'postgres',
    options: '-c search_path=stodpunkt -c timezone=UTC',
  })
  await client.connect()
  for (const saved of backup.manifest.tables) {
    const table = asNow(saved)
    const digest = rowDigest()
    for await (const chunk of client.query(to(copyOut(table)))) digest.add(chunk)
    expect({ name: table.name, ...digest.end() }).toEqual({ name: table.name, rows: table.rows, digest: table.digest })
  }
  await client.end()
})

test('after a restore the administrator can sign in, read the technical information and work', async () => {
  const keys = parseSecrets((await openKeysOf(backup, passphrase)).toString('utf8'), path)
  const h = await startHarness({
    on: target,
    vaultKeys: vaultKeysOf(keys.vaultKeys.map(({ id, key }) => ({ id, key: Buffer.from(key, 'base64url') }))),
  })
  const answer = await postToken(h, 'password', { email: 'chef@example.se', password: 'granens kotte faller' })
  const { access_token: token } = answer.json()
  const call = createCall({ fetch: h.fetch, token: () => token, renew: async () => undefined })
  const { rows } = await call(tickets.list, { query: { tab: 'active', search: 'nätverk' } })
  expect(rows).toMatchObject([{ title: 'Nätverket är nere', ticketNumber: 1001, status: 'resolved' }])
  const customerId = rows[0]!.customer.id
  expect(await call(vault.read, { params: { id: customerId }, body: {} })).toMatchObject({
    text: 'Router: admin / hjortron',
  })
  const next = await call(tickets.create, { body: { title: 'Skrivaren', description: 'Fel färg', customerId } })
  expect(next.ticketNumber).toBe(1002)
  expect((await call(time.list, { query: {} })).rows).toHaveLength(1)
  await h.stop()
})
