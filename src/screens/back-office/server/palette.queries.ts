import { listFirstContacts, listFirstCustomers } from '#features/customers/server/first-customers.queries.ts'
import { listFirstEquipment } from '#features/equipment/server/equipment.queries.ts'
import { listFirstEnquiries } from '#features/inbox/server/first-enquiries.queries.ts'
import { listFirstTickets } from '#features/tickets/server/first-tickets.queries.ts'
import type { Db } from '#platform/database/database.ts'
import { PALETTE_HITS_MAX, type PaletteHits } from '../palette.contract.ts'

/** The first hits of each kind. */
export async function searchEverything(db: Db, search: string): Promise<PaletteHits> {
  const [tickets, customers, contacts, equipment, enquiries] = await Promise.all([
    listFirstTickets(db, search, PALETTE_HITS_MAX),
    listFirstCustomers(db, search, PALETTE_HITS_MAX),
    listFirstContacts(db, search, PALETTE_HITS_MAX),
    listFirstEquipment(db, search, PALETTE_HITS_MAX),
    listFirstEnquiries(db, search, PALETTE_HITS_MAX),
  ])
  return { tickets, customers, contacts, equipment, enquiries }
}
