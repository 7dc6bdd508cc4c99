import { queryOptions } from '@tanstack/react-query'
import { call } from '#shared/web/call.ts'
import { useInvalidatingMutation } from '#shared/web/invalidating-mutation.ts'
import { apiKeys, type NewApiKey } from '../api-keys.contract.ts'

const keys = ['API keys']

export const ownApiKeysQuery = queryOptions({
  queryKey: [...keys, 'own'],
  queryFn: ({ signal }) => call(apiKeys.listOwn, {}, { signal }),
})

/** All of the organization, for administrators. */
export const allApiKeysQuery = queryOptions({
  queryKey: [...keys, 'all'],
  queryFn: ({ signal }) => call(apiKeys.listAll, {}, { signal }),
})

export const useCreateApiKey = () =>
  useInvalidatingMutation((body: NewApiKey) => call(apiKeys.create, { body }), [keys])

export const useRevokeApiKey = () =>
  useInvalidatingMutation((id: string) => call(apiKeys.revoke, { params: { id } }), [keys])
