import { z } from 'zod'
import { CustomerName } from '#features/customers/customers.contract.ts'
import { Id } from '#shared/contract.ts'

const count = z.int()
/** Unresolved tickets: urgent, open without assignee, the user's own, unanswered, and unanswered or urgent. */
export const WorkCounts = z.object({ urgent: count, unassigned: count, mine: count, waiting: count, attention: count })
export type WorkCounts = z.infer<typeof WorkCounts>

/** A view's count goes up to this, and is shown as '999+'. */
export const COUNTED_MAX = 1000

/** Counts of the tabs, independent of search and filters. */
export const TicketCounts = z.object({ active: z.int(), archived: z.int() })
export type TicketCounts = z.infer<typeof TicketCounts>

/** How long ago the answer to a ticket listed as without time may be, and how many are shown. */
export const UNLOGGED_DAYS = 14
export const UNLOGGED_SHOWN = 5

/** Answered tickets without time: the first of them, and their total number. */
export const UnloggedTickets = z.object({
  total: count,
  rows: z.array(z.object({ id: Id, ticketNumber: z.int(), title: z.string(), customer: CustomerName })),
})
export type UnloggedTickets = z.infer<typeof UnloggedTickets>
