// One connection that LISTENs, reads when it is notified, and reconnects by itself.
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { notifying, OUTBOX } from './wake-up.ts'

/** How often an outbox is read without a notification. It also finds a connection that no longer answers. */
const READ_EVERY_MS = 1000
const READ_TIMEOUT_MS = 1500
const RECONNECT_DELAY_MS = { first: 100, longest: 2000 }

type Listening = {
  connection: pg.ClientConfig
  channels: readonly string[]
  onMessage: (channel: string, payload: string) => void
  /** Connected, the first time and after a reconnect: earlier notifications may have been missed. */
  onListening: () => void
  onLost: (reason: string) => void
  /**
   * Runs before `onListening`, once a second, and when the channel of the outboxes is notified; one at a time. Returns whether
   * to read again at once.
   */
  read: (client: pg.Client) => Promise<boolean>
}

/** Listens until `stop`. A connection on which `read` does not end in time counts as lost. */
export function startListening({ connection, channels, onMessage, onListening, onLost, read }: Listening): {
  /** Dropped while the connection is lost. */
  notify(channel: string, payload: string): void
  stop(): Promise<void>
} {
  const stopping = new AbortController()
  const { signal } = stopping
  let current: pg.Client | undefined
  const done = run()
  return {
    notify: (channel, payload) => void current?.query(notifying(channel, payload)).catch(() => undefined),
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
        const woken = await listenOn(client)
        delay = RECONNECT_DELAY_MS.first
        while (!signal.aborted) if (!(await readInTime(client))) await woken()
      } catch (error) {
        if (!signal.aborted) onLost(error instanceof Error ? error.message : String(error))
      } finally {
        current = undefined
        destroy(client)
      }
      if (signal.aborted) return
      await wait(delay, undefined, { signal }).catch(() => undefined)
      delay = Math.min(delay * 2, RECONNECT_DELAY_MS.longest)
    }
  }

  /** Returns a function that waits until the outbox should be read again. */
  async function listenOn(client: pg.Client) {
    const outbox = openWaiting(signal)
    // The next read finds a lost connection.
    client.on('error', () => undefined)
    client.on('notification', ({ channel, payload }) => {
      if (signal.aborted) return
      if (channel === OUTBOX) outbox.wake()
      else onMessage(channel, payload ?? '')
    })
    await client.connect()
    await client.query([...channels, OUTBOX].map((channel) => `listen ${channel}`).join('; '))
    await readInTime(client)
    current = client
    onListening()
    return outbox.woken
  }

  async function readInTime(client: pg.Client): Promise<boolean> {
    const late = Promise.withResolvers<never>()
    const timer = setTimeout(() => late.reject(new Error('the database does not answer')), READ_TIMEOUT_MS)
    try {
      return await Promise.race([read(client), late.promise])
    } finally {
      clearTimeout(timer)
    }
  }
}

/** `woken` resolves after READ_EVERY_MS, or as soon as `wake` was called since the previous time. */
function openWaiting(signal: AbortSignal) {
  let isWoken = false
  let interrupted = new AbortController()
  return {
    wake: () => {
      isWoken = true
      interrupted.abort()
    },
    woken: async () => {
      interrupted = new AbortController()
      const either = AbortSignal.any([signal, interrupted.signal])
      if (!isWoken) await wait(READ_EVERY_MS, undefined, { signal: either }).catch(() => undefined)
      isWoken = false
    },
  }
}

/** An unresponsive connection cannot be closed by the protocol: its socket is destroyed. */
function destroy(client: pg.Client) {
  client.end().catch(() => undefined)
  client.connection.stream.destroy()
}
