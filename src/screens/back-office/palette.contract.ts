// The server's hits of the palette, beside what the device has.
import { z } from 'zod'
import { TicketStatus } from '#features/tickets/tickets.contract.ts'
import { get, Id, SearchText } from '#shared/contract.ts'

/** The most hits of each kind. */
export const PALETTE_HITS_MAX = 5

const ofCustomer = { customerId: Id, customerName: z.string() }

export const PaletteHits = z.object({
  tickets: z.array(
    z.object({ id: Id, ticketNumber: z.int(), title: z.string(), status: TicketStatus, customerName: z.string() }),
  ),
  customers: z.array(z.object({ id: Id, name: z.string(), email: z.string().nullable() })),
  contacts: z.array(z.object({ id: Id, name: z.string(), title: z.string().nullable(), ...ofCustomer })),
  equipment: z.array(
    z.object({ id: Id, name: z.string(), model: z.string().nullable(), serial: z.string().nullable(), ...ofCustomer }),
  ),
  /** Of Inkorg; without suspect and automatic mail, unless it has that number. */
  enquiries: z.array(z.object({ id: Id, number: z.int().nullable(), name: z.string(), createdAt: z.iso.datetime() })),
})
export type PaletteHits = z.infer<typeof PaletteHits>

export const palette = {
  search: get('/api/palette', {
    allow: 'staff',
    summary: `The first hits of a search among tickets, active customers, their contacts and equipment, and Inkorg, at most ${PALETTE_HITS_MAX} of each; the ticket and the enquiry with that number are first`,
    query: z.strictObject({ search: SearchText.min(1) }),
    returns: PaletteHits,
  }),
}
