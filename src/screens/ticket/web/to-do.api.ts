import { infiniteQueryOptions, type QueryKey } from '@tanstack/react-query'
import { withPendingChanges } from '#features/tickets/web/tickets.api.ts'
import type { LiveEvent } from '#platform/live/live.contract.ts'
import { call } from '#shared/web/call.ts'
import { toDo } from '../to-do.contract.ts'
import { VIEWS } from './ticket-views.keys.ts'

/** What the user should handle, page by page; the first page carries the count. A list of tickets also by its key. */
export const toDoQuery = infiniteQueryOptions({
  queryKey: ['tickets', 'list', 'to do'],
  queryFn: async ({ client, pageParam, signal }) => {
    const page = await call(toDo.list, { query: pageParam ? { after: pageParam } : {} }, { signal })
    const withChanges = withPendingChanges(client)
    return { ...page, rows: page.rows.map((row) => (row.type === 'ticket' ? withChanges(row) : row)) }
  },
  initialPageParam: '',
  getNextPageParam: ({ next }) => next ?? undefined,
})

/** The keys of the queries to refetch after an event; tickets refetch all their lists. */
export function queueKeysOf({ about }: LiveEvent): QueryKey[] {
  if (about === 'enquiry') return [toDoQuery.queryKey, VIEWS]
  return about === 'everything' || about === 'ticket' || about === 'comment' ? [VIEWS] : []
}
