import type { InferDataFromTag, QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Makes `changed`, what a change returned, the result of the query. A response in flight, which may have the state from before
 * the change, is discarded.
 */
export async function showChanged<Key extends QueryKey>(
  client: QueryClient,
  { queryKey }: { queryKey: Key },
  changed: InferDataFromTag<unknown, Key>,
) {
  await client.cancelQueries({ queryKey })
  client.setQueryData<unknown, QueryKey>(queryKey, changed)
}
