import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#shared/web/call.ts'
import { invalidate } from '#shared/web/invalidate.ts'
import { ownSessions } from '../own-sessions.contract.ts'

export const ownSessionsQuery = queryOptions({
  queryKey: ['settings', 'sessions'],
  queryFn: ({ signal }) => call(ownSessions.list, {}, { signal }),
})

/** Refetches the list also after an error: the session may have ended already. */
function useSessionMutation<Input, Result>(end: (input: Input) => Promise<Result>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: end,
    onSettled: () => invalidate(client, ownSessionsQuery.queryKey),
  })
}
export const useEndSession = () => useSessionMutation((id: string) => call(ownSessions.end, { params: { id } }))
export const useEndOtherSessions = () => useSessionMutation(() => call(ownSessions.endOthers, {}))
