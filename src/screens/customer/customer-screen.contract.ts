import { z } from 'zod'
import { HoursLeft } from '#features/billing/hours-left.contract.ts'
import { Contact } from '#features/customers/contacts.contract.ts'
import { Customer } from '#features/customers/customers.contract.ts'
import { PortalLogin } from '#features/customers/logins.contract.ts'
import { NamedEquipment } from '#features/equipment/equipment.contract.ts'
import { SHOWN_TICKETS_MAX } from '#features/tickets/customer-tickets.contract.ts'
import { KeptAnswers } from '#features/tickets/kept-answers.contract.ts'
import { TicketRow } from '#features/tickets/tickets.contract.ts'
import { TimePage } from '#features/time/time.contract.ts'
import { get, IdParams } from '#shared/contract.ts'

/** How many contacts the overview of a customer shows. */
export const SHOWN_CONTACTS_MAX = 4

/** A contact as the overview of its customer shows it. */
export const ContactToCall = Contact.pick({ id: true, name: true, title: true, phone: true, mobile: true, email: true })
export type ContactToCall = z.infer<typeof ContactToCall>

export const CustomerScreen = z.object({
  customer: Customer,
  /**
   * The contacts to call first (those with a number, the latest to report a ticket first), and how many contacts there
   * are.
   */
  contacts: z.object({ rows: z.array(ContactToCall).max(SHOWN_CONTACTS_MAX), total: z.int() }),
  /** Oldest first. */
  logins: z.array(PortalLogin),
  /** The first of the unresolved tickets, and how many unresolved tickets there are. */
  unresolved: z.object({ rows: z.array(TicketRow).max(SHOWN_TICKETS_MAX), total: z.int() }),
  /** Equipment whose warranty ends within `WARRANTY_NOTICE_DAYS`, the earliest first. */
  expiring: z.array(NamedEquipment),
  /** The terms of its agreement today, or the company's default ones; null without either. */
  agreement: z.object({ terms: z.string(), isDefault: z.boolean() }).nullable(),
  answers: KeptAnswers,
  /** Included and prepaid hours. */
  hours: z.array(HoursLeft),
  /** How much equipment is in use. */
  equipmentCount: z.int(),
  documentCount: z.int(),
  /** The first page of all its time entries, reported or not. */
  time: TimePage,
})
export type CustomerScreen = z.infer<typeof CustomerScreen>

export const customerScreen = {
  get: get('/api/customers/:id/screen', {
    allow: 'staff',
    summary:
      'A customer with whom to call, its portal logins, its tickets with work left and the newest of its time entries',
    params: IdParams,
    returns: CustomerScreen,
  }),
}
