import { infiniteQueryOptions, type QueryKey, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import type { LiveEvent } from '#platform/live/live.contract.ts'
import { call } from '#shared/web/call.ts'
import { invalidate } from '#shared/web/invalidate.ts'
import { ArchiveFilter, archive } from '../archive.contract.ts'

const { after: _, ...filterFields } = ArchiveFilter.shape
type FilterName = keyof typeof filterFields

/** As in the URL; '' for what is not chosen. */
export type ArchiveListFilter = Record<FilterName, string>

/** The filter in the list's URL; invalid values are ignored. */
export function archiveFilterOf(params: URLSearchParams): ArchiveListFilter {
  const values = Object.entries<z.ZodType<string | boolean | undefined>>(filterFields).map(([name, field]) => {
    const { data } = field.safeParse(params.get(name) ?? undefined)
    return [name, data ? String(data) : '']
  })
  return Object.fromEntries(values)
}

const chosenIn = (filter: ArchiveListFilter) => Object.fromEntries(Object.entries(filter).filter(([, value]) => value))

/** Pages of reported time; the first page has the sum of all rows, except for a search. */
export const archiveQuery = (filter: ArchiveListFilter) =>
  infiniteQueryOptions({
    queryKey: ['archive', 'list', filter],
    queryFn: ({ pageParam, signal }) =>
      call(archive.list, { query: { ...chosenIn(filter), ...(pageParam && { after: pageParam }) } }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
    // The current rows stay visible while another search loads.
    placeholderData: (before) => before,
  })

/** The sum of a search, which may come later than its rows. */
export const archiveTotalQuery = (filter: ArchiveListFilter) =>
  queryOptions({
    queryKey: ['archive', 'total', filter],
    queryFn: ({ signal }) => call(archive.total, { query: chosenIn(filter) }, { signal }),
    enabled: filter.search !== '',
  })

export const yearsQuery = queryOptions({
  queryKey: ['archive', 'years'],
  queryFn: ({ signal }) => call(archive.years, {}, { signal }),
})

/** The keys of the queries to refetch after an event. */
export const archiveKeysOf = (event: LiveEvent): QueryKey[] =>
  event.about === 'time' && event.hasReported ? [['archive']] : []

/** Invalidates every list and sum with the row, also after an error, as the list is then stale. */
export function useReactivateTime() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(archive.reactivate, { params: { id } }),
    onSettled: () => Promise.all(['archive', 'time', 'dashboard', 'reports'].map((key) => invalidate(client, [key]))),
  })
}
