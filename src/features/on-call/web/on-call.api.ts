import { type QueryKey, queryOptions } from '@tanstack/react-query'
import type { LiveEvent } from '#platform/live/live.contract.ts'
import { call } from '#shared/web/call.ts'
import { useInvalidatingMutation } from '#shared/web/invalidating-mutation.ts'
import { type FilledDays, type OnCallNow, onCall } from '../on-call.contract.ts'

const ON_CALL = ['on-call']

/** Who has jour now, and the alarms that nobody has taken. Fetched again when the next in the roster take over. */
export const onCallQuery = queryOptions({
  queryKey: [...ON_CALL, 'now'],
  queryFn: ({ signal }) => call(onCall.now, {}, { signal }),
  refetchInterval: ({ state: { data } }) => (data ? Math.max(60_000, untilChange(data)) : false),
})

const untilChange = ({ until }: OnCallNow) => Date.parse(until) - Date.now()

/** Who has jour on the days of a period. */
export const onCallDaysQuery = (from: string, to: string) =>
  queryOptions({
    queryKey: [...ON_CALL, 'days', from, to],
    queryFn: ({ signal }) => call(onCall.days, { query: { from, to } }, { signal }),
  })

/** The keys of the queries to refetch after an event: also of a person, who may have left or got another name. */
export const onCallKeysOf = ({ about }: LiveEvent): QueryKey[] =>
  about === 'on-call' || about === 'user' ? [ON_CALL] : []

export const useFillDays = () => useInvalidatingMutation((body: FilledDays) => call(onCall.fill, { body }), [ON_CALL])

/** Everything that shows who has the ticket or enquiry is refetched by its own event. */
export const useTakeAlarm = () =>
  useInvalidatingMutation((id: string) => call(onCall.take, { params: { id } }), [ON_CALL])
