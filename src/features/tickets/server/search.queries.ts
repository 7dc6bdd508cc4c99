import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { PAGE_SIZE } from '#shared/contract.ts'
import { asciiSearch } from '#shared/email.rules.ts'
import type { TicketCounts } from '../ticket-counts.contract.ts'
import { type TicketFilter, UNRESOLVED, unresolvedStatuses } from '../tickets.contract.ts'

type Search = Pick<TicketFilter, 'tab' | 'status' | 'priority' | 'waiting'> & {
  search: string
  /** The id of a member of staff, or 'nobody'. */
  assignedTo?: string | undefined
  after?: { createdAt: string; id: string } | undefined
}

/** Words of `filter_words()` in the database. */
const filterWords = { us: 'waiting', customer: 'held' } as const

/**
 * Ids of the tickets that have every word of `search` in number, title, texts, quoted mail or names of files, or in what their
 * customer, contacts or equipment are called and reached by; newest first, up to `limit`. Returns nothing for a search
 * without a letter or digit, or unless the actor is staff.
 */
export async function searchTickets(
  db: Db,
  { search, tab, status, priority, assignedTo, waiting, after }: Search,
  limit = PAGE_SIZE + 1,
): Promise<string[]> {
  const statuses = status === UNRESOLVED ? unresolvedStatuses.join(' ') : (status ?? null)
  const { rows } = await sql<{ id: string }>`
    select id from search_tickets(${search}, ${asciiSearch(search)}, ${tab}, ${statuses}, ${priority ?? null}, ${assignedTo ?? null},
      ${waiting ? filterWords[waiting] : null}, ${after?.createdAt ?? null}, ${after?.id ?? null}, ${limit})`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** How many tickets of each tab a search finds without other filters, at most SEARCH_COUNT_MAX each. */
export async function countSearchedTickets(db: Db, search: string): Promise<TicketCounts> {
  const { rows } = await sql<TicketCounts>`
    select active, archived from count_searched_tickets(${search}, ${asciiSearch(search)})`.execute(db)
  return rows[0] ?? { active: 0, archived: 0 }
}
