import { queryOptions } from '@tanstack/react-query'
import { call } from '#shared/web/call.ts'
import { useInvalidatingMutation } from '#shared/web/invalidating-mutation.ts'
import { firstHour } from '../first-hour.contract.ts'

/** For administrators. Read whenever the Dashboard is opened, as many screens tick steps. */
export const firstHourQuery = queryOptions({
  queryKey: ['first-hour'],
  queryFn: ({ signal }) => call(firstHour.get, {}, { signal }),
  refetchOnMount: 'always',
})

export const useHideFirstHour = () => useInvalidatingMutation(() => call(firstHour.hide, {}), [firstHourQuery.queryKey])
