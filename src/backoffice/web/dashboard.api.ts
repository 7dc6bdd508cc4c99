import { queryOptions } from '@tanstack/react-query'
import { call } from '#lib/web/call.ts'
import { dashboard } from '../dashboard.contract.ts'

export const dashboardQuery = queryOptions({
  queryKey: ['dashboard'],
  queryFn: ({ signal }) => call(dashboard.get, {}, { signal }),
})
