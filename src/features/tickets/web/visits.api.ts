import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { FIRST_DAY } from '#shared/dates.rules.ts'
import { call } from '#shared/web/call.ts'
import { useInvalidatingMutation } from '#shared/web/invalidating-mutation.ts'
import { type ChangedVisit, type NewVisit, VISIT_DAYS_MAX, type Visit, visits } from '../visits.contract.ts'

/** The visits of a person, by default the user, on a day and the days after it. */
export const visitsOfDaysQuery = (from: string, days: number, userId?: string) =>
  queryOptions({
    queryKey: ['visits', from, days, userId],
    queryFn: ({ signal }) =>
      call(visits.ofDays, { query: { from, days: String(days), ...(userId && { userId }) } }, { signal }),
  })

/** The user's visits of a week; the first week begins before FIRST_DAY. */
export const visitsOfWeekQuery = (monday: string) =>
  visitsOfDaysQuery(monday < FIRST_DAY ? FIRST_DAY : monday, VISIT_DAYS_MAX)

/** A changed visit is on the screens of its ticket and on the person's day. */
const useChange = <Input>(change: (input: Input) => Promise<Visit>) =>
  useInvalidatingMutation(change, [['tickets', 'one'], ['visits'], ['dashboard']])

export type PlannedVisit = { ticketId: string; visit: z.input<typeof NewVisit>; idempotencyKey: string }

export const usePlanVisit = () =>
  useChange(({ ticketId, visit, idempotencyKey }: PlannedVisit) =>
    call(visits.create, { params: { id: ticketId }, body: visit }, { idempotencyKey }),
  )

export const useChangeVisit = () =>
  useChange(({ id, visit }: { id: string; visit: z.input<typeof ChangedVisit> }) =>
    call(visits.change, { params: { id }, body: visit }),
  )

export const useCancelVisit = () =>
  useChange(({ id, version }: Pick<Visit, 'id' | 'version'>) =>
    call(visits.cancel, { params: { id }, body: { version } }),
  )

/** The calendar file of a visit. */
export const fetchCalendar = (id: string) => call(visits.calendar, { params: { id } })
