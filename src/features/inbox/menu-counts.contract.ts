import { z } from 'zod'
import { OnCallNow } from '#features/on-call/on-call-now.contract.ts'
import { WorkCounts } from '#features/tickets/ticket-counts.contract.ts'
import { get } from '#shared/contract.ts'
import { MailAlarms } from './mail-alarms.contract.ts'

/** Open enquiries: unread, urgent, and unread or urgent. */
const InboxCounts = z.object({ unread: z.int(), urgent: z.int(), attention: z.int() })

/**
 * The numbers in the menu (unfinished tickets and open enquiries) and at the bell (unread notifications, counted up to
 * COUNTED_NOTIFICATIONS), the warnings about mail, and who has jour.
 */
export const MenuCounts = WorkCounts.extend({
  inbox: InboxCounts,
  notifications: z.int(),
  mail: MailAlarms,
  onCall: OnCallNow,
})
export type MenuCounts = z.infer<typeof MenuCounts>

export const menuCounts = {
  get: get('/api/counts', {
    allow: 'staff',
    summary:
      'Unread and urgent enquiries, unread notifications, and tickets that are urgent, not taken, the user’s own and waiting for an answer; whether mail is received and sent; who has jour now, days ahead without anybody, and alarms that nobody has taken',
    returns: MenuCounts,
  }),
}
