import { z } from 'zod'
import { WorkCounts } from '#features/tickets/ticket-counts.contract.ts'
import { get } from '#shared/contract.ts'
import { MailAlarms } from './mail-alarms.contract.ts'

/**
 * The numbers in the menu (unread enquiries and unfinished tickets) and at the bell (unread notifications, counted up to
 * COUNTED_NOTIFICATIONS), and the warnings about mail.
 */
export const MenuCounts = WorkCounts.extend({ unread: z.int(), notifications: z.int(), mail: MailAlarms })
export type MenuCounts = z.infer<typeof MenuCounts>

export const menuCounts = {
  get: get('/api/counts', {
    allow: 'staff',
    summary:
      'Unread enquiries and notifications, and tickets that are urgent, not taken, the user’s own and waiting for an answer; whether mail is received and sent',
    returns: MenuCounts,
  }),
}
