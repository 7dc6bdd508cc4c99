import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'

type Page<Row> = { rows: Row[] }

/** An infinite query as props of a Table: the rows loaded so far, and how to load more. */
export const tableOf = <Row>(list: UseInfiniteQueryResult<InfiniteData<Page<Row>>>) => ({
  rows: list.data?.pages.flatMap(({ rows }) => rows),
  hasMore: list.hasNextPage,
  isLoadingMore: list.isFetchingNextPage,
  hasLoadFailed: list.isFetchNextPageError,
  onLoadMore: () => void list.fetchNextPage(),
})
