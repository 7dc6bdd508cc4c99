import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { call } from '#shared/web/call.ts'
import { useInvalidatingMutation } from '#shared/web/invalidating-mutation.ts'
import { type ChangedRecurring, type NewRecurring, recurring } from '../recurring.contract.ts'
import { RECURRING } from './recurring.keys.ts'

/** In the order in which they were created. */
export const recurringQuery = (customerId: string) =>
  queryOptions({
    queryKey: [...RECURRING, customerId],
    queryFn: ({ signal }) => call(recurring.list, { params: { id: customerId } }, { signal }),
  })

/** Invalidates tickets too, which show the recurring ticket they were created from. */
const useChange = <Input, Output>(change: (input: Input) => Promise<Output>) =>
  useInvalidatingMutation(change, [RECURRING, ['tickets', 'one']])

type New = { customerId: string; values: z.input<typeof NewRecurring>; idempotencyKey: string }

export const useCreateRecurring = () =>
  useChange(({ customerId, values, idempotencyKey }: New) =>
    call(recurring.create, { params: { id: customerId }, body: values }, { idempotencyKey }),
  )
export const useChangeRecurring = () =>
  useChange(({ id, values }: { id: string; values: z.input<typeof ChangedRecurring> }) =>
    call(recurring.change, { params: { id }, body: values }),
  )
export const usePauseRecurring = () =>
  useChange(({ id, isPaused }: { id: string; isPaused: boolean }) =>
    call(recurring.pause, { params: { id }, body: { isPaused } }),
  )
export const useRemoveRecurring = () => useChange((id: string) => call(recurring.remove, { params: { id } }))
export const useRestoreRecurring = () => useChange((id: string) => call(recurring.restore, { params: { id } }))
