import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'
import { CallError } from '#lib/web/call.ts'

/**
 * Refetches the active queries under a key. A fetch in flight may predate the change: it is not cancelled (it may be
 * loading the next page, which a cancel would lose); the queries are refetched once more after it.
 */
export async function refetch(client: QueryClient, queryKey: QueryKey) {
  const isInFlight = client.isFetching({ queryKey }) > 0
  await client.invalidateQueries({ queryKey, predicate: mayHaveChanged }, { cancelRefetch: false })
  if (isInFlight) await client.invalidateQueries({ queryKey, predicate: mayHaveChanged }, { cancelRefetch: false })
}

/** After a lost connection: fetches in flight may never complete and are cancelled. */
export const refetchAll = (client: QueryClient) => client.invalidateQueries({ predicate: mayHaveChanged })

/** A deleted row is never recreated, and a refetch would re-render the 404 screen while the user is leaving it. */
const mayHaveChanged = ({ state: { error } }: Query) => !(error instanceof CallError && error.status === 404)

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
