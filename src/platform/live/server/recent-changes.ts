// The last notifications that this process received: a stream begins by telling which of them may be missing in data that was
// fetched shortly before it.
import type { Actor } from '#platform/database/actor.ts'
import { RECENT_CHANGES_MAX, RECENT_MS, type RecentChanges } from '../live.contract.ts'
import { type ActorChange, type ChangeEvent, concerns, eventOf, isVisibleTo } from './change-notifications.ts'

/** Of the whole server; an actor is told of fewer. */
const KEPT_CHANGES = 2000

export function openRecentChanges(now: () => number = () => performance.now()) {
  let kept: { at: number; change: ChangeEvent | ActorChange }[] = []
  /** Everything received later is known. */
  let knownSince = Number.POSITIVE_INFINITY
  return {
    /** Listening has begun, now or again: what was notified before is not known. */
    restart: () => {
      kept = []
      knownSince = now()
    },
    add: (change: ChangeEvent | ActorChange) => {
      kept.push({ at: now(), change })
      const isOld = kept.length > KEPT_CHANGES || (kept[0]?.at ?? 0) < now() - RECENT_MS
      const dropped = isOld ? kept.shift() : undefined
      if (dropped) knownSince = dropped.at
    },
    /** The changes that the actor may see; undefined when there are too many, or when nothing is known. */
    visibleTo: (actor: Actor): RecentChanges | undefined => {
      const current = now()
      // Before a change of the actor's rights other rows were visible.
      const changedRights = kept.findLast(({ change }) => change.about === 'actor' && concerns(change, actor))?.at
      const from = Math.max(knownSince, changedRights ?? Number.NEGATIVE_INFINITY)
      const changes = kept.flatMap(({ at, change }) =>
        at >= from && change.about !== 'actor' && isVisibleTo(actor, change)
          ? [{ ageMs: Math.floor(current - at), event: eventOf(change) }]
          : [],
      )
      if (from === Number.POSITIVE_INFINITY || changes.length > RECENT_CHANGES_MAX) return undefined
      return { coveredMs: Math.floor(current - from), changes }
    },
  }
}
