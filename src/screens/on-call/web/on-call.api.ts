import { queryOptions } from '@tanstack/react-query'
import { countsQuery } from '#features/inbox/web/menu-counts.api.ts'
import { type FilledDays, onCall } from '#features/on-call/on-call.contract.ts'
import { call } from '#shared/web/call.ts'
import { useInvalidatingMutation } from '#shared/web/invalidating-mutation.ts'
import { ON_CALL, SEEN_DAYS } from './on-call.keys.ts'

/** Who has jour on the days of a period. */
export const onCallDaysQuery = (from: string, to: string) =>
  queryOptions({
    queryKey: [...ON_CALL, 'days', from, to],
    queryFn: ({ signal }) => call(onCall.days, { query: { from, to } }, { signal }),
  })

/**
 * Who had jour on the days of a period when it was chosen in the form. No event refetches it: what somebody else saves meanwhile
 * is a conflict.
 */
export const seenDaysQuery = (from: string, to: string) =>
  queryOptions({
    queryKey: [...SEEN_DAYS, from, to],
    queryFn: ({ signal }) => call(onCall.days, { query: { from, to } }, { signal }),
    staleTime: 'static',
    gcTime: 0,
  })

export const useFillDays = () =>
  useInvalidatingMutation((body: FilledDays) => call(onCall.fill, { body }), [countsQuery.queryKey, ON_CALL])

export const useEndOnCall = () => useInvalidatingMutation(() => call(onCall.end, {}), [countsQuery.queryKey, ON_CALL])

/** Everything that shows who has the ticket or enquiry is refetched by its own event. */
export const useTakeAlarm = () =>
  useInvalidatingMutation((id: string) => call(onCall.take, { params: { id } }), [countsQuery.queryKey])
