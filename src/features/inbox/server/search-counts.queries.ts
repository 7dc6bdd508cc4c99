import { countSearchedTickets } from '#features/tickets/server/search.queries.ts'
import type { Db } from '#platform/database/database.ts'
import type { SearchCounts } from '../search-counts.contract.ts'
import { countSearchedEnquiries } from './enquiries.queries.ts'

/** The hits of a search in each tab of tickets and of Inkorg. */
export async function countSearched(db: Db, search: string): Promise<SearchCounts> {
  const [tickets, enquiries] = await Promise.all([countSearchedTickets(db, search), countSearchedEnquiries(db, search)])
  return { tickets, enquiries }
}
