import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/web/call.ts'
import { archive } from '../archive.contract.ts'

export type ArchiveListFilter = { search: string; customerId: string; year: string }

/** Reported time page by page; the first page carries the sum of all that match. */
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
    // The rows stay while another search is under way.
    placeholderData: (before) => before,
  })

export const yearsQuery = queryOptions({
  queryKey: ['archive', 'years'],
  queryFn: ({ signal }) => call(archive.years, {}, { signal }),
})

/** Wherever the row counted or will count; a refusal means that what is shown is old. */
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
