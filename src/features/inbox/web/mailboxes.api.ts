import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { call } from '#shared/web/call.ts'
import { useInvalidatingMutation } from '#shared/web/invalidating-mutation.ts'
import { type ChangedMailbox, mailboxes, type NewMailbox } from '../mailboxes.contract.ts'

const MAILBOXES = ['settings', 'mailboxes']

/** Refetched regularly, since the reader updates the state of each mailbox. */
export const mailboxesQuery = queryOptions({
  queryKey: MAILBOXES,
  queryFn: ({ signal }) => call(mailboxes.list, {}, { signal }),
  refetchInterval: 10_000,
})

const useChange = <Input, Output>(change: (input: Input) => Promise<Output>) =>
  useInvalidatingMutation(change, [MAILBOXES])

export const useCreateMailbox = () =>
  useChange(({ values, idempotencyKey }: { values: z.input<typeof NewMailbox>; idempotencyKey: string }) =>
    call(mailboxes.create, { body: values }, { idempotencyKey }),
  )
export const useChangeMailbox = () =>
  useChange(({ id, values }: { id: string; values: z.input<typeof ChangedMailbox> }) =>
    call(mailboxes.change, { params: { id }, body: values }),
  )
export const useRemoveMailbox = () => useChange((id: string) => call(mailboxes.remove, { params: { id } }))
export const useTryMailbox = () => useChange((id: string) => call(mailboxes.try, { params: { id } }))
