import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { printedCompany } from '#features/company/printed-company.contract.ts'
import { call } from '#shared/web/call.ts'
import { invalidate } from '#shared/web/invalidate.ts'
import { showChanged } from '#shared/web/show-changed.ts'
import { type InvoiceBasis, invoiceBases } from '../invoice-bases.contract.ts'
import type { NewInvoiceBasis } from '../invoice-basis-input.contract.ts'

import { ALL_INVOICE_BASES } from './invoice-bases.keys.ts'

const ALL = ALL_INVOICE_BASES

/** The customers of a month, page by page; the sums of the states come with the first page. */
export const invoiceBasesQuery = (month: string) =>
  infiniteQueryOptions({
    queryKey: [...ALL, 'list', month],
    queryFn: ({ pageParam, signal }) =>
      call(invoiceBases.list, { query: { month, ...(pageParam && { after: pageParam }) } }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
  })

export const invoiceBasisQuery = (id: string) =>
  queryOptions({
    queryKey: [...ALL, 'one', id],
    queryFn: ({ signal }) => call(invoiceBases.get, { params: { id } }, { signal }),
  })

/** Rows of an invoice basis never change. `line` is the position of the line that they are on, '' for all. */
export const invoiceBasisRowsQuery = (id: string, line: string) =>
  infiniteQueryOptions({
    queryKey: ['invoice-basis-rows', id, line],
    queryFn: ({ pageParam, signal }) =>
      call(
        invoiceBases.rows,
        { params: { id }, query: { ...(pageParam && { after: pageParam }), ...(line && { line }) } },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** All data of the print view, which is printed once loaded. */
export const printInvoiceBasisQuery = (id: string) =>
  queryOptions({
    queryKey: ['invoice-basis-print', id],
    queryFn: async ({ signal }) => {
      const [company, basis] = await Promise.all([
        call(printedCompany.get, {}, { signal }),
        call(invoiceBases.get, { params: { id } }, { signal }),
      ])
      const rows = []
      for (let after: string | null = ''; after !== null; ) {
        const query: { isPrint: 'true'; after?: string } = { isPrint: 'true', ...(after && { after }) }
        const page = await call(invoiceBases.rows, { params: { id }, query }, { signal })
        rows.push(...page.rows)
        after = page.next
      }
      return { company, basis, rows }
    },
    staleTime: 0,
  })

/** A change of a basis, which is then shown at once. */
export function useInvoiceBasisChange<Input>(change: (input: Input) => Promise<InvoiceBasis>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: async (basis) => {
      await showChanged(client, invoiceBasisQuery(basis.id), basis)
      // Others may name months that are billed now, or no longer.
      await Promise.all([invalidate(client, ALL), invalidate(client, ['dashboard'])])
    },
    // Refused because it had changed, or done although the response was lost.
    onError: () => void invalidate(client, ALL),
  })
}

export const useCreateInvoiceBasis = () =>
  useInvoiceBasisChange(({ basis, idempotencyKey }: { basis: NewInvoiceBasis; idempotencyKey: string }) =>
    call(invoiceBases.create, { body: basis }, { idempotencyKey }),
  )
export const useSendInvoiceBasis = () =>
  useInvoiceBasisChange((id: string) => call(invoiceBases.send, { params: { id } }))
export const useBillInvoiceBasis = () =>
  useInvoiceBasisChange((id: string) => call(invoiceBases.bill, { params: { id } }))
export const useSendInvoiceBasisAgain = () =>
  useInvoiceBasisChange((id: string) => call(invoiceBases.sendAgain, { params: { id } }))
export const useApproveInvoiceBasis = () =>
  useInvoiceBasisChange(({ id, text: note }: { id: string; text: string }) =>
    call(invoiceBases.approve, { params: { id }, body: { note } }),
  )
export const useKeepApproved = () =>
  useInvoiceBasisChange(({ id, text: reason }: { id: string; text: string }) =>
    call(invoiceBases.keep, { params: { id }, body: { reason } }),
  )
export const useWithdrawApproval = () =>
  useInvoiceBasisChange((id: string) => call(invoiceBases.withdrawApproval, { params: { id } }))
export const useWithdrawInvoiceBasis = () =>
  useInvoiceBasisChange(({ id, text: reason }: { id: string; text: string }) =>
    call(invoiceBases.withdraw, { params: { id }, body: { reason } }),
  )
export const useAnswerQuestion = () =>
  useInvoiceBasisChange(({ id, position, answer }: { id: string; position: number; answer: string }) =>
    call(invoiceBases.answer, { params: { id }, body: { position, answer } }),
  )
export function useRemoveDraft() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(invoiceBases.remove, { params: { id } }),
    onSuccess: () => invalidate(client, [...ALL, 'list']),
  })
}

export const fetchInvoiceBasisPdf = (id: string) => call(invoiceBases.pdf, { params: { id } })
export const fetchInvoiceBasisCsv = (id: string) => call(invoiceBases.csv, { params: { id } })
