// The open streams of one process and the actors that they belong to.
import type { Actor } from '#platform/database/actor.ts'
import type { Database } from '#platform/database/database.ts'
import type { Ended, LiveEvent, RecentChanges } from '../live.contract.ts'
import { type ActorChange, type ChangeEvent, concerns, eventOf, isVisibleTo } from './change-notifications.ts'
import type { EventQueue } from './event-queue.ts'

const CONCURRENT_RELOADS = 8

export type StreamEvent = LiveEvent | Ended
export type Stream = {
  actor: Actor
  queue: EventQueue<StreamEvent>
  /** Its first event has been sent, which covers every change until then. */
  hasBegun: boolean
  /** Reloads of the actor under way. Until the last has ended, changes are deferred: the actor's rights are not known. */
  reloads: number
  deferred: ChangeEvent[]
}
export type ActorSource = Pick<Database, 'asActor'>

/** Events are counted over all streams since the start. */
export function openStreams(database: ActorSource) {
  const open = new Set<Stream>()
  let sentEvents = 0

  const send = ({ queue }: Stream, event: StreamEvent) => {
    queue.send(event)
    sentEvents += 1
  }
  const deliver = (stream: Stream, change: ChangeEvent) => {
    if (stream.hasBegun && isVisibleTo(stream.actor, change)) send(stream, eventOf(change))
  }
  return {
    open,
    send,
    /** Tells the client to refetch everything, or what changed recently; only then changes are sent. */
    begin: (stream: Stream, since?: RecentChanges) => {
      stream.hasBegun = true
      send(stream, { about: 'everything', ...(since && { since }) })
    },
    sentEvents: () => sentEvents,
    /** Sends the change to each stream whose actor may read the row. */
    publish: (change: ChangeEvent) => {
      for (const stream of open) {
        if (stream.reloads > 0) stream.deferred.push(change)
        else deliver(stream, change)
      }
    },
    /** Reads the actors again; changes published after this call are sent according to the new rights only. */
    reload: async (affected: Stream[]) => {
      for (const stream of affected) stream.reloads += 1
      const remaining = affected.values()
      const work = async () => {
        for (const stream of remaining) {
          await reloadActor(database, stream)
          stream.reloads -= 1
          if (stream.reloads === 0) for (const change of stream.deferred.splice(0)) deliver(stream, change)
        }
      }
      await Promise.all(Array.from({ length: CONCURRENT_RELOADS }, work))
    },
    /** The streams of the login, or of all logins of the customer, whose rights changed. */
    of: (change: ActorChange) => [...open].filter(({ actor }) => concerns(change, actor)),
  }
}

/** Ends the stream if its scope has changed. */
async function reloadActor(database: ActorSource, stream: Stream) {
  const before = stream.actor
  try {
    const actor = await database.asActor(
      before.sessionId,
      () => undefined,
      async (_db, reloaded) => reloaded,
      { isReadOnly: true },
    )
    if (hasScopeChanged(before, actor)) stream.queue.end()
    else stream.actor = actor
  } catch {
    // The session has ended or the database is unavailable: the client reconnects and is authorized again.
    stream.queue.end()
  }
}

/** Which of its customer's tickets a login sees. */
const rightsIn = (actor: Actor) => (actor.kind === 'customer' ? `${actor.contactId} ${actor.seesCompany}` : '')

const hasScopeChanged = (before: Actor, after: Actor) =>
  after.kind !== before.kind ||
  after.orgId !== before.orgId ||
  after.customerId !== before.customerId ||
  rightsIn(after) !== rightsIn(before) ||
  after.mustChangePassword ||
  after.needsFactor
