import { z } from 'zod'

const count = z.int()
/** Unresolved tickets: urgent, open without an assignee, the user's own, waiting for our answer, and waiting or urgent. */
export const WorkCounts = z.object({ urgent: count, unassigned: count, mine: count, waiting: count, pressing: count })
export type WorkCounts = z.infer<typeof WorkCounts>

/** Counts of the tabs; search and filters do not change them. */
export const TicketCounts = z.object({ active: z.int(), archived: z.int() })
export type TicketCounts = z.infer<typeof TicketCounts>
