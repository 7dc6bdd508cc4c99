import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startRelay } from '#platform/http/testing/relay.ts'
import { until } from '#shared/testing/until.ts'
import { HEARTBEAT_TIMEOUT_MS, openDatabase } from './database.ts'
import { aDatabase, type TestDatabase } from './testing/database.ts'

let t: TestDatabase
beforeAll(async () => {
  t = await aDatabase()
})
afterAll(() => t.drop())

async function connectThroughRelay() {
  const { host, port } = t.connection
  const relay = await startRelay({ path: `${host}/.s.PGSQL.${port}` })
  const onUnresponsive = vi.fn<() => void>()
  const connection = { ...t.connection, host: '127.0.0.1', port: relay.port, heartbeatTimeoutMs: HEARTBEAT_TIMEOUT_MS }
  const database = openDatabase({ ...connection, max: 2, onUnresponsive })
  const query = () => database.as('auth', (db) => sql`select 1`.execute(db))
  return { relay, database, onUnresponsive, query, stop: () => database.close().finally(relay.stop) }
}

test('queries fail when the database stops responding, new ones immediately, and succeed again once it responds', async () => {
  const { relay, onUnresponsive, query, stop } = await connectThroughRelay()
  await Promise.all([query(), query()])
  relay.mute(true)
  const failed = await Promise.allSettled([query(), query(), query(), query()])
  expect(failed.map((result) => result.status === 'rejected' && result.reason)).toEqual(
    Array.from({ length: 4 }, () => expect.objectContaining({ code: '08006' })),
  )
  expect(onUnresponsive).toHaveBeenCalled()
  await expect(query()).rejects.toMatchObject({ code: '08006' })
  relay.mute(false)
  await until(query)
  await stop()
})

test('a slow statement is not failed while the database answers heartbeats', async () => {
  const { database, onUnresponsive, stop } = await connectThroughRelay()
  await database.as('auth', (db) => sql`select pg_sleep(1.5)`.execute(db))
  expect(onUnresponsive).not.toHaveBeenCalled()
  await stop()
})

test('a blocked event loop is not taken for an unresponsive database', async () => {
  const { onUnresponsive, query, database, stop } = await connectThroughRelay()
  const slow = database.as('auth', (db) => sql`select pg_sleep(1)`.execute(db))
  await wait(300)
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2000)
  await slow
  await query()
  expect(onUnresponsive).not.toHaveBeenCalled()
  await stop()
})
