import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'
import { isNotFound } from '#shared/web/call.ts'
import { isFromBefore } from '#shared/web/fetch-times.ts'

type Only = (query: Query) => boolean

/**
 * Refetches the active queries under a key, or `only` some of them, after a change by others. A fetch in flight may predate it
 * but is not cancelled, as it may be loading the next page for the person; the queries are refetched once more after it.
 * After the person's own change `invalidate` cancels such a fetch, so that a save never waits for it.
 */
export async function refetch(client: QueryClient, queryKey: QueryKey, only: Only = () => true) {
  const predicate: Only = (query) => mayHaveChanged(query) && only(query)
  const isInFlight = client.isFetching({ queryKey, predicate }) > 0
  await client.invalidateQueries({ queryKey, predicate }, { cancelRefetch: false })
  if (isInFlight) await client.invalidateQueries({ queryKey, predicate }, { cancelRefetch: false })
}

/**
 * When a stream begins: refetches data that was requested before the time that the known changes cover, or before a change that
 * concerns it. Both times are sent as ages: the unknown delay to the browser can only make them later, and refetch more.
 */
export function refetchSince<Event>(
  client: QueryClient,
  { coveredMs, changes }: { coveredMs: number; changes: { ageMs: number; event: Event }[] },
  keysOf: (event: Event) => QueryKey[],
) {
  const now = performance.now()
  const lastChanges = new Map<string, { key: QueryKey; at: number }>()
  for (const { ageMs, event } of changes)
    for (const key of keysOf(event)) {
      const id = JSON.stringify(key)
      lastChanges.set(id, { key, at: Math.max(now - ageMs, lastChanges.get(id)?.at ?? 0) })
    }
  void refetch(client, [], (query) => isFromBefore(query, now - coveredMs))
  for (const { key, at } of lastChanges.values()) void refetch(client, key, (query) => isFromBefore(query, at))
}

/** After a lost connection: fetches in flight may never complete and are cancelled. */
export const refetchAll = (client: QueryClient) => client.invalidateQueries({ predicate: mayHaveChanged })

/** A deleted row is never recreated, and a refetch would re-render the 404 screen while the user is leaving it. */
const mayHaveChanged = ({ state: { error } }: Query) => !isNotFound(error)

/**
 * Calls `work` at once and then at most every `milliseconds` per argument (compared by its JSON). A call during the interval
 * runs at its end, so the last one is never dropped.
 */
export function throttle<Argument>(milliseconds: number, work: (argument: Argument) => void) {
  const intervals = new Map<string, { timer: ReturnType<typeof setTimeout>; isPending: boolean }>()

  const start = (key: string, argument: Argument) => {
    work(argument)
    const timer = setTimeout(() => {
      const isPending = intervals.get(key)?.isPending
      intervals.delete(key)
      if (isPending) start(key, argument)
    }, milliseconds)
    intervals.set(key, { timer, isPending: false })
  }
  const throttled = (argument: Argument) => {
    const key = JSON.stringify(argument)
    const interval = intervals.get(key)
    if (interval) interval.isPending = true
    else start(key, argument)
  }
  return Object.assign(throttled, {
    stop: () => {
      for (const { timer } of intervals.values()) clearTimeout(timer)
      intervals.clear()
    },
  })
}
