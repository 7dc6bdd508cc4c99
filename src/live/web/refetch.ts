import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'
import { CallError } from '#lib/web/call.ts'

/**
 * Asks again for what is shown under a key. What is on its way was asked for before it happened: it is let through (it may
 * be the next page, which nobody would ask for again), and everything is asked for once more.
 */
export async function refetch(client: QueryClient, queryKey: QueryKey) {
  const isUnderWay = client.isFetching({ queryKey }) > 0
  await client.invalidateQueries({ queryKey, predicate: mayHaveChanged }, { cancelRefetch: false })
  if (isUnderWay) await client.invalidateQueries({ queryKey, predicate: mayHaveChanged }, { cancelRefetch: false })
}

/** After a cut: what was on its way may never arrive, and is not waited for. */
export const refetchAll = (client: QueryClient) => client.invalidateQueries({ predicate: mayHaveChanged })

/** What does not exist does not begin to; asked again, its screen would be taken from under the finger that leaves it. */
const mayHaveChanged = ({ state: { error } }: Query) => !(error instanceof CallError && error.status === 404)
