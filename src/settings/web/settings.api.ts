import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/web/call.ts'
import { settings } from '../settings.contract.ts'

/** Kept mail, newest first, page by page. For administrators. */
export const keptMailQuery = () =>
  infiniteQueryOptions({
    queryKey: ['settings', 'mail'],
    queryFn: ({ pageParam, signal }) =>
      call(settings.mail, { query: { ...(pageParam && { after: pageParam }) } }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
  })

/** A new one-time link in place of a kept mail's. It is a secret: forgotten as soon as it is no longer shown. */
export const useMakeMailLink = () =>
  useMutation({ mutationFn: (id: string) => call(settings.makeMailLink, { params: { id } }), gcTime: 0 })

/** Without a mail server the test mail is kept: the list shows it. */
export function useSendTestMail() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(settings.sendTestMail, {}),
    onSuccess: () => client.invalidateQueries({ queryKey: keptMailQuery().queryKey }),
  })
}

export const ownSessionsQuery = queryOptions({
  queryKey: ['settings', 'sessions'],
  queryFn: ({ signal }) => call(settings.sessions, {}, { signal }),
})

/** A refusal too says that the list is old. */
function useEnding<Sent, Answer>(end: (sent: Sent) => Promise<Answer>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: end,
    onSettled: () => client.invalidateQueries({ queryKey: ownSessionsQuery.queryKey }),
  })
}
export const useEndSession = () => useEnding((id: string) => call(settings.endSession, { params: { id } }))
export const useEndOtherSessions = () => useEnding(() => call(settings.endOtherSessions, {}))
