import type { QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Refetches the active queries under a key after a change, and the others when they are used again. Also refetches after a first
 * load in flight, whose response may predate the change, which TanStack Query's own invalidation does not.
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
