import { type QueryKey, queryOptions } from '@tanstack/react-query'
import { call } from '#lib/web/call.ts'
import type { LiveEvent } from '#live/live.contract.ts'
import { dashboard } from '../dashboard.contract.ts'
import { countsQuery } from './menu-counts.api.ts'

export const dashboardQuery = queryOptions({
  queryKey: ['dashboard'],
  queryFn: ({ signal }) => call(dashboard.get, {}, { signal }),
})

/** The keys of the queries to refetch after an event. */
export function workKeysOf({ about }: LiveEvent): QueryKey[] {
  if (about === 'enquiry' || about === 'mail-alarm') return [countsQuery.queryKey]
  if (about === 'time' || about === 'basis') return [dashboardQuery.queryKey]
  return about === 'ticket' || about === 'comment' ? [countsQuery.queryKey, dashboardQuery.queryKey] : []
}
