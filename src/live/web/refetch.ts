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
