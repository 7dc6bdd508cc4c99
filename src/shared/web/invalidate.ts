import type { QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Refetches the active queries under a key after a change; the others when they are used again. TanStack Query's own
 * invalidation leaves a first load in flight as it is, whose response may predate the change: it is fetched once more after it.
 */
export async function invalidate(client: QueryClient, queryKey: QueryKey) {
  const firstLoads = client
    .getQueryCache()
    .findAll({ queryKey, fetchStatus: 'fetching' })
    .filter(({ state }) => state.data === undefined)
  await client.invalidateQueries({ queryKey })
  if (firstLoads.length > 0)
    await client.invalidateQueries({ queryKey, predicate: (query) => firstLoads.includes(query) })
}
