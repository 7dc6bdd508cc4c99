import { z } from 'zod'

/** Who to call or write to: the sender of the enquiry, the login that opened the ticket, or the customer. */
export const TicketContact = z.object({
  name: z.string(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  /** The customer's side reported it; otherwise staff wrote it down. */
  hasReported: z.boolean(),
})
export type TicketContact = z.infer<typeof TicketContact>
