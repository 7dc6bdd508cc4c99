// Notifications from PostgreSQL: one listening connection for all subscribers in this process.
import type pg from 'pg'
import type { z } from 'zod'
import { openChangeReader } from './change-reader.ts'
import { startListening } from './listener.ts'
import { databaseRoles } from './roles.ts'

/**
 * `live`: rows that clients display have changed; read from the table, and for rights that end also sent on the channel.
 * `facts`: the public facts of a company have changed. `presence`: what processes tell each other (docs/decisions/101).
 */
const channels = ['live', 'facts', 'presence'] as const
type Channel = (typeof channels)[number]

type Subscriber = {
  onMessage(payload: string): void
  /** Called when listening begins, at once if it has begun, and after each reconnect: earlier messages may have been missed. */
  onListening(): void
  /** From now on messages may be missed. */
  onLost?(): void
}

export type Notifications = {
  /** The first subscription connects to PostgreSQL. */
  subscribe(channel: Channel, subscriber: Subscriber): void
  /** Notifies every process that listens now; dropped while the connection is lost. */
  send(channel: Channel, payload: string): void
  close(): Promise<void>
}

type Parts = { connection: pg.ClientConfig; warn: (reason: string) => void }

export function openNotifications({ connection, warn }: Parts): Notifications {
  const subscribers: (Subscriber & { channel: Channel })[] = []
  let listening: ReturnType<typeof startListening> | undefined
  let isListening = false
  const deliver = (channel: string, payload: string) => {
    for (const subscriber of subscribers) if (subscriber.channel === channel) subscriber.onMessage(payload)
  }
  const begin = () => {
    isListening = true
    for (const subscriber of subscribers) subscriber.onListening()
  }
  const lose = () => {
    isListening = false
    for (const subscriber of subscribers) subscriber.onLost?.()
  }
  const start = () => {
    const reader = openChangeReader((change) => deliver('live', change))
    return startListening({
      connection: { ...connection, options: `-c role=${databaseRoles.jobs}` },
      channels,
      onMessage: deliver,
      onListening: begin,
      onLost: (reason) => {
        reader.restart()
        warn(reason)
        lose()
      },
      read: async (client) => {
        const isLate = await reader.read(client)
        if (isLate && isListening) begin()
        return false
      },
    })
  }
  return {
    subscribe: (channel, subscriber) => {
      subscribers.push({ channel, ...subscriber })
      listening ??= start()
      if (isListening) subscriber.onListening()
    },
    send: (channel, payload) => listening?.notify(channel, payload),
    close: async () => {
      lose()
      subscribers.length = 0
      await listening?.stop()
    },
  }
}

/** The parsed payload; undefined for one that this version of the program does not know. */
export function readPayload<T>(schema: z.ZodType<T>, payload: string): T | undefined {
  try {
    return schema.safeParse(JSON.parse(payload)).data
  } catch {
    return undefined // not JSON
  }
}
