import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/web/call.ts'
import { invalidate } from '#lib/web/invalidate.ts'
import { showChanged } from '#lib/web/show-changed.ts'
import { printedCompany } from '#settings/printed-company.contract.ts'
import { type Basis, bases, type NewBasis } from '../bases.contract.ts'

import { ALL_BASES } from './bases.keys.ts'

const ALL = ALL_BASES

export const basesQuery = (month: string) =>
  queryOptions({
    queryKey: [...ALL, 'list', month],
    queryFn: ({ signal }) => call(bases.list, { query: { month } }, { signal }),
  })

export const basisQuery = (id: string) =>
  queryOptions({
    queryKey: [...ALL, 'one', id],
    queryFn: ({ signal }) => call(bases.get, { params: { id } }, { signal }),
  })

/** Rows of a basis never change. `line` is the position of the line that they are on, '' for all. */
export const basisRowsQuery = (id: string, line: string) =>
  infiniteQueryOptions({
    queryKey: ['basis-rows', id, line],
    queryFn: ({ pageParam, signal }) =>
      call(
        bases.rows,
        { params: { id }, query: { ...(pageParam && { after: pageParam }), ...(line && { line }) } },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** All data of the print view, which is printed once loaded. */
export const printBasisQuery = (id: string) =>
  queryOptions({
    queryKey: ['basis-print', id],
    queryFn: async ({ signal }) => {
      const [company, basis] = await Promise.all([
        call(printedCompany.get, {}, { signal }),
        call(bases.get, { params: { id } }, { signal }),
      ])
      const rows = []
      for (let after: string | null = ''; after !== null; ) {
        const query: { isPrint: 'true'; after?: string } = { isPrint: 'true', ...(after && { after }) }
        const page = await call(bases.rows, { params: { id }, query }, { signal })
        rows.push(...page.rows)
        after = page.next
      }
      return { company, basis, rows }
    },
    staleTime: 0,
  })

function useChange<Input>(change: (input: Input) => Promise<Basis>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: async (basis) => {
      await showChanged(client, basisQuery(basis.id), basis)
      await Promise.all([invalidate(client, [...ALL, 'list']), invalidate(client, ['dashboard'])])
    },
    // Refused as it had changed, or done although the answer was lost.
    onError: () => void invalidate(client, ALL),
  })
}

export const useCreateBasis = () =>
  useChange(({ basis, idempotencyKey }: { basis: NewBasis; idempotencyKey: string }) =>
    call(bases.create, { body: basis }, { idempotencyKey }),
  )
export const useSendBasis = () => useChange((id: string) => call(bases.send, { params: { id } }))
export const useBillBasis = () => useChange((id: string) => call(bases.bill, { params: { id } }))
export const useApproveBasis = () =>
  useChange(({ id, text: note }: { id: string; text: string }) =>
    call(bases.approve, { params: { id }, body: { note } }),
  )
export const useWithdrawApproval = () => useChange((id: string) => call(bases.withdrawApproval, { params: { id } }))
export const useWithdrawBasis = () =>
  useChange(({ id, text: reason }: { id: string; text: string }) =>
    call(bases.withdraw, { params: { id }, body: { reason } }),
  )
export const useAnswerQuestion = () =>
  useChange(({ id, position, answer }: { id: string; position: number; answer: string }) =>
    call(bases.answer, { params: { id }, body: { position, answer } }),
  )
export function useRemoveDraft() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(bases.remove, { params: { id } }),
    onSuccess: () => invalidate(client, [...ALL, 'list']),
  })
}

export const fetchBasisCsv = (id: string) => call(bases.csv, { params: { id } })
