// One connection that LISTENs for the whole process and reconnects by itself.
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'

/** How the listening connection to PostgreSQL is watched; unrelated to the heartbeat of the browsers' streams. */
const PING_EVERY_MS = 1000
const PING_TIMEOUT_MS = 1500
const RECONNECT_DELAY_MS = { first: 100, longest: 2000 }

type Listening = {
  connection: pg.ClientConfig
  channels: readonly string[]
  onMessage: (channel: string, payload: string) => void
  /** Connected, the first time and after a reconnect: earlier notifications may have been missed. */
  onListening: () => void
  onLost: (reason: string) => void
}

/** Listens until `stop`. A connection that does not answer a ping in time counts as lost. */
export function startListening({ connection, channels, onMessage, onListening, onLost }: Listening): {
  stop(): Promise<void>
} {
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
    let delay = RECONNECT_DELAY_MS.first
    while (!signal.aborted) {
      const client = new pg.Client({ connectionTimeoutMillis: 2000, keepAlive: true, ...connection })
      try {
        await listenOn(client)
        delay = RECONNECT_DELAY_MS.first
        while (!signal.aborted) await ping(client)
      } catch (error) {
        if (!signal.aborted) onLost(error instanceof Error ? error.message : String(error))
      } finally {
        destroy(client)
      }
      if (signal.aborted) return
      await wait(delay, undefined, { signal }).catch(() => undefined)
      delay = Math.min(delay * 2, RECONNECT_DELAY_MS.longest)
    }
  }

  async function listenOn(client: pg.Client) {
    // The next ping finds a lost connection.
    client.on('error', () => undefined)
    client.on('notification', ({ channel, payload }) => !signal.aborted && onMessage(channel, payload ?? ''))
    await client.connect()
    await client.query(channels.map((channel) => `listen ${channel}`).join('; '))
    onListening()
  }

  async function ping(client: pg.Client) {
    await wait(PING_EVERY_MS, undefined, { signal }).catch(() => undefined)
    if (signal.aborted) return
    const late = Promise.withResolvers<never>()
    const timer = setTimeout(() => late.reject(new Error('the database does not answer')), PING_TIMEOUT_MS)
    await Promise.race([client.query('select 1'), late.promise]).finally(() => clearTimeout(timer))
  }
}

/** An unresponsive connection cannot be closed by the protocol: its socket is destroyed. */
function destroy(client: pg.Client) {
  client.end().catch(() => undefined)
  client.connection.stream.destroy()
}
