// The last events of this browser's stream: a tab that joins it later is told which of them may be missing in data that it
// fetched before. The server does the same for a stream that begins (recent-changes.ts).
import { RECENT_CHANGES_MAX, RECENT_MS, type RecentChanges } from '../live.contract.ts'

type Change = RecentChanges['changes'][number]['event']

export function openRecentEvents(now: () => number = () => performance.now()) {
  let kept: { at: number; event: Change }[] = []
  let knownSince = Number.POSITIVE_INFINITY
  return {
    /** The stream has begun, now or again: of what happened before it, `since` is known. */
    restart: (since: RecentChanges = { coveredMs: 0, changes: [] }) => {
      const current = now()
      knownSince = current - since.coveredMs
      kept = since.changes.map(({ ageMs, event }) => ({ at: current - ageMs, event }))
    },
    add: (event: Change) => {
      kept.push({ at: now(), event })
      const isOld = kept.length > RECENT_CHANGES_MAX || (kept[0]?.at ?? 0) < now() - RECENT_MS
      const dropped = isOld ? kept.shift() : undefined
      if (dropped) knownSince = dropped.at
    },
    /** Undefined before the stream has begun. */
    get: (): RecentChanges | undefined => {
      const current = now()
      if (knownSince === Number.POSITIVE_INFINITY) return undefined
      const changes = kept.map(({ at, event }) => ({ ageMs: Math.floor(current - at), event }))
      return { coveredMs: Math.floor(current - knownSince), changes }
    },
  }
}
