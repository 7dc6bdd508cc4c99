import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDatabase, type TestDatabase } from '#db/testing/database.ts'
import { startRelay } from '#lib/server/testing/relay.ts'
import { until } from '#lib/testing/until.ts'
import { startListening } from './listener.ts'

let fresh: TestDatabase
beforeAll(async () => {
  fresh = await aDatabase()
})
afterAll(() => fresh.drop())

test('a database that falls silent without a word is noticed, and what comes after the silence is heard', async () => {
  const { host, port } = fresh.connection
  const relay = await startRelay({ path: `${host}/.s.PGSQL.${port}` })
  const heard: string[] = []
  const lost: string[] = []
  let listened = 0
  const listening = startListening({
    connection: { ...fresh.connection, host: '127.0.0.1', port: relay.port },
    onMessage: (payload) => heard.push(payload),
    onListening: () => {
      listened++
    },
    onLost: (reason) => lost.push(reason),
  })
  const tell = (payload: string) => fresh.superuser.query(`select pg_notify('live', $1)`, [payload])
  await until(() => expect(listened).toBe(1), 5000)
  await tell('before')
  await until(() => expect(heard).toEqual(['before']))

  relay.mute(true)
  await tell('meanwhile')
  await until(() => expect(lost.length).toBeGreaterThan(0), 5000)
  relay.mute(false)
  await until(() => expect(listened).toBe(2), 5000)
  await tell('after')
  await until(() => expect(heard).toEqual(['before', 'after']))

  await listening.stop()
  relay.stop()
})
