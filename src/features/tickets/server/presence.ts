// Which staff have which ticket or enquiry open. Each process holds what its own clients and the other processes tell (docs/decisions/101).
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { type Notifications, readPayload } from '#platform/database/notifications.ts'
import type { Broker } from '#platform/live/server/broker.ts'
import { PRESENCE_EXPIRES_SECONDS } from '../tickets.contract.ts'

/** A user on a ticket or an enquiry. */
type Viewer = { orgId: string; rowId: string; userId: string }

export type Presence = {
  /** The user has the row open now, and for PRESENCE_EXPIRES_SECONDS. */
  renew(viewer: Viewer): void
  /** The user has left the row. */
  end(viewer: Viewer): void
  /** Ids of the other users who have the row open. */
  othersOn(viewer: Viewer): string[]
  stop(): void
}

const SEND_EVERY_MS = 1000
const EXPIRE_EVERY_MS = 5000
/** A notification has at most 8000 bytes; a viewer takes 130. */
const VIEWERS_IN_A_MESSAGE = 50

const Message = z.object({
  from: z.string(),
  /** A process that has just begun to listen asks the others for all of their viewers. */
  asks: z.boolean(),
  viewers: z.array(z.tuple([z.string(), z.string(), z.string(), z.enum(['here', 'gone'])])),
})

type Parts = { notifications: Notifications; broker: Pick<Broker, 'publish'>; now?: () => number }

/** Tells the other processes changes and renewals once a second. What they miss expires or is renewed. */
export function openPresence({ notifications, broker, now = Date.now }: Parts): Presence {
  const viewers = openViewers(now, ({ orgId, rowId, userId }) =>
    broker.publish({ about: 'presence', org: orgId, row: rowId, user: userId }),
  )
  const messages = openMessages(notifications, viewers)
  const expiring = setInterval(viewers.expire, EXPIRE_EVERY_MS).unref()
  return {
    renew: (viewer) => {
      viewers.add(viewer, true)
      messages.tellSoon(viewer)
    },
    end: (viewer) => {
      viewers.remove(viewer)
      messages.tellSoon(viewer)
    },
    othersOn: ({ rowId, userId }) => {
      viewers.expire()
      return viewers
        .list()
        .flatMap((viewer) => (viewer.rowId === rowId && viewer.userId !== userId ? [viewer.userId] : []))
    },
    stop: () => {
      clearInterval(expiring)
      messages.stop()
    },
  }
}

/** The viewers that this process knows; `onChange` is called when one comes or goes. */
function openViewers(now: () => number, onChange: (viewer: Viewer) => void) {
  const known = new Map<string, Viewer & { expiresAt: number; isOwn: boolean }>()
  const remove = (viewer: Viewer) => {
    if (known.delete(keyOf(viewer))) onChange(viewer)
  }
  return {
    list: () => [...known.values()],
    has: (viewer: Viewer) => known.has(keyOf(viewer)),
    /** `isOwn`: a client of this process renews it. */
    add: (viewer: Viewer, isOwn: boolean) => {
      const isNew = !known.has(keyOf(viewer))
      known.set(keyOf(viewer), { ...viewer, isOwn, expiresAt: now() + PRESENCE_EXPIRES_SECONDS * 1000 })
      if (isNew) onChange(viewer)
    },
    remove,
    expire: () => {
      for (const viewer of [...known.values()]) if (viewer.expiresAt <= now()) remove(viewer)
    },
  }
}

function openMessages(notifications: Notifications, viewers: ReturnType<typeof openViewers>) {
  const self = randomUUID()
  const unsent = new Map<string, Viewer>()
  let sending: NodeJS.Timeout | undefined
  const send = (asks: boolean, told: z.infer<typeof Message>['viewers']) =>
    notifications.send('presence', JSON.stringify({ from: self, asks, viewers: told }))
  const tell = () => {
    sending = undefined
    const told = [...unsent.values()].map((viewer): z.infer<typeof Message>['viewers'][number] => {
      const { orgId, rowId, userId } = viewer
      return [orgId, rowId, userId, viewers.has(viewer) ? 'here' : 'gone']
    })
    unsent.clear()
    while (told.length > 0) send(false, told.splice(0, VIEWERS_IN_A_MESSAGE))
  }
  const tellSoon = (viewer: Viewer) => {
    unsent.set(keyOf(viewer), viewer)
    sending ??= setTimeout(tell, SEND_EVERY_MS).unref()
  }
  const tellOwn = () => {
    for (const viewer of viewers.list()) if (viewer.isOwn) tellSoon(viewer)
  }
  notifications.subscribe('presence', {
    onListening: () => {
      tellOwn()
      send(true, [])
    },
    onMessage: (payload) => {
      const message = readPayload(Message, payload)
      if (!message || message.from === self) return
      for (const [orgId, rowId, userId, state] of message.viewers)
        if (state === 'here') viewers.add({ orgId, rowId, userId }, false)
        else viewers.remove({ orgId, rowId, userId })
      if (message.asks) tellOwn()
    },
  })
  return { tellSoon, stop: () => clearTimeout(sending) }
}

const keyOf = ({ rowId, userId }: Viewer) => `${rowId} ${userId}`
