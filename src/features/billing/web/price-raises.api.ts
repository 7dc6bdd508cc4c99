import { useMutation } from '@tanstack/react-query'
import type { z } from 'zod'
import { CUSTOMER_AGREEMENTS, CUSTOMER_SCREENS } from '#features/customers/web/customers.keys.ts'
import { call } from '#shared/web/call.ts'
import { useInvalidatingMutation } from '#shared/web/invalidating-mutation.ts'
import { type NewRaise, priceRaises, type RaiseInput } from '../price-raises.contract.ts'
import { AGREEMENTS, ALL_INVOICE_BASES } from './invoice-bases.keys.ts'

/** A mutation, as a query would refetch the preview while a person reviews it. */
export const usePreviewRaise = () =>
  useMutation({
    mutationFn: (raise: z.input<typeof RaiseInput>) => call(priceRaises.preview, { body: raise }),
  })

export const useRaisePrices = () =>
  useInvalidatingMutation(
    ({ raise, idempotencyKey }: { raise: z.input<typeof NewRaise>; idempotencyKey: string }) =>
      call(priceRaises.create, { body: raise }, { idempotencyKey }),
    [AGREEMENTS, CUSTOMER_AGREEMENTS, CUSTOMER_SCREENS, ALL_INVOICE_BASES],
  )
