import { type QueryKey, queryOptions, useQuery } from '@tanstack/react-query'
import { countsQuery } from '#features/inbox/web/menu-counts.api.ts'
import { type FilledDays, onCall } from '#features/on-call/on-call.contract.ts'
import type { LiveEvent } from '#platform/live/live.contract.ts'
import { call } from '#shared/web/call.ts'
import { useInvalidatingMutation } from '#shared/web/invalidating-mutation.ts'

const ON_CALL = ['on-call']

/** Who has jour now, the days ahead without anybody, and the alarms that nobody has taken. */
export const useOnCall = () => useQuery(countsQuery).data?.onCall

/** Who has jour on the days of a period. */
export const onCallDaysQuery = (from: string, to: string) =>
  queryOptions({
    queryKey: [...ON_CALL, 'days', from, to],
    queryFn: ({ signal }) => call(onCall.days, { query: { from, to } }, { signal }),
  })

/** The keys of the queries to refetch after an event: also of a person, who may have left or got another name. */
export const onCallKeysOf = ({ about }: LiveEvent): QueryKey[] =>
  about === 'on-call' || about === 'user' ? [countsQuery.queryKey, ON_CALL] : []

export const useFillDays = () =>
  useInvalidatingMutation((body: FilledDays) => call(onCall.fill, { body }), [countsQuery.queryKey, ON_CALL])

/** Everything that shows who has the ticket or enquiry is refetched by its own event. */
export const useTakeAlarm = () =>
  useInvalidatingMutation((id: string) => call(onCall.take, { params: { id } }), [countsQuery.queryKey])
