import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { call } from '#shared/web/call.ts'
import { invalidate } from '#shared/web/invalidate.ts'
import { type ChangedRights, type Invitation, logins, type PasswordForLogin } from '../logins.contract.ts'
import { CUSTOMER_SCREENS } from './customers.keys.ts'

type LoginOf = { id: string; userId: string }

function useChange<Input extends { id: string }, Output>(change: (input: Input) => Promise<Output>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: (_, { id }) =>
      Promise.all(
        // The list shows how many logins a customer has; a login may create or restore its contact.
        [
          [...CUSTOMER_SCREENS, id],
          ['customers', 'list'],
          ['customers', 'contacts'],
        ].map((queryKey) => invalidate(client, queryKey)),
      ),
  })
}

type Invite = { id: string; invitation: z.input<typeof Invitation>; idempotencyKey: string }

export const useInvite = () =>
  useChange(({ id, invitation, idempotencyKey }: Invite) =>
    call(logins.invite, { params: { id }, body: invitation }, { idempotencyKey }),
  )
export const useRevoke = () => useChange((params: LoginOf) => call(logins.revoke, { params }))
export const useChangeRights = () =>
  useChange(({ rights, ...params }: LoginOf & { rights: ChangedRights }) =>
    call(logins.changeRights, { params, body: rights }),
  )
export const useReopen = () => useChange((params: LoginOf) => call(logins.reopen, { params }))
export const useNewLink = () => useChange((params: LoginOf) => call(logins.newLink, { params }))
export const useResetLoginFactors = () => useChange((params: LoginOf) => call(logins.resetFactors, { params }))
export const useSetPassword = () =>
  useChange(({ password, mustChange, ...params }: LoginOf & PasswordForLogin) =>
    call(logins.setPassword, { params, body: { password, mustChange } }),
  )
