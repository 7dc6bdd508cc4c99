import type { InfiniteData, QueryClient, QueryKey, UseInfiniteQueryResult } from '@tanstack/react-query'
import { invalidate } from './invalidate.ts'

type Page<Row> = { rows: Row[] }

/** An infinite query as props of a Table: the rows loaded so far, and how to load more. */
export const tableOf = <Row>(list: UseInfiniteQueryResult<InfiniteData<Page<Row>>>) => ({
  rows: list.data?.pages.flatMap(({ rows }) => rows),
  hasMore: list.hasNextPage,
  isLoadingMore: list.isFetchingNextPage,
  hasLoadFailed: list.isFetchNextPageError,
  onLoadMore: () => void list.fetchNextPage(),
})

/** Caches the first page of an infinite query from another response. With more pages loaded, refetches all instead. */
export function setFirstPage<Row>(client: QueryClient, queryKey: QueryKey, first: Page<Row>) {
  const loaded = client.getQueryData<InfiniteData<Page<Row>>>(queryKey)
  if (loaded && loaded.pages.length > 1) void invalidate(client, queryKey)
  else client.setQueryData<InfiniteData<Page<Row>>>(queryKey, { pages: [first], pageParams: [''] })
}
