import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#shared/web/call.ts'
import { invalidate } from '#shared/web/invalidate.ts'
import { tickets } from '../tickets.contract.ts'
import { ticketScreenQuery } from './tickets.api.ts'

type People = { id: string; version: number; reportedBy: string; copies: string[] }

/** Changes the reporter of a ticket and the contacts that get copies. */
export function useChangePeople() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, ...body }: People) => call(tickets.change, { params: { id }, body }),
    onSettled: (_changed, _error, { id }) => invalidate(client, ticketScreenQuery(id).queryKey),
  })
}
