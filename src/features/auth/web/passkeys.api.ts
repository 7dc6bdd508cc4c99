import { useMutation } from '@tanstack/react-query'
import { useRefetchFactors } from './factors.api.ts'
import { addPasskey, removePasskey, renamePasskey } from './passkey-client.ts'

/** Refetches all factors: a passkey is one, and the last one takes the recovery codes with it. */
function usePasskeyMutation<Input>(change: (input: Input) => Promise<unknown>) {
  const refetch = useRefetchFactors()
  return useMutation({ mutationFn: change, onSettled: refetch })
}
export const useAddPasskey = () => usePasskeyMutation(() => addPasskey())
export const useRenamePasskey = (id: string) => usePasskeyMutation((name: string) => renamePasskey(id, name))
export const useRemovePasskey = () => usePasskeyMutation((id: string) => removePasskey(id))
