// A ticket's history.
import { z } from 'zod'
import { Id } from '#shared/contract.ts'
import { FromNumber } from './merged-tickets.contract.ts'

/** The fields whose changes are in a ticket's history. */
export const ticketChangeFields = [
  'status',
  'priority',
  'assignee',
  'reporter',
  'copy',
  'recurring',
  'hold',
  'reminder',
  'merged',
  'absorbed',
  'visit',
  'invoice_recipient',
  'order_number',
] as const
export type TicketChangeField = (typeof ticketChangeFields)[number]

/**
 * `before` and `after` are values of the field, with people by name and null for none. A change of copies has one of them:
 * who was added or removed. `recurring` is the creation: `after` is the title of the recurring ticket. `hold` has one of them
 * too, `reminder` none. `merged` and `absorbed` have the number of the other ticket: `after` when the two were merged, `before`
 * when they were separated. `visit` has the former and the new time: a planned visit has no former, a cancelled one no new.
 */
export const TicketChange = z.object({
  kind: z.literal('change'),
  id: Id,
  createdAt: z.iso.datetime(),
  author: z.object({ id: Id, fullName: z.string() }).nullable(),
  fromNumber: FromNumber,
  field: z.enum(ticketChangeFields),
  before: z.string().nullable(),
  after: z.string().nullable(),
  /** Whether the customer's comment reopened the ticket, or ended the wait for it. */
  byComment: z.boolean(),
})
export type TicketChange = z.infer<typeof TicketChange>
