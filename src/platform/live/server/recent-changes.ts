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
  const dropOld = () => {
    const from = now() - RECENT_MS
    const kept = stored.slice(-STORED_CHANGES_MAX).filter(({ at }) => at >= from)
    knownSince = stored.at(-kept.length - 1)?.at ?? knownSince
    stored = kept
  }
  return {
    /** Listening has begun or been resumed: earlier notifications may have been missed. */
    restart: () => {
      stored = []
      knownSince = now()
    },
    add: (change: ChangeEvent | ActorChange) => {
      stored.push({ at: now(), change })
      if (stored.length >= 2 * STORED_CHANGES_MAX) dropOld()
    },
    /** The newest changes that the actor may see; undefined when nothing is known. */
    visibleTo: (actor: Actor): RecentChanges | undefined => {
      dropOld()
      const current = now()
      // Before a change of the actor's rights other rows were visible.
      const changedRights = stored.findLast(({ change }) => change.about === 'actor' && concerns(change, actor))?.at
      const from = Math.max(knownSince, changedRights ?? Number.NEGATIVE_INFINITY)
      if (from === Number.POSITIVE_INFINITY) return undefined
      const visible = stored.flatMap(({ at, change }) =>
        at >= from && change.about !== 'actor' && isVisibleTo(actor, change) ? [{ at, event: eventOf(change) }] : [],
      )
      const covered = visible.at(-RECENT_CHANGES_MAX - 1)?.at ?? from
      const changes = visible
        .slice(-RECENT_CHANGES_MAX)
        .map(({ at, event }) => ({ ageMs: Math.floor(current - at), event }))
      return { coveredMs: Math.floor(current - covered), changes }
    },
  }
}
