// The live streams of one process: each notification goes to the actors who may read the row. There is no query per event
// and stream: actors are cached and reloaded when their rights change.
import type { Actor } from '#db/actor.ts'
import type { Database } from '#db/database.ts'
import type { Notifications } from '#db/notifications.ts'
import type { Ended, LiveEvent } from '../live.contract.ts'
import { type EventQueue, openEventQueue } from './event-queue.ts'
import { type ActorChange, type ChangeEvent, eventOf, isVisibleTo, readNotification } from './notifications.ts'

/** The maximum of open streams per login. A browser opens one, however many tabs it has. */
export const STREAMS_OF_A_LOGIN = 10
const CONCURRENT_RELOADS = 8
const EVERYTHING: LiveEvent = { about: 'everything' }
const TOO_MANY: Ended = { about: 'ended', reason: 'too_many_streams' }

type StreamEvent = LiveEvent | Ended
type Stream = { actor: Actor; queue: EventQueue<StreamEvent> }
type StreamRequest = { actor: Actor; tokenExpiresAt: number; signal: AbortSignal }

export type Broker = {
  /**
   * Streams the events that the actor may see. The first is `everything`, as soon as no change can be missed. Ends when `signal` aborts, when the token expires, and at most two seconds
   * after the session ends or the actor's scope changes. Over the limit of a login, its oldest stream gets `Ended` and ends.
   */
  open(request: StreamRequest): AsyncIterable<StreamEvent>
  /** Open streams, and events queued for any stream since the start. */
  counts(): { streams: number; sentEvents: number }
  /** Ends every stream. */
  close(): void
}

type Parts = { database: Database; notifications: Notifications }

/** Subscribes when the first stream opens. */
export function openBroker({ database, notifications }: Parts): Broker {
  const streams = new Set<Stream>()
  let isSubscribed = false
  let isListening = false
  let isClosed = false
  let sentEvents = 0

  const send = ({ queue }: Stream, event: StreamEvent) => {
    queue.send(event)
    sentEvents += 1
  }
  const publish = (change: ChangeEvent) => {
    const event = eventOf(change)
    for (const stream of streams) if (isVisibleTo(stream.actor, change)) send(stream, event)
  }
  /** A notification of revoked rights may have been missed: actors are reloaded before any event is sent. */
  const reloadEverything = async () => {
    isListening = true
    const affected = [...streams]
    await reloadActors(database, affected)
    for (const stream of affected) send(stream, EVERYTHING)
  }
  const subscribe = () => {
    isSubscribed = true
    notifications.subscribe('live', {
      onMessage: (payload) => {
        const notification = readNotification(payload)
        if (notification?.about === 'actor') void reloadActors(database, streamsOf(streams, notification))
        else if (notification) publish(notification)
      },
      onListening: () => void reloadEverything(),
      onLost: () => {
        isListening = false
      },
    })
  }
  const add = (stream: Stream) => {
    streams.add(stream)
    if (isListening) send(stream, EVERYTHING)
    if (!isSubscribed) subscribe()
    // The session may have ended between the authorization of the request and here.
    void reloadActor(database, stream)
  }

  return {
    open: ({ actor, tokenExpiresAt, signal }) => {
      for (const oldest of streamsOverLimit(streams, actor)) {
        send(oldest, TOO_MANY)
        oldest.queue.end()
      }
      const stream: Stream = { actor, queue: openEventQueue<StreamEvent>() }
      endWhen(stream.queue, { signal, tokenExpiresAt })
      stream.queue.onEnd(() => streams.delete(stream))
      if (isClosed || signal.aborted) stream.queue.end()
      else add(stream)
      return stream.queue.events
    },
    counts: () => ({ streams: streams.size, sentEvents }),
    close: () => {
      isClosed = true
      for (const { queue } of streams) queue.end()
    },
  }
}

/** Ends the queue when the request is aborted and when its token expires. */
function endWhen(queue: EventQueue<StreamEvent>, { signal, tokenExpiresAt }: Omit<StreamRequest, 'actor'>) {
  const end = () => queue.end()
  const expiry = setTimeout(end, Math.max(0, tokenExpiresAt - Date.now()))
  queue.onEnd(() => clearTimeout(expiry))
  signal.addEventListener('abort', end, { once: true })
}

/** The oldest streams of a login, as many as must end before it may open another. */
const streamsOverLimit = (streams: Set<Stream>, { userId }: Actor) =>
  [...streams].filter((other) => other.actor.userId === userId).slice(0, 1 - STREAMS_OF_A_LOGIN)

const streamsOf = (streams: Set<Stream>, change: ActorChange) =>
  [...streams].filter(({ actor }) =>
    'user' in change
      ? actor.userId === change.user
      : actor.orgId === change.org && actor.customerId === change.customer,
  )

async function reloadActors(database: Database, affected: Stream[]) {
  const remaining = affected.values()
  await Promise.all(
    Array.from({ length: CONCURRENT_RELOADS }, async () => {
      for (const stream of remaining) await reloadActor(database, stream)
    }),
  )
}

async function reloadActor(database: Database, stream: Stream) {
  const before = stream.actor
  try {
    const actor = await database.asActor(
      before.sessionId,
      () => undefined,
      async (_db, reloaded) => reloaded,
    )
    if (hasScopeChanged(before, actor)) stream.queue.end()
    else stream.actor = actor
  } catch {
    // The session has ended or the database is unavailable: the client reconnects and is authorized again.
    stream.queue.end()
  }
}

const hasScopeChanged = (before: Actor, after: Actor) =>
  after.kind !== before.kind ||
  after.orgId !== before.orgId ||
  after.customerId !== before.customerId ||
  after.mustChangePassword
