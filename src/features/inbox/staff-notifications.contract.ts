// What has happened that concerns the user: the bell of the back office.
import { z } from 'zod'
import { bellEvents } from '#features/users/notification-choices.rules.ts'
import { get, Id, nothing, put } from '#shared/contract.ts'
import { EnquiryKind } from './enquiries.contract.ts'

/** How many the list has. */
export const LISTED_NOTIFICATIONS = 50
/** Unread ones are counted up to this. */
export const COUNTED_NOTIFICATIONS = 100

export const StaffNotification = z.object({
  id: Id,
  event: z.enum(bellEvents),
  createdAt: z.iso.datetime(),
  readAt: z.iso.datetime().nullable(),
  /** Whose act it was; null for that of a program. */
  by: z.string().nullable(),
  /** It is about a ticket or an enquiry. */
  ticket: z.object({ id: Id, ticketNumber: z.int(), title: z.string(), customerName: z.string() }).nullable(),
  enquiry: z.object({ id: Id, kind: EnquiryKind, excerpt: z.string() }).nullable(),
  /** When the answer in that is due now: a mail that was read late may be overdue when it arrives, without a reminder. */
  dueAt: z.iso.datetime().nullable(),
})
export type StaffNotification = z.infer<typeof StaffNotification>

/** Those of a ticket or of an enquiry; all without either. */
export const ReadNotifications = z.strictObject({ ticketId: Id.optional(), enquiryId: Id.optional() })
export type ReadNotifications = z.output<typeof ReadNotifications>

export const staffNotifications = {
  list: get('/api/notifications', {
    allow: 'staff',
    summary: `The user’s newest ${LISTED_NOTIFICATIONS} notifications`,
    returns: z.array(StaffNotification),
  }),
  read: put('/api/notifications/read', {
    allow: 'staff',
    summary: 'Marks the user’s notifications as read: of a ticket, of an enquiry, or all',
    body: ReadNotifications,
    returns: nothing,
  }),
}
