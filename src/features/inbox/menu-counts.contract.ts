import { z } from 'zod'
import { WorkCounts } from '#features/tickets/ticket-counts.contract.ts'
import { get } from '#shared/contract.ts'
import { MailAlarms } from './mail-alarms.contract.ts'

/** Open enquiries: unread, urgent, and unread or urgent. */
const InboxCounts = z.object({ unread: z.int(), urgent: z.int(), attention: z.int() })

/**
 * The numbers in the menu (unfinished tickets and open enquiries) and at the bell (unread notifications, counted up to
 * COUNTED_NOTIFICATIONS), and the warnings about mail.
 */
export const MenuCounts = WorkCounts.extend({ inbox: InboxCounts, notifications: z.int(), mail: MailAlarms })
export type MenuCounts = z.infer<typeof MenuCounts>

export const menuCounts = {
  get: get('/api/counts', {
    allow: 'staff',
    summary:
      'Unread and urgent enquiries, unread notifications, and tickets that are urgent, not taken, the user’s own and waiting for an answer; whether mail is received and sent',
    returns: MenuCounts,
  }),
}
