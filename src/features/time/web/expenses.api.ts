import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { CUSTOMER_AGREEMENTS } from '#features/customers/web/customers.keys.ts'
import { call } from '#shared/web/call.ts'
import { useInvalidatingMutation } from '#shared/web/invalidating-mutation.ts'
import { type ChangedExpense, ExpenseFilter, expenses, type NewExpense } from '../expenses.contract.ts'
import { timeFilterOf } from './time.api.ts'

/** Below the key of time, so that the live events of time refetch these queries too. */
const EXPENSES = ['time', 'expenses']

export type ExpenseListFilter = Omit<ExpenseFilter, 'after'>

/** The filter in the list's URL; invalid values are ignored. */
export function expenseFilterOf(params: URLSearchParams): Required<ExpenseListFilter> {
  const { reported: _reported, ...filter } = timeFilterOf(params)
  return { ...filter, unpriced: ExpenseFilter.shape.unpriced.safeParse(params.get('unpriced') ?? undefined).data }
}

/** Pages of travel and material; the first page has the sums of all matching rows. */
export const expensesQuery = ({ mine, unpriced, ...filter }: ExpenseListFilter) =>
  infiniteQueryOptions({
    queryKey: [...EXPENSES, { ...filter, mine: Boolean(mine), unpriced: Boolean(unpriced) }],
    queryFn: ({ pageParam, signal }) =>
      call(
        expenses.list,
        {
          query: {
            ...filter,
            ...(mine && { mine: 'true' }),
            ...(unpriced && { unpriced: 'true' }),
            ...(pageParam && { after: pageParam }),
          },
        },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
  })

/** Previously entered articles, as suggestions. */
export const articlesQuery = queryOptions({
  queryKey: [...EXPENSES, 'articles'],
  queryFn: ({ signal }) => call(expenses.articles, {}, { signal }),
})

const useChange = <Input, Output>(change: (input: Input) => Promise<Output>) =>
  useInvalidatingMutation(change, [EXPENSES, ['tickets', 'one'], CUSTOMER_AGREEMENTS])

export const useCreateExpense = () =>
  useChange(({ expense, idempotencyKey }: { expense: z.input<typeof NewExpense>; idempotencyKey: string }) =>
    call(expenses.create, { body: expense }, { idempotencyKey }),
  )
export const useChangeExpense = () =>
  useChange(({ id, expense }: { id: string; expense: z.input<typeof ChangedExpense> }) =>
    call(expenses.change, { params: { id }, body: expense }),
  )
export const useRemoveExpense = () => useChange((id: string) => call(expenses.remove, { params: { id } }))
export const useRestoreExpense = () => useChange((id: string) => call(expenses.restore, { params: { id } }))
