import { z } from 'zod'
import { NamedEquipment } from '#equipment/equipment.contract.ts'
import { Cursor, get, IdParams, pageOf } from '#lib/contract.ts'
import { TicketRow } from '#tickets/tickets.contract.ts'
import { TimePage } from '#time/time.contract.ts'
import { Customer } from './customers.contract.ts'
import { PortalLogin } from './logins.contract.ts'

/** How many of its tickets with work left the overview of a customer shows. */
export const SHOWN_TICKETS_MAX = 8

export const CustomerScreen = z.object({
  customer: Customer,
  /** Oldest first. */
  logins: z.array(PortalLogin),
  /** The first of the tickets with work left, and how many those are. */
  unresolved: z.object({ rows: z.array(TicketRow).max(SHOWN_TICKETS_MAX), total: z.int() }),
  /** Equipment whose warranty ends within `WARRANTY_NOTICE_DAYS`, the first to end first. */
  expiring: z.array(NamedEquipment),
  /** The first page of all its time entries, reported or not. */
  time: TimePage,
})
export type CustomerScreen = z.infer<typeof CustomerScreen>

export const customerScreen = {
  get: get('/api/customers/:id/screen', {
    allow: 'staff',
    summary: 'A customer with its portal logins, its tickets with work left and the newest of its time entries',
    params: IdParams,
    returns: CustomerScreen,
  }),
  tickets: get('/api/customers/:id/tickets', {
    allow: 'staff',
    summary: 'A customer’s tickets by status, those with work left first, the newest first of each',
    params: IdParams,
    query: z.strictObject({ after: Cursor.optional() }),
    returns: pageOf(TicketRow),
  }),
}
