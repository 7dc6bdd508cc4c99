import type { InferDataFromTag, QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Makes `changed`, the response to a change, the result of the query. A response in flight, which may predate the change, is
 * discarded.
 */
export async function showChanged<Key extends QueryKey>(
  client: QueryClient,
  { queryKey }: { queryKey: Key },
  changed: InferDataFromTag<unknown, Key>,
) {
  await client.cancelQueries({ queryKey })
  client.setQueryData<unknown, QueryKey>(queryKey, changed)
}
