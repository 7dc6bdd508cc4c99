import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { call } from '#shared/web/call.ts'
import { invalidate } from '#shared/web/invalidate.ts'
import { showChanged } from '#shared/web/show-changed.ts'
import { type SignInKind, security } from '../security.contract.ts'

export const securityQuery = queryOptions({
  queryKey: ['settings', 'security'],
  queryFn: ({ signal }) => call(security.get, {}, { signal }),
})

/** Entries about logins, newest first, in pages. For administrators. */
export const signInsQuery = (q = '', kind?: SignInKind) =>
  infiniteQueryOptions({
    queryKey: ['settings', 'sign-ins', q, kind ?? ''],
    queryFn: ({ pageParam, signal }) =>
      call(
        security.signIns,
        { query: { ...(pageParam && { after: pageParam }), ...(q && { q }), ...(kind && { kind }) } },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
  })

/** Invalidates `me` too, which has from when a second factor is required, and the company, whose version it shares. */
export function useChangeSecurity() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: z.input<typeof security.change.body>) => call(security.change, { body }),
    onSuccess: async (saved) => {
      await showChanged(client, securityQuery, saved)
      await Promise.all([invalidate(client, ['me']), invalidate(client, ['settings', 'organization'])])
    },
  })
}
