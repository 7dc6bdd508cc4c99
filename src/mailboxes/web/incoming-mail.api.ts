import { queryOptions } from '@tanstack/react-query'
import { call } from '#lib/web/call.ts'
import { incomingMail } from '../incoming-mail.contract.ts'

export const incomingMailQuery = (id: string) =>
  queryOptions({
    queryKey: ['incoming-mail', id],
    queryFn: ({ signal }) => call(incomingMail.get, { params: { id } }, { signal }),
  })

export const fetchOriginal = (id: string) => call(incomingMail.original, { params: { id } })
