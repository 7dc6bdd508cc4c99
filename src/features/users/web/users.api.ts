import { type QueryKey, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import type { LiveEvent } from '#platform/live/live.contract.ts'
import { call } from '#shared/web/call.ts'
import { invalidate } from '#shared/web/invalidate.ts'
import { type ChangedUser, type NewUser, type PasswordForUser, type Role, users } from '../users.contract.ts'

/** The organization's staff, newest first, inactive ones included. */
export const usersQuery = queryOptions({
  queryKey: ['users', 'list'],
  queryFn: ({ signal }) => call(users.list, {}, { signal }),
})

/** The keys of the queries to refetch after an event: the list, and the names to choose from. */
export const userKeysOf = ({ about }: LiveEvent): QueryKey[] => (about === 'user' ? [['users']] : [])

/** Invalidates everything: nearly every screen shows names or depends on permissions. */
function useUserMutation<Input, Result>(change: (input: Input) => Promise<Result>) {
  const client = useQueryClient()
  return useMutation({ mutationFn: change, onSettled: () => invalidate(client, []) })
}

type OfUser = { id: string }

export const useCreateUser = () =>
  useUserMutation(({ user, idempotencyKey }: { user: z.input<typeof NewUser>; idempotencyKey: string }) =>
    call(users.create, { body: user }, { idempotencyKey }),
  )
export const useChangeUser = () =>
  useUserMutation(({ id, ...body }: OfUser & ChangedUser) => call(users.change, { params: { id }, body }))
export const useChangeRole = () =>
  useUserMutation(({ id, role }: OfUser & { role: Role }) => call(users.changeRole, { params: { id }, body: { role } }))
export const useSetUserPassword = () =>
  useUserMutation(({ id, ...body }: OfUser & PasswordForUser) => call(users.setPassword, { params: { id }, body }))
export const useUserLink = () => useUserMutation(({ id }: OfUser) => call(users.newLink, { params: { id } }))
export const useResetUserFactors = () =>
  useUserMutation(({ id }: OfUser) => call(users.resetFactors, { params: { id } }))
export const useDeactivate = () => useUserMutation(({ id }: OfUser) => call(users.deactivate, { params: { id } }))
export const useReactivate = () => useUserMutation(({ id }: OfUser) => call(users.reactivate, { params: { id } }))
