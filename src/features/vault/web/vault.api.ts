import { infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '#shared/web/call.ts'
import { invalidate } from '#shared/web/invalidate.ts'
import { type VaultState, vault } from '../vault.contract.ts'

const keyOf = (customerId: string) => ['credentials', customerId]

export const vaultStateQuery = (id: string) =>
  queryOptions({
    queryKey: [...keyOf(id), 'state'],
    queryFn: ({ signal }) => call(vault.get, { params: { id } }, { signal }),
  })

export const versionsQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: [...keyOf(id), 'versions'],
    queryFn: ({ pageParam, signal }) =>
      call(vault.versions, { params: { id }, query: pageParam ? { after: pageParam } : {} }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
  })

export const accessLogQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: [...keyOf(id), 'log'],
    queryFn: ({ pageParam, signal }) =>
      call(vault.log, { params: { id }, query: pageParam ? { after: pageParam } : {} }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
  })

/** Reads, saves and restores the text without the query cache, which would keep it in memory. */
export function useVault(id: string) {
  const client = useQueryClient()
  const invalidateAfter = async <T>(request: Promise<T>) => {
    try {
      return await request
    } finally {
      // After an error too: another user may have saved or archived the customer.
      void invalidate(client, keyOf(id))
    }
  }
  const showState = (state: VaultState) => {
    client.setQueryData(vaultStateQuery(id).queryKey, state)
    return state
  }
  return {
    read: (reason: string | null) => invalidateAfter(call(vault.read, { params: { id }, body: { reason } })),
    save: (body: { text: string; version: number }) =>
      invalidateAfter(call(vault.save, { params: { id }, body }).then(showState)),
    restore: (body: { version: number; basedOn: number }) =>
      invalidateAfter(call(vault.restore, { params: { id }, body }).then(showState)),
  }
}
