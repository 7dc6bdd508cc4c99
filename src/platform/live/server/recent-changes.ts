// The last notifications that this process received: the first event of a stream has those that may be missing in data that was
// fetched shortly before it.
import type { Actor } from '#platform/database/actor.ts'
import { RECENT_CHANGES_MAX, RECENT_MS, type RecentChanges } from '../live.contract.ts'
import { type ActorChange, type ChangeEvent, concerns, eventOf, isVisibleTo } from './change-notifications.ts'

/** Of the whole server; an actor may see only some. */
const STORED_CHANGES_MAX = 2000

export function openRecentChanges(now: () => number = () => performance.now()) {
  let stored: { at: number; change: ChangeEvent | ActorChange }[] = []
  /** All changes after this time are known. */
  let knownSince = Number.POSITIVE_INFINITY
  return {
    /** Listening has begun or been resumed: earlier notifications may have been missed. */
    restart: () => {
      stored = []
      knownSince = now()
    },
    add: (change: ChangeEvent | ActorChange) => {
      stored.push({ at: now(), change })
      const isOld = stored.length > STORED_CHANGES_MAX || (stored[0]?.at ?? 0) < now() - RECENT_MS
      const dropped = isOld ? stored.shift() : undefined
      if (dropped) knownSince = dropped.at
    },
    /** The changes that the actor may see; undefined when there are too many, or when nothing is known. */
    visibleTo: (actor: Actor): RecentChanges | undefined => {
      const current = now()
      // Before a change of the actor's rights other rows were visible.
      const changedRights = stored.findLast(({ change }) => change.about === 'actor' && concerns(change, actor))?.at
      const from = Math.max(knownSince, changedRights ?? Number.NEGATIVE_INFINITY)
      const changes = stored.flatMap(({ at, change }) =>
        at >= from && change.about !== 'actor' && isVisibleTo(actor, change)
          ? [{ ageMs: Math.floor(current - at), event: eventOf(change) }]
          : [],
      )
      if (from === Number.POSITIVE_INFINITY || changes.length > RECENT_CHANGES_MAX) return undefined
      return { coveredMs: Math.floor(current - from), changes }
    },
  }
}
