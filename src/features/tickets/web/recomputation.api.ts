import { type QueryKey, queryOptions } from '@tanstack/react-query'
import type { LiveEvent } from '#platform/live/live.contract.ts'
import { call } from '#shared/web/call.ts'
import { recomputation } from '../recomputation.contract.ts'

export const recomputationQuery = queryOptions({
  queryKey: ['answer recomputation'],
  queryFn: ({ signal }) => call(recomputation.progress, {}, { signal }),
})

/** Progress concerns the settings alone; afterwards lists of open tickets and enquiries may be in another order. */
export function recomputationKeysOf({ about }: LiveEvent): QueryKey[] {
  if (about === 'recomputation') return [recomputationQuery.queryKey]
  return []
}
