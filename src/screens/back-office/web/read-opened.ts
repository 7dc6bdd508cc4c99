import { useEffect } from 'react'
import { useMatch } from 'react-router'
import { rowIdOf } from '#shared/web/url.ts'
import { readNotificationsOf } from './bell.api.ts'

/**
 * Marks the notifications of the ticket or enquiry on the screen as read: when it is opened, when there are new ones meanwhile,
 * and when the tab is shown again.
 */
export function useReadOpened(unread: number) {
  const ticketId = useMatch('/backoffice/tickets/:id')?.params.id
  const enquiryId = useMatch('/backoffice/inbox/:id')?.params.id
  useEffect(() => {
    if (unread === 0 || (!ticketId && !enquiryId)) return
    const read = () => {
      if (document.visibilityState !== 'visible') return
      void readNotificationsOf(ticketId ? { ticketId: rowIdOf(ticketId) } : { enquiryId: rowIdOf(enquiryId ?? '') })
    }
    read()
    document.addEventListener('visibilitychange', read)
    return () => document.removeEventListener('visibilitychange', read)
  }, [ticketId, enquiryId, unread])
}
