// One process's live streams: each notification goes to the actors who may read the row. There is no query per event and
// stream: actors are cached and reloaded when their rights change.
import type pg from 'pg'
import type { Actor } from '#db/actor.ts'
import type { Database } from '#db/database.ts'
import type { Ended, LiveEvent } from '../live.contract.ts'
import { type EventQueue, openEventQueue } from './event-queue.ts'
import { startListening } from './listener.ts'
import { type ActorChange, type ChangeEvent, eventOf, isVisibleTo, readNotification } from './notifications.ts'

/** A browser holds one, whatever its tabs. */
export const STREAMS_OF_A_LOGIN = 10
const JUDGED_AT_ONCE = 8
const EVERYTHING: LiveEvent = { about: 'everything' }
const TOO_MANY: Ended = { about: 'ended', reason: 'too_many_streams' }

type Told = LiveEvent | Ended
type Watcher = { actor: Actor; outlet: EventQueue<Told> }
type Opening = { actor: Actor; tokenExpiresAt: number; signal: AbortSignal }

export type Broker = {
  /**
   * What the actor may know, as it happens. Ends when `signal` does, when the token expires, and at most two seconds after
   * the session ends or the actor becomes somebody else. One more than a login may have ends its oldest, which is told so.
   */
  open(opening: Opening): AsyncIterable<Told>
  /** Streams that are open, and events told to one since the start. */
  counts(): { streams: number; told: number }
  /** Ends every stream. */
  close(): Promise<void>
}

type Parts = { database: Database; connection: pg.ClientConfig; warn: (reason: string) => void }

/** Listens from the first stream on. */
export function openBroker({ database, connection, warn }: Parts): Broker {
  const watchers = new Set<Watcher>()
  let listening: ReturnType<typeof startListening> | undefined
  let isClosed = false
  let told = 0

  const listen = () =>
    startListening({
      connection,
      onMessage: (payload) => {
        const heard = readNotification(payload)
        if (heard?.about === 'actor') void judgeAgain(concernedBy(heard))
        else if (heard) tell(heard)
      },
      // Somebody may have lost their rights unheard: judged first, told then.
      onListening: () => void judgeAgain([...watchers]).then(() => tellAll()),
      onLost: warn,
    })

  function tell(happening: ChangeEvent) {
    const event = eventOf(happening)
    for (const { actor, outlet } of watchers) if (isVisibleTo(actor, happening)) send(outlet, event)
  }

  function tellAll() {
    for (const { outlet } of watchers) send(outlet, EVERYTHING)
  }

  function send(outlet: EventQueue<Told>, event: Told) {
    outlet.send(event)
    told += 1
  }

  const concernedBy = (change: ActorChange) =>
    [...watchers].filter(({ actor }) =>
      'user' in change
        ? actor.userId === change.user
        : actor.orgId === change.org && actor.customerId === change.customer,
    )

  async function judgeAgain(doubtful: Watcher[]) {
    const left = doubtful.values()
    await Promise.all(
      Array.from({ length: JUDGED_AT_ONCE }, async () => {
        for (const watcher of left) await judge(watcher)
      }),
    )
  }

  async function judge(watcher: Watcher) {
    const before = watcher.actor
    try {
      const actor = await database.asActor(
        before.sessionId,
        () => undefined,
        async (_db, found) => found,
      )
      if (isSomebodyElse(before, actor)) watcher.outlet.end()
      else watcher.actor = actor
    } catch {
      // No session any more, or nobody to ask: the screen comes back and is judged at the door.
      watcher.outlet.end()
    }
  }

  return {
    open: ({ actor, tokenExpiresAt, signal }) => {
      const own = [...watchers].filter((other) => other.actor.userId === actor.userId)
      for (const { outlet: oldest } of own.slice(0, 1 - STREAMS_OF_A_LOGIN)) {
        send(oldest, TOO_MANY)
        oldest.end()
      }
      const outlet = openEventQueue<Told>()
      const watcher: Watcher = { actor, outlet }
      const end = () => outlet.end()
      const expiry = setTimeout(end, Math.max(0, tokenExpiresAt - Date.now()))
      outlet.onEnd(() => {
        clearTimeout(expiry)
        watchers.delete(watcher)
      })
      signal.addEventListener('abort', end, { once: true })
      if (isClosed || signal.aborted) end()
      else {
        watchers.add(watcher)
        listening ??= listen()
        // Between the judging at the door and here the session may have ended.
        void judge(watcher)
      }
      return outlet.events
    },
    counts: () => ({ streams: watchers.size, told }),
    close: async () => {
      isClosed = true
      for (const { outlet } of watchers) outlet.end()
      await listening?.stop()
    },
  }
}

const isSomebodyElse = (before: Actor, now: Actor) =>
  now.kind !== before.kind ||
  now.orgId !== before.orgId ||
  now.customerId !== before.customerId ||
  now.mustChangePassword
