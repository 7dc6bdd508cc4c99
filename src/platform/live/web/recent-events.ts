// The last events of this browser's stream: a tab that joins it later gets those that may be missing in data that it fetched
// before. The server does the same for a stream that begins (recent-changes.ts).
import { RECENT_CHANGES_MAX, RECENT_MS, type RecentChanges } from '../live.contract.ts'

type Change = RecentChanges['changes'][number]['event']

export function openRecentEvents(now: () => number = () => performance.now()) {
  let stored: { at: number; event: Change }[] = []
  let knownSince = Number.POSITIVE_INFINITY
  return {
    /** The stream has begun or been resumed; `since` has the known changes before that. */
    restart: (since: RecentChanges = { coveredMs: 0, changes: [] }) => {
      const current = now()
      knownSince = current - since.coveredMs
      stored = since.changes.map(({ ageMs, event }) => ({ at: current - ageMs, event }))
    },
    add: (event: Change) => {
      stored.push({ at: now(), event })
      const isOld = stored.length > RECENT_CHANGES_MAX || (stored[0]?.at ?? 0) < now() - RECENT_MS
      const dropped = isOld ? stored.shift() : undefined
      if (dropped) knownSince = dropped.at
    },
    /** Undefined before the stream has begun. */
    get: (): RecentChanges | undefined => {
      const current = now()
      if (knownSince === Number.POSITIVE_INFINITY) return undefined
      const changes = stored.map(({ at, event }) => ({ ageMs: Math.floor(current - at), event }))
      return { coveredMs: Math.floor(current - knownSince), changes }
    },
  }
}
