// What is told as it happens: ids alone, never content. Whoever is told asks again for what is on the screen.
import { z } from 'zod'
import { events, get, Id } from '#lib/contract.ts'

/** `everything`: something may have been missed; ask again for all that is shown. */
const Everything = z.object({ about: z.literal('everything') })
const OfTicket = z.object({ about: z.enum(['ticket', 'comment']), ticketId: Id })

export const PortalEvent = z.union([Everything, OfTicket])
export type PortalEvent = z.infer<typeof PortalEvent>

export const LiveEvent = z.union([
  Everything,
  OfTicket,
  z.object({ about: z.literal('presence'), ticketId: Id }),
  z.object({ about: z.literal('enquiry'), enquiryId: Id }),
])
export type LiveEvent = z.infer<typeof LiveEvent>

/** The last event of a stream: its login has opened more than it may, and this was the oldest. Not to be opened again at once. */
export const Ended = z.object({ about: z.literal('ended'), reason: z.literal('too_many_streams') })
export type Ended = z.infer<typeof Ended>

export const live = {
  staff: get('/api/live', {
    allow: 'staff',
    summary: 'What happens in the organization, as it happens',
    returns: events(z.union([LiveEvent, Ended])),
  }),
  customer: get('/api/portal/live', {
    allow: 'customer',
    summary: 'What happens to the customer’s tickets, as it happens',
    returns: events(z.union([PortalEvent, Ended])),
  }),
}
