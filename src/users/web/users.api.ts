import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { call } from '#lib/web/call.ts'
import { type ChangedUser, type NewUser, type PasswordForUser, type Role, users } from '../users.contract.ts'

/** The organization's staff, the newest first, inactive ones too. */
export const usersQuery = queryOptions({
  queryKey: ['users', 'list'],
  queryFn: ({ signal }) => call(users.list, {}, { signal }),
})

/** A person's name and rights stand on nearly every screen. */
function useChange<Sent, Answer>(change: (sent: Sent) => Promise<Answer>) {
  const client = useQueryClient()
  return useMutation({ mutationFn: change, onSettled: () => client.invalidateQueries() })
}

type OfUser = { id: string }

export const useCreateUser = () =>
  useChange(({ user, idempotencyKey }: { user: z.input<typeof NewUser>; idempotencyKey: string }) =>
    call(users.create, { body: user }, { idempotencyKey }),
  )
export const useChangeUser = () =>
  useChange(({ id, ...body }: OfUser & ChangedUser) => call(users.change, { params: { id }, body }))
export const useChangeRole = () =>
  useChange(({ id, role }: OfUser & { role: Role }) => call(users.changeRole, { params: { id }, body: { role } }))
export const useSetUserPassword = () =>
  useChange(({ id, ...body }: OfUser & PasswordForUser) => call(users.setPassword, { params: { id }, body }))
export const useDeactivate = () => useChange(({ id }: OfUser) => call(users.deactivate, { params: { id } }))
export const useReactivate = () => useChange(({ id }: OfUser) => call(users.reactivate, { params: { id } }))
