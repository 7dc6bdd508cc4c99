import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { call } from '#shared/web/call.ts'
import { invalidate } from '#shared/web/invalidate.ts'
import { useInvalidatingMutation } from '#shared/web/invalidating-mutation.ts'
import { type ChangedTicket, tickets } from '../tickets.contract.ts'
import { ticketScreenQuery } from './tickets.api.ts'

type Billing = { id: string; body: z.input<typeof ChangedTicket> }

/** Changes to whom the work on a ticket is invoiced, and so what unbilled invoice bases have. */
export const useChangeBilling = () =>
  useInvalidatingMutation(
    ({ id, body }: Billing) => call(tickets.change, { params: { id }, body }),
    [['tickets', 'one'], ['invoice-bases']],
  )

type People = { id: string; version: number; reportedBy: string; copies: string[] }

/** Changes the reporter of a ticket and the contacts that get copies. */
export function useChangePeople() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, ...body }: People) => call(tickets.change, { params: { id }, body }),
    onSettled: (_changed, _error, { id }) => invalidate(client, ticketScreenQuery(id).queryKey),
  })
}
