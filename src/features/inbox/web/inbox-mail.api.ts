import { queryOptions } from '@tanstack/react-query'
import { call } from '#shared/web/call.ts'
import { useInvalidatingMutation } from '#shared/web/invalidating-mutation.ts'
import { inboxMail } from '../inbox-mail.contract.ts'

/** Why a mail is in Inkorg; 404 for a form. */
export const inboxMailQuery = (id: string) =>
  queryOptions({
    queryKey: ['enquiries', 'mail', id],
    queryFn: ({ signal }) => call(inboxMail.get, { params: { id } }, { signal }),
  })

/** The queries to refetch after an action on a mail: enquiries, counts in the menu, tickets and contacts. */
const KEYS = ['enquiries', 'counts', 'tickets', 'customers', 'dashboard'].map((part) => [part])

export const useAcceptMail = (id: string) =>
  useInvalidatingMutation(
    ({ idempotencyKey }: { idempotencyKey: string }) => call(inboxMail.accept, { params: { id } }, { idempotencyKey }),
    KEYS,
  )

export const useSaveSender = (id: string) =>
  useInvalidatingMutation(
    ({ customerId, idempotencyKey }: { customerId: string; idempotencyKey: string }) =>
      call(inboxMail.saveSender, { params: { id }, body: { customerId } }, { idempotencyKey }),
    KEYS,
  )
