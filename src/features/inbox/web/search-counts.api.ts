import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { formatNumber } from '#shared/plural.rules.ts'
import { call } from '#shared/web/call.ts'
import { SEARCH_COUNT_MAX, searchCounts } from '../search-counts.contract.ts'

export const SEARCH_COUNTS = ['search-counts']

/** The hits of a search in each tab of tickets and of Inkorg; the previous ones remain until it has counted. */
export const searchCountsQuery = (search: string) =>
  queryOptions({
    queryKey: [...SEARCH_COUNTS, search],
    queryFn: ({ signal }) => call(searchCounts.get, { query: { search } }, { signal }),
    enabled: search !== '',
    placeholderData: keepPreviousData,
  })

/** '12', or '999+' for what is not counted further. */
export const hitsText = (count: number): string =>
  count >= SEARCH_COUNT_MAX ? `${formatNumber(SEARCH_COUNT_MAX - 1)}+` : formatNumber(count)
