import { afterAll, beforeAll, expect, test } from 'vitest'
import { startRelay } from '#platform/http/testing/relay.ts'
import { until } from '#shared/testing/until.ts'
import { startListening } from './listener.ts'
import { aDatabase, type TestDatabase } from './testing/database.ts'

let fresh: TestDatabase
beforeAll(async () => {
  fresh = await aDatabase()
})
afterAll(() => fresh.drop())

test('a database that stops responding is detected, and notifications are received after the reconnect', async () => {
  const { host, port } = fresh.connection
  const relay = await startRelay({ path: `${host}/.s.PGSQL.${port}` })
  const received: string[] = []
  const lost: string[] = []
  let listened = 0
  const listening = startListening({
    connection: { ...fresh.connection, host: '127.0.0.1', port: relay.port },
    channels: ['live'],
    onMessage: (_channel, payload) => received.push(payload),
    onListening: () => {
      listened++
    },
    onLost: (reason) => lost.push(reason),
    read: async (client) => (await client.query('select 1')).rowCount === 0,
  })
  const notify = (payload: string) => fresh.superuser.query(`select pg_notify('live', $1)`, [payload])
  await until(() => expect(listened).toBe(1))
  await notify('before')
  await until(() => expect(received).toEqual(['before']))

  relay.mute(true)
  await notify('meanwhile')
  await until(() => expect(lost.length).toBeGreaterThan(0))
  relay.mute(false)
  await until(() => expect(listened).toBe(2))
  await notify('after')
  await until(() => expect(received).toEqual(['before', 'after']))

  await listening.stop()
  relay.stop()
})
