import { queryOptions, useMutation } from '@tanstack/react-query'
import { call } from '#shared/web/call.ts'
import { useInvalidatingMutation } from '#shared/web/invalidating-mutation.ts'
import { type ChangedMailServer, type MailServerForm, mailServer } from '../mail-server.contract.ts'
import { countsQuery } from './menu-counts.api.ts'

/** For administrators. */
export const mailServerQuery = queryOptions({
  queryKey: ['settings', 'mail-server'],
  queryFn: ({ signal }) => call(mailServer.get, {}, { signal }),
})

/** What shows whether mail is sent. */
const changedKeys = [mailServerQuery.queryKey, ['settings', 'mail'], countsQuery.queryKey]

export const useChangeMailServer = () =>
  useInvalidatingMutation((body: ChangedMailServer) => call(mailServer.change, { body }), changedKeys)

export const useRemoveMailServer = () => useInvalidatingMutation(() => call(mailServer.remove, {}), changedKeys)

export const useTryMailServer = () =>
  useMutation({ mutationFn: (body: MailServerForm) => call(mailServer.try, { body }), gcTime: 0 })
