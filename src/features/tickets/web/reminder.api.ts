import { useQueryClient } from '@tanstack/react-query'
import { call } from '#shared/web/call.ts'
import { useInvalidatingMutation } from '#shared/web/invalidating-mutation.ts'
import { type ChosenReminder, reminders } from '../reminders.contract.ts'
import { ticketScreenQuery } from './tickets.api.ts'

/** Sets or removes the user's reminder of a ticket; the lists and counts of 'Att göra' follow. */
export function useChangeReminder(id: string) {
  const client = useQueryClient()
  const { queryKey } = ticketScreenQuery(id)
  return useInvalidatingMutation(
    async (body: ChosenReminder) => {
      const changed = await call(reminders.change, { params: { id }, body })
      client.setQueryData(queryKey, (screen) => screen && { ...screen, ...changed })
      return changed
    },
    [['tickets', 'list'], ['tickets', 'views'], ['dashboard']],
  )
}
