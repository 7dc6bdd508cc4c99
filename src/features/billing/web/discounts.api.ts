import type { z } from 'zod'
import { CUSTOMER_AGREEMENTS, CUSTOMER_SCREENS } from '#features/customers/web/customers.keys.ts'
import { call } from '#shared/web/call.ts'
import { confirmedCall } from '#shared/web/confirmed-call.ts'
import { useInvalidatingMutation } from '#shared/web/invalidating-mutation.ts'
import type { NewDiscount } from '../discount-fields.contract.ts'
import { type ChangedBasisDiscount, type ChangedFreeLine, discounts, type NewFreeLine } from '../discounts.contract.ts'
import { useInvoiceBasisChange } from './invoice-bases.api.ts'
import { AGREEMENTS, ALL_INVOICE_BASES } from './invoice-bases.keys.ts'

const CHANGED = [AGREEMENTS, CUSTOMER_AGREEMENTS, CUSTOMER_SCREENS, ALL_INVOICE_BASES]

type Of<Body> = { id: string; body: Body }
export const useSetCustomerDiscount = () =>
  useInvalidatingMutation(
    ({ id, body }: Of<z.input<typeof NewDiscount>>) => confirmedCall(discounts.setOfCustomer, { params: { id }, body }),
    CHANGED,
  )
export const useRemoveCustomerDiscount = () =>
  useInvalidatingMutation(
    ({ id, body }: Of<{ validFrom: string }>) => confirmedCall(discounts.removeOfCustomer, { params: { id }, body }),
    CHANGED,
  )

export const useSetBasisDiscount = () =>
  useInvoiceBasisChange(({ id, body }: Of<z.input<typeof ChangedBasisDiscount>>) =>
    call(discounts.setOfBasis, { params: { id }, body }),
  )
type New = { basisId: string; line: z.input<typeof NewFreeLine>; idempotencyKey: string }
export const useAddFreeLine = () =>
  useInvoiceBasisChange(({ basisId, line, idempotencyKey }: New) =>
    call(discounts.addFreeLine, { params: { id: basisId }, body: line }, { idempotencyKey }),
  )
export const useChangeFreeLine = () =>
  useInvoiceBasisChange(({ id, body }: Of<z.input<typeof ChangedFreeLine>>) =>
    call(discounts.changeFreeLine, { params: { id }, body }),
  )
export const useRemoveFreeLine = () =>
  useInvoiceBasisChange((id: string) => call(discounts.removeFreeLine, { params: { id } }))
