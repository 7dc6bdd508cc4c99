import { queryOptions, useMutation } from '@tanstack/react-query'
import { factorsQuery, useRefetchFactors } from './factors.api.ts'
import { addPasskey, listPasskeys, removePasskey, renamePasskey } from './passkey-client.ts'

const [settings, factors] = factorsQuery.queryKey

export const passkeysQuery = queryOptions({ queryKey: [settings, factors, 'passkeys'], queryFn: listPasskeys })

/** Refetches all factors: a passkey is one, and the last one takes the recovery codes with it. */
function usePasskeyMutation<Input>(change: (input: Input) => Promise<unknown>) {
  const refetch = useRefetchFactors()
  return useMutation({ mutationFn: change, onSettled: refetch })
}
export const useAddPasskey = () => usePasskeyMutation(() => addPasskey())
export const useRenamePasskey = (id: string) => usePasskeyMutation((name: string) => renamePasskey(id, name))
export const useRemovePasskey = () => usePasskeyMutation((id: string) => removePasskey(id))
