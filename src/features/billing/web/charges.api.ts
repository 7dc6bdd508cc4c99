import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { CUSTOMER_AGREEMENTS, CUSTOMER_SCREENS } from '#features/customers/web/customers.keys.ts'
import { call } from '#shared/web/call.ts'
import { confirmedCall } from '#shared/web/confirmed-call.ts'
import { useInvalidatingMutation } from '#shared/web/invalidating-mutation.ts'
import {
  type ChangedCharge,
  type ChargeCounting,
  type ChargeEnd,
  charges,
  type NewCharge,
} from '../charges.contract.ts'
import type { NewDiscount } from '../discount-fields.contract.ts'
import { AGREEMENTS, ALL_INVOICE_BASES } from './invoice-bases.keys.ts'

/** The recurring charges of a customer, and the articles that a new one may have. */
export const chargesQuery = (customerId: string) =>
  queryOptions({
    queryKey: [...CUSTOMER_AGREEMENTS, customerId, 'charges'],
    queryFn: ({ signal }) => call(charges.ofCustomer, { params: { id: customerId } }, { signal }),
  })

/** Invalidates the month's price, the months' lists of customers and the Dashboard too. */
const useChange = <Input, Output>(change: (input: Input) => Promise<Output>) =>
  useInvalidatingMutation(change, [AGREEMENTS, CUSTOMER_AGREEMENTS, CUSTOMER_SCREENS, ALL_INVOICE_BASES, ['dashboard']])

type New = { customerId: string; charge: z.input<typeof NewCharge>; idempotencyKey: string }
export const useCreateCharge = () =>
  useChange(({ customerId, charge, idempotencyKey }: New) =>
    confirmedCall(charges.create, { params: { id: customerId }, body: charge }, { idempotencyKey }),
  )

type Of<Body> = { id: string; body: Body }
export const useChangeCharge = () =>
  useChange(({ id, body }: Of<z.input<typeof ChangedCharge>>) => call(charges.change, { params: { id }, body }))
export const useEndCharge = () =>
  useChange(({ id, body }: Of<z.input<typeof ChargeEnd>>) => confirmedCall(charges.end, { params: { id }, body }))
export const useSetCounting = () =>
  useChange(({ id, body }: Of<z.input<typeof ChargeCounting>>) => call(charges.setCounting, { params: { id }, body }))
export const useRemoveCharge = () => useChange((id: string) => call(charges.remove, { params: { id } }))

type Row = { validFrom: string }
export const useSetQuantity = () =>
  useChange(({ id, body }: Of<Row & { hundredths: number }>) =>
    confirmedCall(charges.setQuantity, { params: { id }, body }),
  )
export const useSetPrice = () =>
  useChange(({ id, body }: Of<Row & { priceOre: number | null }>) =>
    confirmedCall(charges.setPrice, { params: { id }, body }),
  )
export const useSetDiscount = () =>
  useChange(({ id, body }: Of<z.input<typeof NewDiscount>>) =>
    confirmedCall(charges.setDiscount, { params: { id }, body }),
  )

const removals = {
  quantities: charges.removeQuantity,
  prices: charges.removePrice,
  discounts: charges.removeDiscount,
} as const
export const useRemoveChargeRow = () =>
  useChange(({ id, rows, validFrom }: { id: string; rows: keyof typeof removals; validFrom: string }) =>
    confirmedCall(removals[rows], { params: { id }, body: { validFrom } }),
  )
