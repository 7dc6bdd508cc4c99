import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { PortalInvoiceBasisPage } from '#features/billing/invoice-bases.contract.ts'
import { call, isNotFound } from '#shared/web/call.ts'
import { invalidate } from '#shared/web/invalidate.ts'
import { showChanged } from '#shared/web/show-changed.ts'
import { portalInvoiceBases } from '../portal-invoice-bases.contract.ts'
import { PORTAL_INVOICE_BASES } from './portal.api.ts'

/** Bases that the login may approve or has approved; empty for a login without that right. */
export const portalInvoiceBasesQuery = queryOptions({
  queryKey: [...PORTAL_INVOICE_BASES, 'list'],
  queryFn: ({ signal }) => call(portalInvoiceBases.list, {}, { signal }),
})

export const portalInvoiceBasisQuery = (id: string) =>
  queryOptions({
    queryKey: [...PORTAL_INVOICE_BASES, 'one', id],
    queryFn: ({ signal }) => call(portalInvoiceBases.get, { params: { id } }, { signal }),
  })

/** The basis that applies now for the month of one that is no longer there; null while there is none. */
export const currentPortalInvoiceBasisQuery = (id: string) =>
  queryOptions({
    queryKey: [...PORTAL_INVOICE_BASES, 'current', id],
    queryFn: ({ signal }) =>
      call(portalInvoiceBases.current, { params: { id } }, { signal }).catch((error) => {
        // Not an error: that would be final, and the next basis may be sent any moment.
        if (isNotFound(error)) return null
        throw error
      }),
  })

export const portalInvoiceBasisRowsQuery = (id: string, line: string) =>
  infiniteQueryOptions({
    queryKey: [...PORTAL_INVOICE_BASES, 'rows', id, line],
    queryFn: ({ pageParam, signal }) =>
      call(
        portalInvoiceBases.rows,
        { params: { id }, query: { ...(pageParam && { after: pageParam }), ...(line && { line }) } },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
  })

export const fetchPortalInvoiceBasisPdf = (id: string) => call(portalInvoiceBases.pdf, { params: { id } })

function useChange<Input>(id: string, change: (input: Input) => Promise<PortalInvoiceBasisPage>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: async (basis) => {
      await showChanged(client, portalInvoiceBasisQuery(id), basis)
      await invalidate(client, portalInvoiceBasesQuery.queryKey)
    },
    // The refusal means that the basis had changed, or the action succeeded and the response was lost.
    onError: () => void invalidate(client, PORTAL_INVOICE_BASES),
  })
}

export const useApprove = (id: string) =>
  useChange<undefined>(id, () => call(portalInvoiceBases.approve, { params: { id } }))
export const useWithdrawApproval = (id: string) =>
  useChange<undefined>(id, () => call(portalInvoiceBases.withdrawApproval, { params: { id } }))
export const useAsk = (id: string) =>
  useChange(id, (body: { position: number; question: string }) =>
    call(portalInvoiceBases.ask, { params: { id }, body }),
  )
