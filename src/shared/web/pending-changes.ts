import type { MutationKey, QueryClient } from '@tanstack/react-query'

/**
 * The variables of the mutations in flight, oldest first. The response of a concurrent refetch may lack them: apply them to its
 * rows, or the optimistic update would be lost.
 */
export const pendingChanges = <Change>(client: QueryClient, mutationKey: MutationKey): Change[] =>
  client
    .getMutationCache()
    .findAll({ mutationKey, status: 'pending' })
    .map(({ state }) => state.variables as Change)
