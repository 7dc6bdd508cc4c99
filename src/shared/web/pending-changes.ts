import type { MutationKey, QueryClient } from '@tanstack/react-query'

/**
 * The variables of the mutations in flight, oldest first. A refetch meanwhile (because of another person's change) may
 * answer without them: apply them to its rows, or the optimistic update would be lost.
 */
export const pendingChanges = <Change>(client: QueryClient, mutationKey: MutationKey): Change[] =>
  client
    .getMutationCache()
    .findAll({ mutationKey, status: 'pending' })
    .map(({ state }) => state.variables as Change)
