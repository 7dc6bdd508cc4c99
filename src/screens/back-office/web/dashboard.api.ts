import { type QueryKey, queryOptions } from '@tanstack/react-query'
import { countsQuery } from '#features/inbox/web/menu-counts.api.ts'
import type { LiveEvent } from '#platform/live/live.contract.ts'
import { call } from '#shared/web/call.ts'
import { dashboard } from '../dashboard.contract.ts'

export const dashboardQuery = queryOptions({
  queryKey: ['dashboard'],
  queryFn: ({ signal }) => call(dashboard.get, {}, { signal }),
})

/** The keys of the queries to refetch after an event. */
export function workKeysOf({ about }: LiveEvent): QueryKey[] {
  if (about === 'mail-alarm') return [countsQuery.queryKey]
  if (about === 'time' || about === 'basis' || about === 'agreement') return [dashboardQuery.queryKey]
  return about === 'ticket' || about === 'comment' || about === 'enquiry' || about === 'answers'
    ? [countsQuery.queryKey, dashboardQuery.queryKey]
    : []
}
