import { infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/web/call.ts'
import { credentials } from '../vault.contract.ts'

const keyOf = (customerId: string) => ['credentials', customerId]

export const vaultStateQuery = (id: string) =>
  queryOptions({
    queryKey: [...keyOf(id), 'state'],
    queryFn: ({ signal }) => call(credentials.get, { params: { id } }, { signal }),
  })

export const versionsQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: [...keyOf(id), 'versions'],
    queryFn: ({ pageParam, signal }) =>
      call(credentials.versions, { params: { id }, query: pageParam ? { after: pageParam } : {} }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
  })

export const accessLogQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: [...keyOf(id), 'log'],
    queryFn: ({ pageParam, signal }) =>
      call(credentials.log, { params: { id }, query: pageParam ? { after: pageParam } : {} }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
  })

/**
 * Reading, saving and restoring. Neither queries nor mutations of the cache, which would keep the text: it is in the
 * hands of the screen alone, and asked for when somebody wants to see it.
 */
export function useVault(id: string) {
  const client = useQueryClient()
  const told = async <T>(answer: Promise<T>) => {
    try {
      return await answer
    } finally {
      // A refusal changes what is known too: somebody else saved, or a customer was archived.
      void client.invalidateQueries({ queryKey: keyOf(id) })
    }
  }
  return {
    read: () => told(call(credentials.read, { params: { id } })),
    save: (body: { text: string; version: number }) => told(call(credentials.save, { params: { id }, body })),
    restore: (body: { version: number; basedOn: number }) => told(call(credentials.restore, { params: { id }, body })),
  }
}
