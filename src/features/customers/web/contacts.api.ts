import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { call } from '#shared/web/call.ts'
import { useInvalidatingMutation } from '#shared/web/invalidating-mutation.ts'
import { type ChangedContact, contacts, type NewContact } from '../contacts.contract.ts'
import { CUSTOMER_SCREENS } from './customers.keys.ts'

export const contactsQuery = (id: string) =>
  queryOptions({
    queryKey: ['customers', 'contacts', id],
    queryFn: ({ signal }) => call(contacts.list, { params: { id } }, { signal }),
  })

type ContactOf = { id: string; contactId: string }

/** Invalidates tickets too, because they show the name of their reporter. */
const useChange = <Input, Output>(change: (input: Input) => Promise<Output>) =>
  useInvalidatingMutation(change, [['customers', 'contacts'], CUSTOMER_SCREENS, ['tickets']])

type Create = { id: string; contact: z.input<typeof NewContact>; idempotencyKey: string }

export const useCreateContact = () =>
  useChange(({ id, contact, idempotencyKey }: Create) =>
    call(contacts.create, { params: { id }, body: contact }, { idempotencyKey }),
  )
export const useChangeContact = () =>
  useChange(({ contact, ...params }: ContactOf & { contact: z.input<typeof ChangedContact> }) =>
    call(contacts.change, { params, body: contact }),
  )
export const useArchiveContact = () => useChange((params: ContactOf) => call(contacts.archive, { params }))
export const useRestoreContact = () => useChange((params: ContactOf) => call(contacts.restore, { params }))
