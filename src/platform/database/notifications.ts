// Notifications from PostgreSQL: one listening connection for all subscribers in this process.
import type pg from 'pg'
import { startListening } from './listener.ts'

/** `live`: rows that clients display have changed. `facts`: the public facts of a company have changed. */
const channels = ['live', 'facts'] as const
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
  close(): Promise<void>
}

type Parts = { connection: pg.ClientConfig; warn: (reason: string) => void }

export function openNotifications({ connection, warn }: Parts): Notifications {
  const subscribers: (Subscriber & { channel: Channel })[] = []
  let listening: ReturnType<typeof startListening> | undefined
  let isListening = false
  const start = () =>
    startListening({
      connection,
      channels,
      onMessage: (channel, payload) => {
        for (const subscriber of subscribers) if (subscriber.channel === channel) subscriber.onMessage(payload)
      },
      onListening: () => {
        isListening = true
        for (const subscriber of subscribers) subscriber.onListening()
      },
      onLost: (reason) => {
        isListening = false
        warn(reason)
        for (const subscriber of subscribers) subscriber.onLost?.()
      },
    })
  return {
    subscribe: (channel, subscriber) => {
      subscribers.push({ channel, ...subscriber })
      listening ??= start()
      if (isListening) subscriber.onListening()
    },
    close: async () => {
      isListening = false
      for (const subscriber of subscribers.splice(0)) subscriber.onLost?.()
      await listening?.stop()
    },
  }
}
