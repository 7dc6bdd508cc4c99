import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { aDatabase, type TestDatabase } from '#db/testing/database.ts'
import { startRelay } from '#lib/server/testing/relay.ts'
import { until } from '#lib/testing/until.ts'
import { openDatabase, SILENCE_MS } from './database.ts'

let fresh: TestDatabase
beforeAll(async () => {
  fresh = await aDatabase()
})
afterAll(() => fresh.drop())

async function overARelay() {
  const { host, port } = fresh.connection
  const relay = await startRelay({ path: `${host}/.s.PGSQL.${port}` })
  const onSilence = vi.fn<() => void>()
  const connection = { ...fresh.connection, host: '127.0.0.1', port: relay.port, silenceMs: SILENCE_MS }
  const database = openDatabase({ ...connection, max: 2, onSilence })
  const ask = () => database.as('auth', (db) => sql`select 1`.execute(db))
  return { relay, database, onSilence, ask, stop: () => database.close().finally(relay.stop) }
}

test('work that is under way when the database falls silent is refused, new work at once, and all goes on by itself', async () => {
  const { relay, onSilence, ask, stop } = await overARelay()
  await Promise.all([ask(), ask()])
  relay.mute(true)
  const refused = await Promise.allSettled([ask(), ask(), ask(), ask()])
  expect(refused.map((one) => one.status === 'rejected' && one.reason)).toEqual(
    Array.from({ length: 4 }, () => expect.objectContaining({ code: '08006' })),
  )
  expect(onSilence).toHaveBeenCalled()
  await expect(ask()).rejects.toMatchObject({ code: '08006' })
  relay.mute(false)
  await until(ask, 5000)
  await stop()
})

test('a statement that takes long is left alone while the database answers others', async () => {
  const { database, onSilence, stop } = await overARelay()
  await database.as('auth', (db) => sql`select pg_sleep(1.5)`.execute(db))
  expect(onSilence).not.toHaveBeenCalled()
  await stop()
})

test('a program that stood still itself does not blame the database', async () => {
  const { onSilence, ask, database, stop } = await overARelay()
  const slow = database.as('auth', (db) => sql`select pg_sleep(1)`.execute(db))
  await wait(300)
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2000)
  await slow
  await ask()
  expect(onSilence).not.toHaveBeenCalled()
  await stop()
})
