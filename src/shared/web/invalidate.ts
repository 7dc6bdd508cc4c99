import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Refetches the active queries under a key after a change, or those that `predicate` selects; the others when they are used
 * again. A fetch in flight may predate the change: it is not cancelled (it may be loading the next page, which a cancel would
 * lose); the query is fetched once more after it.
 */
export async function invalidate(
  client: QueryClient,
  queryKey: QueryKey,
  predicate: (query: Query) => boolean = () => true,
) {
  const inFlight = client.getQueryCache().findAll({ queryKey, predicate, fetchStatus: 'fetching' })
  await client.invalidateQueries({ queryKey, predicate }, { cancelRefetch: false })
  if (inFlight.length === 0) return
  const again = (query: Query) => inFlight.includes(query) && predicate(query)
  await client.invalidateQueries({ queryKey, predicate: again }, { cancelRefetch: false })
}
