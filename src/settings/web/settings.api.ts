import { infiniteQueryOptions, useMutation } from '@tanstack/react-query'
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
