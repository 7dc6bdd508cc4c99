import { queryOptions } from '@tanstack/react-query'
import { call } from '#shared/web/call.ts'
import { useInvalidatingMutation } from '#shared/web/invalidating-mutation.ts'
import { type NewTicketView, ticketViews } from '../ticket-views.contract.ts'
import { VIEWS } from './ticket-views.keys.ts'

export const ticketViewsQuery = queryOptions({
  queryKey: VIEWS,
  queryFn: ({ signal }) => call(ticketViews.list, {}, { signal }),
})

export const useCreateView = () =>
  useInvalidatingMutation(
    ({ view, idempotencyKey }: { view: NewTicketView; idempotencyKey: string }) =>
      call(ticketViews.create, { body: view }, { idempotencyKey }),
    [VIEWS],
  )

export const useRenameView = () =>
  useInvalidatingMutation(
    ({ id, name }: { id: string; name: string }) => call(ticketViews.rename, { params: { id }, body: { name } }),
    [VIEWS],
  )

export const useRemoveView = () =>
  useInvalidatingMutation((id: string) => call(ticketViews.remove, { params: { id } }), [VIEWS])
