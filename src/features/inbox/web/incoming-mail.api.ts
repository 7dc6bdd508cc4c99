import { queryOptions } from '@tanstack/react-query'
import { call } from '#shared/web/call.ts'
import { useInvalidatingMutation } from '#shared/web/invalidating-mutation.ts'
import { incomingMail } from '../incoming-mail.contract.ts'

export const incomingMailQuery = (id: string) =>
  queryOptions({
    queryKey: ['incoming-mail', id],
    queryFn: ({ signal }) => call(incomingMail.get, { params: { id } }, { signal }),
  })

/** The queries to refetch after adding a copy: the mail, its ticket and the customer's contacts. */
const KEYS = ['incoming-mail', 'tickets', 'customers'].map((part) => [part])

export const useAddCopy = (id: string) =>
  useInvalidatingMutation((address: string) => call(incomingMail.addCopy, { params: { id }, body: { address } }), KEYS)

export const fetchOriginal = (id: string) => call(incomingMail.original, { params: { id } })
