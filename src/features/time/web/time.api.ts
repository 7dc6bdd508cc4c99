import { infiniteQueryOptions, type QueryKey, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { CUSTOMER_AGREEMENTS, CUSTOMER_SCREENS } from '#features/customers/web/customers.keys.ts'
import { users } from '#features/users/users.contract.ts'
import type { LiveEvent } from '#platform/live/live.contract.ts'
import { isInRange, mondayOf, todayInStockholm } from '#shared/dates.rules.ts'
import { call } from '#shared/web/call.ts'
import { isPhone } from '#shared/web/device.ts'
import { useInvalidatingMutation } from '#shared/web/invalidating-mutation.ts'
import {
  type ChangedLength,
  type ChangedTimeEntry,
  type NewCell,
  type NewTimeEntry,
  TimeFilter,
  time,
} from '../time.contract.ts'

export type ListFilter = Omit<TimeFilter, 'after'>

/** By default phones show one's own rows, larger screens everybody's. */
const isMine = (who: string | null) => who === 'me' || (who !== 'all' && isPhone())

/** The filter in the list's URL; invalid values are ignored. */
export const timeFilterOf = (params: URLSearchParams): Required<ListFilter> => ({
  customerId: TimeFilter.shape.customerId.safeParse(params.get('customerId') ?? undefined).data,
  ticketId: TimeFilter.shape.ticketId.safeParse(params.get('ticketId') ?? undefined).data,
  month: TimeFilter.shape.month.safeParse(params.get('month') ?? undefined).data,
  reported: params.get('reported') === 'true',
  mine: isMine(params.get('who')),
})

/** Pages of time entries; the first page has the sum of all matching rows. */
export const timeQuery = ({ reported, mine, ...filter }: ListFilter) =>
  infiniteQueryOptions({
    queryKey: ['time', { ...filter, reported: Boolean(reported), mine: Boolean(mine) }],
    queryFn: ({ pageParam, signal }) =>
      call(
        time.list,
        {
          query: {
            ...filter,
            ...(reported && { reported: 'true' }),
            ...(mine && { mine: 'true' }),
            ...(pageParam && { after: pageParam }),
          },
        },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
  })

/** The own rows in the week of a date. */
export const weekQuery = (date: string) =>
  queryOptions({
    queryKey: ['time', 'week', mondayOf(date)],
    queryFn: ({ signal }) => call(time.week, { query: { date } }, { signal }),
  })

/** The date in the URL of the week; today without a valid one. */
export const weekDateOf = (params: URLSearchParams): string => {
  const date = params.get('date') ?? ''
  return /^\d{4}-\d{2}-\d{2}$/.test(date) && isInRange(date) ? date : todayInStockholm()
}

/** The recovery key of a new row on the page of a customer or a ticket. */
export const timeRecoveryKey = (subject: { id: string }) => `time:${subject.id}`

/** All staff by name, also deactivated. */
export const staffNamesQuery = queryOptions({
  queryKey: ['users', 'names'],
  queryFn: ({ signal }) => call(users.names, {}, { signal }),
})

/** The keys of the queries to refetch after an event: the lists, and the overviews and agreements of customers. */
export const timeKeysOf = ({ about }: LiveEvent): QueryKey[] =>
  about === 'time' ? [['time'], CUSTOMER_SCREENS, CUSTOMER_AGREEMENTS] : []

/** A changed row invalidates the lists, the sums of the dashboard and those of tickets. */
const useChange = <Input, Output>(change: (input: Input) => Promise<Output>) =>
  useInvalidatingMutation(change, [['time'], ['dashboard'], ['tickets', 'one'], CUSTOMER_AGREEMENTS])

export const useCreateTime = () =>
  useChange(({ entry, idempotencyKey }: { entry: z.input<typeof NewTimeEntry>; idempotencyKey: string }) =>
    call(time.create, { body: entry }, { idempotencyKey }),
  )
export const useChangeTime = () =>
  useChange(({ id, entry }: { id: string; entry: z.input<typeof ChangedTimeEntry> }) =>
    call(time.change, { params: { id }, body: entry }),
  )
export const useRemoveTime = () => useChange((id: string) => call(time.remove, { params: { id } }))
export const useRestoreTime = () => useChange((id: string) => call(time.restore, { params: { id } }))
export const useAddCell = () =>
  useChange(({ cell, idempotencyKey }: { cell: NewCell; idempotencyKey: string }) =>
    call(time.addCell, { body: cell }, { idempotencyKey }),
  )
export const useChangeLength = () =>
  useChange(({ id, ...body }: { id: string } & ChangedLength) => call(time.changeLength, { params: { id }, body }))
