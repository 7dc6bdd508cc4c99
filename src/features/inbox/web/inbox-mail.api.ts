import { queryOptions } from '@tanstack/react-query'
import { call } from '#shared/web/call.ts'
import { useInvalidatingMutation } from '#shared/web/invalidating-mutation.ts'
import { inboxMail } from '../inbox-mail.contract.ts'

/** Why a mail is in Inkorg. Of a form there is none. */
export const inboxMailQuery = (id: string) =>
  queryOptions({
    queryKey: ['enquiries', 'mail', id],
    queryFn: ({ signal }) => call(inboxMail.get, { params: { id } }, { signal }),
  })

/** What changes with a mail: the enquiry, the counts in the menu, the ticket and the contacts. */
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
