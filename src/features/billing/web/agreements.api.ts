import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { CUSTOMER_AGREEMENTS, CUSTOMER_SCREENS } from '#features/customers/web/customers.keys.ts'
import { call } from '#shared/web/call.ts'
import { confirmedCall } from '#shared/web/confirmed-call.ts'
import { useInvalidatingMutation } from '#shared/web/invalidating-mutation.ts'
import { agreements, type NewTerms, type NewVersion } from '../agreements.contract.ts'
import { type NewPrepaidHours, prepaidHours } from '../prepaid-hours.contract.ts'
import { price } from '../price.contract.ts'
import { AGREEMENTS } from './invoice-bases.keys.ts'

export const agreementSettingsQuery = queryOptions({
  queryKey: [...AGREEMENTS, 'settings'],
  queryFn: ({ signal }) => call(agreements.settings, {}, { signal }),
})

export const customerAgreementQuery = (id: string) =>
  queryOptions({
    queryKey: [...CUSTOMER_AGREEMENTS, id],
    queryFn: ({ signal }) => call(agreements.ofCustomer, { params: { id } }, { signal }),
  })

export const monthPriceQuery = (id: string, month: string) =>
  queryOptions({
    queryKey: [...CUSTOMER_AGREEMENTS, id, 'price', month],
    queryFn: ({ signal }) => call(price.ofMonth, { params: { id }, query: { month } }, { signal }),
  })

export const prepaidHoursQuery = (id: string) =>
  queryOptions({
    queryKey: [...CUSTOMER_AGREEMENTS, id, 'prepaid-hours'],
    queryFn: ({ signal }) => call(prepaidHours.ofCustomer, { params: { id } }, { signal }),
  })

/** Invalidates customer screens as well: terms, defaults and rates apply to every customer, and overviews show the terms' name. */
const useChange = <Input, Output>(change: (input: Input) => Promise<Output>) =>
  useInvalidatingMutation(change, [AGREEMENTS, CUSTOMER_SCREENS])

export const useCreateTerms = () =>
  useChange(({ terms, idempotencyKey }: { terms: z.input<typeof NewTerms>; idempotencyKey: string }) =>
    call(agreements.createTerms, { body: terms }, { idempotencyKey }),
  )
type Version = { id: string; terms: z.input<typeof NewVersion>; idempotencyKey: string }
export const useCreateVersion = () =>
  useChange(({ id, terms, idempotencyKey }: Version) =>
    confirmedCall(agreements.createVersion, { params: { id }, body: terms }, { idempotencyKey }),
  )
export const useRemoveTerms = () => useChange((id: string) => call(agreements.removeTerms, { params: { id } }))

export const useSetDefault = () =>
  useChange((body: z.input<typeof agreements.setDefault.body>) => confirmedCall(agreements.setDefault, { body }))
export const useRemoveDefault = () =>
  useChange((validFrom: string) => confirmedCall(agreements.removeDefault, { body: { validFrom } }))
export const useSetVatRate = () =>
  useChange((body: z.input<typeof agreements.setVatRate.body>) => confirmedCall(agreements.setVatRate, { body }))
export const useRemoveVatRate = () =>
  useChange((validFrom: string) => confirmedCall(agreements.removeVatRate, { body: { validFrom } }))
export const useSetBillingFrom = () =>
  useChange((month: string) => call(agreements.setBillingFrom, { body: { month } }))

type OfCustomer<Body> = { id: string; body: Body }
export const useSetAgreement = () =>
  useChange(({ id, body }: OfCustomer<z.input<typeof agreements.setOfCustomer.body>>) =>
    confirmedCall(agreements.setOfCustomer, { params: { id }, body }),
  )
export const useRemoveAgreement = () =>
  useChange(({ id, body }: OfCustomer<z.input<typeof agreements.removeOfCustomer.body>>) =>
    confirmedCall(agreements.removeOfCustomer, { params: { id }, body }),
  )
export const useSetBilling = () =>
  useChange(({ id, body }: OfCustomer<z.input<typeof agreements.setBilling.body>>) =>
    confirmedCall(agreements.setBilling, { params: { id }, body }),
  )

type PrepaidHoursOf = { id: string; prepaid: z.input<typeof NewPrepaidHours>; idempotencyKey: string }
export const useCreatePrepaidHours = () =>
  useChange(({ id, prepaid, idempotencyKey }: PrepaidHoursOf) =>
    call(prepaidHours.create, { params: { id }, body: prepaid }, { idempotencyKey }),
  )
export const useRemovePrepaidHours = () => useChange((id: string) => call(prepaidHours.remove, { params: { id } }))
