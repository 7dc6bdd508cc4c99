// The live streams of one process: each notification goes to the actors who may read the row. There is no query per event
// and stream: actors are cached and reloaded when their rights change.
import type { Actor } from '#platform/database/actor.ts'
import { type Notifications, readPayload } from '#platform/database/notifications.ts'
import type { Ended } from '../live.contract.ts'
import { type ActorChange, type ChangeEvent, Notification } from './change-notifications.ts'
import { type EventQueue, openEventQueue } from './event-queue.ts'
import { openRecentChanges } from './recent-changes.ts'
import { type ActorSource, openStreams, type Stream, type StreamEvent } from './streams.ts'

/** The maximum of open streams per login. A browser opens one, however many tabs it has. */
export const STREAMS_OF_A_LOGIN = 10
const TOO_MANY: Ended = { about: 'ended', reason: 'too_many_streams' }

type StreamRequest = { actor: Actor; tokenExpiresAt: number; signal: AbortSignal }

export type Broker = {
  /**
   * Streams the events that the actor may see. The first is `everything`, as soon as no change can be missed; its `since` has
   * what changed shortly before. Ends when `signal` aborts, when the token expires, and at most two seconds
   * after the session ends or the actor's scope changes. Over the limit of a login, its oldest stream gets `Ended` and ends.
   */
  open(request: StreamRequest): AsyncIterable<StreamEvent>
  /** Open streams, and events queued for any stream since the start. */
  counts(): { streams: number; sentEvents: number }
  /** Sends a change that no trigger announces to the streams whose actors may see it. */
  publish(change: ChangeEvent): void
  /** Subscribes before the first stream opens, so that the stream can begin with what changed before it. */
  listen(): void
  /** Ends every stream. */
  close(): void
}

type Parts = { database: ActorSource; notifications: Notifications }

/** Subscribes when the first stream opens, or at `listen`. */
export function openBroker({ database, notifications }: Parts): Broker {
  const streams = openStreams(database)
  const recent = openRecentChanges()
  const apply = (change: ChangeEvent | ActorChange) => {
    recent.add(change)
    if (change.about === 'actor') void streams.reload(streams.of(change))
    else streams.publish(change)
  }
  let isSubscribed = false
  let isListening = false
  let isClosed = false

  /** A notification of revoked rights may have been missed: actors are reloaded before any event is sent. */
  const reloadEverything = async () => {
    isListening = true
    recent.restart()
    const affected = [...streams.open]
    await streams.reload(affected)
    for (const stream of affected) streams.begin(stream)
  }
  const subscribe = () => {
    if (isSubscribed) return
    isSubscribed = true
    notifications.subscribe('live', {
      onMessage: (payload) => {
        const notification = readPayload(Notification, payload)
        if (notification) apply(notification)
      },
      onListening: () => void reloadEverything(),
      onLost: () => {
        isListening = false
      },
    })
  }
  const add = (stream: Stream) => {
    streams.open.add(stream)
    const wasListening = isListening
    subscribe()
    // The session may have ended between the authorization of the request and here.
    void streams.reload([stream]).then(() => {
      if (wasListening && isListening) begin(stream)
    })
  }
  const begin = (stream: Stream) => {
    // While the actor is being reloaded again, it is not known which changes it may see.
    const since = stream.reloads === 0 ? recent.visibleTo(stream.actor) : undefined
    streams.begin(stream, since)
  }

  return {
    open: (request) => {
      for (const oldest of streamsOverLimit(streams.open, request.actor)) {
        streams.send(oldest, TOO_MANY)
        oldest.queue.end()
      }
      const stream = newStream(request)
      stream.queue.onEnd(() => streams.open.delete(stream))
      if (isClosed || request.signal.aborted) stream.queue.end()
      else add(stream)
      return stream.queue.events
    },
    publish: apply,
    listen: subscribe,
    counts: () => ({ streams: streams.open.size, sentEvents: streams.sentEvents() }),
    close: () => {
      isClosed = true
      for (const { queue } of streams.open) queue.end()
    },
  }
}

function newStream({ actor, ...until }: StreamRequest): Stream {
  const queue = openEventQueue<StreamEvent>()
  endWhen(queue, until)
  return { actor, queue, hasBegun: false, reloads: 0, deferred: [] }
}

/** Ends the queue when the request is aborted and when its token expires. */
function endWhen(queue: EventQueue<StreamEvent>, { signal, tokenExpiresAt }: Omit<StreamRequest, 'actor'>) {
  const end = () => queue.end()
  const expiry = setTimeout(end, Math.max(0, tokenExpiresAt - Date.now()))
  queue.onEnd(() => clearTimeout(expiry))
  signal.addEventListener('abort', end, { once: true })
}

/** The oldest streams of a login, as many as must end before it may open another. */
const streamsOverLimit = (open: Set<Stream>, { userId }: Actor) =>
  [...open].filter((other) => other.actor.userId === userId).slice(0, 1 - STREAMS_OF_A_LOGIN)
