import { connect, createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { aDatabase, type TestDatabase } from '#db/testing/database.ts'
import { startListening } from './listener.ts'

let fresh: TestDatabase
beforeAll(async () => {
  fresh = await aDatabase()
})
afterAll(() => fresh.drop())

/** Between the listener and the database; muted, it keeps its connections and passes nothing on. */
async function aRelay() {
  const { host, port } = fresh.connection
  let isMute = false
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(`${host}/.s.PGSQL.${port}`)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on('data', (bytes) => void (isMute || to.write(bytes)))
      from.on('error', () => undefined)
      from.on('close', () => to.destroy())
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    connection: { ...fresh.connection, host: '127.0.0.1', port: (server.address() as { port: number }).port },
    mute: (mute: boolean) => {
      isMute = mute
    },
    stop: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

test('a database that falls silent without a word is noticed, and what comes after the silence is heard', async () => {
  const relay = await aRelay()
  const heard: string[] = []
  const lost: string[] = []
  let listened = 0
  const listening = startListening({
    connection: relay.connection,
    onMessage: (payload) => heard.push(payload),
    onListening: () => {
      listened++
    },
    onLost: (reason) => lost.push(reason),
  })
  const tell = (payload: string) => fresh.superuser.query(`select pg_notify('live', $1)`, [payload])
  await vi.waitFor(() => expect(listened).toBe(1), 5000)
  await tell('before')
  await vi.waitFor(() => expect(heard).toEqual(['before']))

  relay.mute(true)
  await tell('meanwhile')
  await vi.waitFor(() => expect(lost.length).toBeGreaterThan(0), 5000)
  relay.mute(false)
  await vi.waitFor(() => expect(listened).toBe(2), 5000)
  await tell('after')
  await vi.waitFor(() => expect(heard).toEqual(['before', 'after']))

  await listening.stop()
  relay.stop()
})
