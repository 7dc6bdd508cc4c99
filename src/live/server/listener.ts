// One connection that LISTENs for the whole process and comes back by itself.
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'

const CHANNEL = 'live'
const PING_MS = 1000
const SILENCE_MS = 1500
const PAUSE_MS = { first: 100, most: 2000 }

type Listening = {
  connection: pg.ClientConfig
  onMessage: (payload: string) => void
  /** From now on nothing is missed; what happened before may have been. Also the first time. */
  onListening: () => void
  onLost: (reason: string) => void
}

/** Listens until `stop`. A connection that no longer answers counts as lost, also when nobody said goodbye. */
export function startListening({ connection, onMessage, onListening, onLost }: Listening): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const { signal } = stopping
  const done = run()
  return {
    stop: async () => {
      stopping.abort()
      await done
    },
  }

  async function run() {
    let pause = PAUSE_MS.first
    while (!signal.aborted) {
      const client = new pg.Client({ connectionTimeoutMillis: 2000, keepAlive: true, ...connection })
      try {
        await listenOn(client)
        pause = PAUSE_MS.first
        while (!signal.aborted) await ping(client)
      } catch (error) {
        if (!signal.aborted) onLost(error instanceof Error ? error.message : String(error))
      } finally {
        leave(client)
      }
      if (signal.aborted) return
      await wait(pause, undefined, { signal }).catch(() => undefined)
      pause = Math.min(pause * 2, PAUSE_MS.most)
    }
  }

  async function listenOn(client: pg.Client) {
    // What is lost is seen by the next ping.
    client.on('error', () => undefined)
    client.on('notification', ({ payload }) => !signal.aborted && onMessage(payload ?? ''))
    await client.connect()
    await client.query(`listen ${CHANNEL}`)
    onListening()
  }

  async function ping(client: pg.Client) {
    await wait(PING_MS, undefined, { signal }).catch(() => undefined)
    if (signal.aborted) return
    const late = Promise.withResolvers<never>()
    const timer = setTimeout(() => late.reject(new Error('the database does not answer')), SILENCE_MS)
    await Promise.race([client.query('select 1'), late.promise]).finally(() => clearTimeout(timer))
  }
}

/** A connection that nobody answers cannot be taken leave of: it is cut. */
function leave(client: pg.Client) {
  client.end().catch(() => undefined)
  client.connection.stream.destroy()
}
