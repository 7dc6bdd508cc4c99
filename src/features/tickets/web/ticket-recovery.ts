// Recovery keys of the dialogs of a ticket, in a file of their own because the dialogs load when they are opened.
import { snapshotSubject } from '#shared/web/form-recovery.ts'
import { Ticket, TicketRow } from '../tickets.contract.ts'

const MANAGED = 'manage-ticket:'

export const manageKey = (ticketId: string) => `${MANAGED}${ticketId}`
export const reminderKey = (ticketId: string) => `reminder:${ticketId}`
export const peopleKey = (ticketId: string) => `ticket-people:${ticketId}`
export const billingKey = (ticketId: string) => `ticket-billing:${ticketId}`
export const mergeKey = (ticketId: string) => `merge-ticket:${ticketId}`
export const relateKey = (ticketId: string) => `relate-ticket:${ticketId}`

/** The ticket as it was when the dialog of its status, priority and assignee was opened. */
export const recoverableManaged = (): TicketRow | undefined => TicketRow.safeParse(snapshotSubject(MANAGED)).data

/** The ticket as it was when the dialog of its recipient and order number was opened. */
export const recoverableBilling = (ticketId: string): Ticket | undefined =>
  Ticket.safeParse(snapshotSubject(billingKey(ticketId))).data

/** The ticket as it was when the dialog of its reporter and copies was opened. */
export const recoverablePeople = (ticketId: string): Ticket | undefined =>
  Ticket.safeParse(snapshotSubject(peopleKey(ticketId))).data
