import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { invalidate } from '#shared/web/invalidate.ts'
import { listFactors, recoveryCodesLeft, removeFactor } from './factor-client.ts'
import { refetchPerson } from './session.ts'

const FACTORS = ['settings', 'factors'] as const

export const factorsQuery = queryOptions({ queryKey: [...FACTORS, 'list'], queryFn: listFactors })
export const recoveryCodesQuery = queryOptions({ queryKey: [...FACTORS, 'recovery-codes'], queryFn: recoveryCodesLeft })

/** Refetches the factors, and whether the person has any, also after an error: the answer may have been lost. */
export function useRefetchFactors() {
  const client = useQueryClient()
  return async () => {
    const codes = recoveryCodesQuery.queryKey.join()
    const others = client.invalidateQueries({
      queryKey: FACTORS,
      predicate: (query) => query.queryKey.join() !== codes,
    })
    await Promise.all([others, refetchPerson()])
    // The last factor takes the recovery codes with it.
    if (client.getQueryData(factorsQuery.queryKey)?.hasRecoveryCodes)
      await invalidate(client, recoveryCodesQuery.queryKey)
  }
}

/** Removes a factor of the own login. */
export function useRemoveFactor() {
  const refetch = useRefetchFactors()
  return useMutation({ mutationFn: (id: string) => removeFactor(id), onSettled: refetch })
}
