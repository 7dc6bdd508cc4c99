import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { call } from '#shared/web/call.ts'
import { useInvalidatingMutation } from '#shared/web/invalidating-mutation.ts'
import { billingDetails } from '../billing-details.contract.ts'
import { type ChangedRecipient, type NewRecipient, recipients } from '../recipients.contract.ts'

export const billingDetailsQuery = (id: string) =>
  queryOptions({
    queryKey: ['customers', 'billing-details', id],
    queryFn: ({ signal }) => call(billingDetails.get, { params: { id } }, { signal }),
  })

export const recipientsQuery = (id: string) =>
  queryOptions({
    queryKey: ['customers', 'recipients', id],
    queryFn: ({ signal }) => call(recipients.list, { params: { id } }, { signal }),
  })

/** Invalidates what shows the customer's number and address, and invoice bases, which may no longer lack anything. */
export const useChangeBillingDetails = (id: string) =>
  useInvalidatingMutation(
    (body: z.input<typeof billingDetails.change.body>) => call(billingDetails.change, { params: { id }, body }),
    [['customers'], ['invoice-bases']],
  )

type RecipientOf = { id: string; recipientId: string }

const useRecipientChange = <Input, Output>(change: (input: Input) => Promise<Output>) =>
  useInvalidatingMutation(change, [['customers'], ['invoice-bases'], ['tickets', 'one']])

type Create = { id: string; recipient: z.input<typeof NewRecipient>; idempotencyKey: string }

export const useCreateRecipient = () =>
  useRecipientChange(({ id, recipient, idempotencyKey }: Create) =>
    call(recipients.create, { params: { id }, body: recipient }, { idempotencyKey }),
  )
export const useChangeRecipient = () =>
  useRecipientChange(({ recipient, ...params }: RecipientOf & { recipient: z.input<typeof ChangedRecipient> }) =>
    call(recipients.change, { params, body: recipient }),
  )
export const useArchiveRecipient = () =>
  useRecipientChange((params: RecipientOf) => call(recipients.archive, { params }))
export const useRestoreRecipient = () =>
  useRecipientChange((params: RecipientOf) => call(recipients.restore, { params }))
