import type { MutationKey, QueryClient } from '@tanstack/react-query'

/**
 * What is to be changed by requests that are not answered yet, in the order in which it was asked for. What a screen asks
 * for meanwhile, because of somebody else's change, does not know of them and would take them off the screen again.
 */
export const changesUnderWay = <Change>(client: QueryClient, mutationKey: MutationKey): Change[] =>
  client
    .getMutationCache()
    .findAll({ mutationKey, status: 'pending' })
    .map(({ state }) => state.variables as Change)
