import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { PAGE_SIZE } from '#shared/contract.ts'
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
 * Ids of the tickets that contain every word of `search` in number, title, customer, text or comments, newest first, up to
 * `limit`. A search without a letter or digit matches all tickets. Returns nothing unless the actor is staff.
 */
export async function searchTickets(
  db: Db,
  { search, tab, status, priority, assignedTo, waiting, after }: Search,
  limit = PAGE_SIZE + 1,
): Promise<string[]> {
  const statuses = status === UNRESOLVED ? unresolvedStatuses.join(' ') : (status ?? null)
  const { rows } = await sql<{ id: string }>`
    select id from search_tickets(${search}, ${tab}, ${statuses}, ${priority ?? null}, ${assignedTo ?? null},
      ${waiting ? filterWords[waiting] : null}, ${after?.createdAt ?? null}, ${after?.id ?? null}, ${limit})`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}
