import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { showFailure } from '#shared/ui/failure-toast.ts'
import { call } from '#shared/web/call.ts'
import { invalidate } from '#shared/web/invalidate.ts'
import { type ChangedOwnSettings, ownSettings } from '../own-settings.contract.ts'

export const ownSettingsQuery = queryOptions({
  queryKey: ['own-settings'],
  queryFn: ({ signal }) => call(ownSettings.read, {}, { signal }),
})

/** Saves the signature. */
export function useChangeSignature() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (signature: string) => call(ownSettings.change, { body: { signature } }),
    onSuccess: (settings) => {
      client.setQueryData(ownSettingsQuery.queryKey, settings)
      void invalidate(client, ['me'])
    },
  })
}

/** Shows the choice at once, and the earlier one again if it could not be saved. */
export function useChangeOwnSettings() {
  const client = useQueryClient()
  const { queryKey } = ownSettingsQuery
  const { mutate } = useMutation({
    mutationFn: (body: ChangedOwnSettings) => call(ownSettings.change, { body }),
    onMutate: async (chosen) => {
      await client.cancelQueries({ queryKey })
      const before = client.getQueryData(queryKey)
      client.setQueryData(queryKey, before && Object.assign({}, before, chosen))
      return before
    },
    onSuccess: (settings) => {
      client.setQueryData(queryKey, settings)
      // The signed-in person has some of them.
      void invalidate(client, ['me'])
    },
    onError: (error, _chosen, before) => {
      client.setQueryData(queryKey, before)
      showFailure('Kunde inte spara ditt val', error)
    },
  })
  return mutate
}
