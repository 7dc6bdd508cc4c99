import type { QueryKey } from '@tanstack/react-query'
import { countsQuery } from '#features/inbox/web/menu-counts.api.ts'
import type { LiveEvent } from '#platform/live/live.contract.ts'

export const ON_CALL = ['on-call']
export const SEEN_DAYS = ['on-call-seen']

/** The keys of the queries to refetch after an event: also of a person, who may have left or got another name. */
export const onCallKeysOf = ({ about }: LiveEvent): QueryKey[] =>
  about === 'on-call' || about === 'user' ? [countsQuery.queryKey, ON_CALL] : []
