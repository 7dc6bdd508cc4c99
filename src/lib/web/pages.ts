import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'

type Page<Row> = { rows: Row[] }

/** A keyset list as a Table takes it: the rows so far, and how to get on. */
export const tableOf = <Row>(list: UseInfiniteQueryResult<InfiniteData<Page<Row>>>) => ({
  rows: list.data?.pages.flatMap(({ rows }) => rows),
  hasMore: list.hasNextPage,
  isLoadingMore: list.isFetchingNextPage,
  hasLoadFailed: list.isFetchNextPageError,
  onLoadMore: () => void list.fetchNextPage(),
})
