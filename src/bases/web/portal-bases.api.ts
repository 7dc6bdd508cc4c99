import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/web/call.ts'
import { invalidate } from '#lib/web/invalidate.ts'
import { showChanged } from '#lib/web/show-changed.ts'
import type { PortalBasisPage } from '../bases.contract.ts'
import { portalBases } from '../portal-bases.contract.ts'

const ALL = ['portal', 'bases']

/** What the login may approve or has approved; none for a login without that right. */
export const portalBasesQuery = queryOptions({
  queryKey: [...ALL, 'list'],
  queryFn: ({ signal }) => call(portalBases.list, {}, { signal }),
})

export const portalBasisQuery = (id: string) =>
  queryOptions({
    queryKey: [...ALL, 'one', id],
    queryFn: ({ signal }) => call(portalBases.get, { params: { id } }, { signal }),
  })

export const portalBasisRowsQuery = (id: string, line: string) =>
  infiniteQueryOptions({
    queryKey: [...ALL, 'rows', id, line],
    queryFn: ({ pageParam, signal }) =>
      call(
        portalBases.rows,
        { params: { id }, query: { ...(pageParam && { after: pageParam }), ...(line && { line }) } },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
  })

function useChange<Input>(id: string, change: (input: Input) => Promise<PortalBasisPage>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: async (basis) => {
      await showChanged(client, portalBasisQuery(id), basis)
      await invalidate(client, portalBasesQuery.queryKey)
    },
    // Refused as it had changed, or done although the answer was lost.
    onError: () => void invalidate(client, ALL),
  })
}

export const useApprove = (id: string) => useChange<undefined>(id, () => call(portalBases.approve, { params: { id } }))
export const useWithdrawApproval = (id: string) =>
  useChange<undefined>(id, () => call(portalBases.withdrawApproval, { params: { id } }))
export const useAsk = (id: string) =>
  useChange(id, (body: { position: number; question: string }) => call(portalBases.ask, { params: { id }, body }))
