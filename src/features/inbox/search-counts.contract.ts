import { z } from 'zod'
import { TicketCounts } from '#features/tickets/ticket-counts.contract.ts'
import { get, SearchText } from '#shared/contract.ts'
import { EnquiryCounts } from './enquiries.contract.ts'

/** The largest number of hits that is counted in one tab; search_count_max() in the database repeats it. */
export const SEARCH_COUNT_MAX = 1000

export const SearchCounts = z.object({ tickets: TicketCounts, enquiries: EnquiryCounts })
export type SearchCounts = z.infer<typeof SearchCounts>

export const searchCounts = {
  get: get('/api/search-counts', {
    allow: 'staff',
    summary: `How many tickets and enquiries of each tab a search finds, at most ${SEARCH_COUNT_MAX}`,
    query: z.strictObject({ search: SearchText.min(1) }),
    returns: SearchCounts,
  }),
}
