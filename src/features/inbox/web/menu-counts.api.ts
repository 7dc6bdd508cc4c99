import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '#shared/web/call.ts'
import { menuCounts } from '../menu-counts.contract.ts'

/** The numbers in the menu, also shown by the Dashboard. */
export const countsQuery = queryOptions({
  queryKey: ['counts'],
  queryFn: ({ signal }) => call(menuCounts.get, {}, { signal }),
})

/** Whether a mail server is configured; true until the answer has arrived. */
export const useIsSendingMail = (): boolean => useQuery(countsQuery).data?.mail.isSending ?? true
