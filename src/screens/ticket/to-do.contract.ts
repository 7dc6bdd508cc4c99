// 'Att göra': the tickets and the enquiries of Inkorg that a member of staff should handle, in order.
import { z } from 'zod'
import { EnquiryRow } from '#features/inbox/enquiries.contract.ts'
import { TicketRow } from '#features/tickets/tickets.contract.ts'
import { Cursor, get, pageOf } from '#shared/contract.ts'

const ToDoTicket = TicketRow.extend({ type: z.literal('ticket') })

const ToDoEnquiry = EnquiryRow.extend({
  type: z.literal('enquiry'),
  /** The sender's first message without an answer of ours. */
  unansweredSince: z.iso.datetime().nullable(),
  lastActivityAt: z.iso.datetime(),
})

export const ToDoRow = z.discriminatedUnion('type', [ToDoTicket, ToDoEnquiry])
export type ToDoRow = z.infer<typeof ToDoRow>

export const toDo = {
  list: get('/api/todo', {
    allow: 'staff',
    summary:
      'The user’s unresolved tickets and open enquiries, and those that nobody has, without those that wait for the customer or for a reminder: unanswered urgent ones, then others by when the answer is due, then the rest by priority and age; `count` of all is null on later pages',
    query: z.strictObject({ after: Cursor.optional() }),
    returns: pageOf(ToDoRow).extend({ count: z.int().nullable() }),
  }),
}
