// Live events carry ids only, never content: a client that receives one refetches the queries on its screen.
import { z } from 'zod'
import { events, get, Id } from '#lib/contract.ts'

/** `everything`: the stream has begun, or events may have been missed; the client refetches all active queries. */
const Everything = z.object({ about: z.literal('everything') })
const OfTicket = z.object({ about: z.enum(['ticket', 'comment']), ticketId: Id })

/** The facts of the company that the portal shows. */
const OfCompany = z.object({ about: z.literal('company') })

export const PortalEvent = z.union([Everything, OfTicket, OfCompany])
export type PortalEvent = z.infer<typeof PortalEvent>

export const LiveEvent = z.union([
  Everything,
  OfTicket,
  OfCompany,
  z.object({ about: z.literal('presence'), ticketId: Id }),
  z.object({ about: z.literal('enquiry'), enquiryId: Id }),
])
export type LiveEvent = z.infer<typeof LiveEvent>

/** Last event of a stream that the server closes because its login exceeds the limit of streams and this one is the oldest. The client must not reconnect at once. */
export const Ended = z.object({ about: z.literal('ended'), reason: z.literal('too_many_streams') })
export type Ended = z.infer<typeof Ended>

export const live = {
  staff: get('/api/live', {
    allow: 'staff',
    summary: 'Live events of the organization',
    returns: events(z.union([LiveEvent, Ended])),
  }),
  customer: get('/api/portal/live', {
    allow: 'customer',
    summary: 'Live events of the customer’s tickets and of the company’s facts',
    returns: events(z.union([PortalEvent, Ended])),
  }),
}
