// Apart from the queries, so that the frame of the back office loads none of their code.
import type { QueryKey } from '@tanstack/react-query'
import type { LiveEvent } from '#live/live.contract.ts'

export const ALL_BASES = ['bases']

/** The keys of the queries to refetch after an event. */
export const basisKeysOf = ({ about }: LiveEvent): QueryKey[] =>
  about === 'basis' || about === 'time' ? [ALL_BASES] : []
