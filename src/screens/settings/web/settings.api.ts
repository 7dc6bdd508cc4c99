import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#shared/web/call.ts'
import { invalidate } from '#shared/web/invalidate.ts'
import { settings } from '../settings.contract.ts'

/** Stored mail, newest first, in pages. For administrators. */
export const storedMailQuery = () =>
  infiniteQueryOptions({
    queryKey: ['settings', 'mail'],
    queryFn: ({ pageParam, signal }) =>
      call(settings.mail, { query: { ...(pageParam && { after: pageParam }) } }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
  })

/** A new one-time link for a stored mail. It is a secret, so it is not cached. */
export const useMakeMailLink = () =>
  useMutation({ mutationFn: (id: string) => call(settings.makeMailLink, { params: { id } }), gcTime: 0 })

/** Without a mail server the test mail is stored, so the list is refetched. */
export function useSendTestMail() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(settings.sendTestMail, {}),
    // Also after a refusal, which may have recorded a mail outage that the list shows.
    onSettled: () => invalidate(client, storedMailQuery().queryKey),
  })
}
