import { z } from 'zod'
import { CustomerName } from '#features/customers/customers.contract.ts'
import { Id } from '#shared/contract.ts'

const count = z.int()
/** Unresolved tickets: urgent, open without an assignee, the user's own, waiting for our answer, and waiting or urgent. */
export const WorkCounts = z.object({ urgent: count, unassigned: count, mine: count, waiting: count, attention: count })
export type WorkCounts = z.infer<typeof WorkCounts>

/** Counts of the tabs; search and filters do not change them. */
export const TicketCounts = z.object({ active: z.int(), archived: z.int() })
export type TicketCounts = z.infer<typeof TicketCounts>

/** How long ago a ticket may have been answered to be told as one without time, and how many are shown. */
export const UNLOGGED_DAYS = 14
export const UNLOGGED_SHOWN = 5

/** Tickets that were answered and have no time: the first of them, and how many there are. */
export const UnloggedTickets = z.object({
  total: count,
  rows: z.array(z.object({ id: Id, ticketNumber: z.int(), title: z.string(), customer: CustomerName })),
})
export type UnloggedTickets = z.infer<typeof UnloggedTickets>
