import { infiniteQueryOptions, type QueryKey } from '@tanstack/react-query'
import { CUSTOMER_SCREENS } from '#features/customers/web/customers.keys.ts'
import type { LiveEvent } from '#platform/live/live.contract.ts'
import { call } from '#shared/web/call.ts'
import { useInvalidatingMutation } from '#shared/web/invalidating-mutation.ts'
import { documents } from '../documents.contract.ts'

const DOCUMENTS = ['documents']

/** A customer's documents, newest first, page by page. */
export const documentsQuery = (customerId: string) =>
  infiniteQueryOptions({
    queryKey: [...DOCUMENTS, customerId] as const,
    queryFn: ({ pageParam, signal }) =>
      call(documents.list, { params: { id: customerId }, query: pageParam ? { after: pageParam } : {} }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
  })

/** Documents that the portal shows. */
export const portalDocumentsQuery = infiniteQueryOptions({
  queryKey: ['portal', 'documents'],
  queryFn: ({ pageParam, signal }) =>
    call(documents.ofPortal, { query: pageParam ? { after: pageParam } : {} }, { signal }),
  initialPageParam: '',
  getNextPageParam: ({ next }) => next ?? undefined,
})

/** The keys to refetch after an event: a customer's documents, and the overview that counts them. */
export const documentKeysOf = (event: LiveEvent): QueryKey[] => {
  if (event.about === 'everything') return [DOCUMENTS]
  if (event.about !== 'document') return []
  return [documentsQuery(event.customerId).queryKey, [...CUSTOMER_SCREENS, event.customerId]]
}

const useChange = <Input, Output>(change: (input: Input) => Promise<Output>) =>
  useInvalidatingMutation(change, [DOCUMENTS, CUSTOMER_SCREENS])

export const useAddDocuments = () =>
  useChange(({ customerId, fileIds }: { customerId: string; fileIds: string[] }) =>
    call(documents.add, { params: { id: customerId }, body: { fileIds } }),
  )
export const useShowDocument = () =>
  useChange(({ id, isShown }: { id: string; isShown: boolean }) =>
    call(documents.show, { params: { id }, body: { isShown } }),
  )
export const useRemoveDocument = () => useChange((id: string) => call(documents.remove, { params: { id } }))
