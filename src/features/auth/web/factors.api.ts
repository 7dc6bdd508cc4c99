import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { invalidate } from '#shared/web/invalidate.ts'
import { listFactors, recoveryCodesLeft, removeFactor } from './factor-client.ts'
import { listPasskeys } from './passkey-client.ts'
import { refetchPerson } from './session.ts'

const FACTORS = ['settings', 'factors'] as const

export const factorsQuery = queryOptions({ queryKey: [...FACTORS, 'list'], queryFn: listFactors })
export const recoveryCodesQuery = queryOptions({ queryKey: [...FACTORS, 'recovery-codes'], queryFn: recoveryCodesLeft })

export const passkeysQuery = queryOptions({ queryKey: [...FACTORS, 'passkeys'], queryFn: listPasskeys })

/**
 * Refetches the factors, and whether the person has any, also after an error: the answer may have been lost. Recovery codes may
 * have gone with the last factor, so that there is nothing to ask for.
 */
export function useRefetchFactors() {
  const client = useQueryClient()
  return async () => {
    await Promise.all([
      invalidate(client, factorsQuery.queryKey),
      invalidate(client, passkeysQuery.queryKey),
      refetchPerson(),
    ])
    const hasCodes = client.getQueryData(factorsQuery.queryKey)?.hasRecoveryCodes
    if (hasCodes) await invalidate(client, recoveryCodesQuery.queryKey)
  }
}

/** Removes a factor of the own login. */
export function useRemoveFactor() {
  const refetch = useRefetchFactors()
  return useMutation({ mutationFn: (id: string) => removeFactor(id), onSettled: refetch })
}
