import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '#shared/web/call.ts'
import { menuCounts } from '../menu-counts.contract.ts'

/** The numbers in the menu, also shown by the Dashboard. Fetched again when the next in the roster of jour take over. */
export const countsQuery = queryOptions({
  queryKey: ['counts'],
  queryFn: ({ signal }) => call(menuCounts.get, {}, { signal }),
  refetchInterval: ({ state: { data } }) =>
    data ? Math.max(60_000, Date.parse(data.onCall.until) - Date.now()) : false,
})

/** Whether a mail server is configured; true until the answer has arrived. */
export const useIsSendingMail = (): boolean => useQuery(countsQuery).data?.mail.isSending ?? true
