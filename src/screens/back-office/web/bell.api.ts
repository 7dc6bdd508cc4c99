import { type QueryClient, type QueryKey, queryOptions, useQueryClient } from '@tanstack/react-query'
import { type ReadNotifications, staffNotifications } from '#features/inbox/staff-notifications.contract.ts'
import { countsQuery } from '#features/inbox/web/menu-counts.api.ts'
import type { LiveEvent } from '#platform/live/live.contract.ts'
import { attempt } from '#shared/ui/failure-toast.ts'
import { call } from '#shared/web/call.ts'
import { invalidate } from '#shared/web/invalidate.ts'

/** The user's newest notifications. */
export const notificationsQuery = queryOptions({
  queryKey: ['notifications'],
  queryFn: ({ signal }) => call(staffNotifications.list, {}, { signal }),
})

/** The keys of the queries to refetch after an event; the count is one of the menu's. */
export const notificationKeysOf = ({ about }: LiveEvent): QueryKey[] =>
  about === 'notification' ? [countsQuery.queryKey, notificationsQuery.queryKey] : []

/** Marks those of a ticket or an enquiry. The live event of the change refetches; a failure leaves them unread. */
export const readNotificationsOf = (of: ReadNotifications) =>
  call(staffNotifications.read, { body: of }).catch(() => undefined)

/** Marks all as read, at once. */
export function useReadAllNotifications() {
  const client = useQueryClient()
  return async () => {
    showAllRead(client)
    await attempt('Kunde inte markera notiserna som lästa', () => call(staffNotifications.read, { body: {} }))
    await Promise.all([countsQuery, notificationsQuery].map(({ queryKey }) => invalidate(client, queryKey)))
  }
}

function showAllRead(client: QueryClient) {
  const readAt = new Date().toISOString()
  client.setQueryData(countsQuery.queryKey, (counts) => counts && { ...counts, notifications: 0 })
  client.setQueryData(notificationsQuery.queryKey, (list) =>
    list?.map((one) => ({ ...one, readAt: one.readAt ?? readAt })),
  )
}
