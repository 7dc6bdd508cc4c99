import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/web/call.ts'
import { archive } from '../archive.contract.ts'

export type ArchiveListFilter = { search: string; customerId: string; year: string }

/** Pages of reported time; the first page has the sum of all matching rows. */
export const archiveQuery = ({ search, customerId, year }: ArchiveListFilter) =>
  infiniteQueryOptions({
    queryKey: ['archive', 'list', { search, customerId, year }],
    queryFn: ({ pageParam, signal }) =>
      call(
        archive.list,
        {
          query: {
            ...(search && { search }),
            ...(customerId && { customerId }),
            ...(year && { year }),
            ...(pageParam && { after: pageParam }),
          },
        },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
    // Keeps the rows while another search is loading.
    placeholderData: (before) => before,
  })

export const yearsQuery = queryOptions({
  queryKey: ['archive', 'years'],
  queryFn: ({ signal }) => call(archive.years, {}, { signal }),
})

/** Invalidates every list and sum of the row, after an error too, as the list is then stale. */
export function useReactivateTime() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(archive.reactivate, { params: { id } }),
    onSettled: () =>
      Promise.all(
        ['archive', 'time', 'dashboard', 'reports'].map((key) => client.invalidateQueries({ queryKey: [key] })),
      ),
  })
}
