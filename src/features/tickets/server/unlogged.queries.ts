// Answered tickets without logged time: work that nobody would pay for, or that somebody forgot to log.
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { UNLOGGED_DAYS, UNLOGGED_SHOWN, type UnloggedTickets } from '../ticket-counts.contract.ts'
import { ticketRows, toTicketRow } from './ticket-rows.ts'

const since = sql`now() - make_interval(days => ${sql.lit(UNLOGGED_DAYS)})`

/** Tickets, also closed, answered in the last `UNLOGGED_DAYS` days without any time; the latest active first. */
export async function findUnlogged(db: Db): Promise<UnloggedTickets> {
  // Each half of the first condition has its own partial index.
  const unlogged = await db
    .selectFrom('tickets')
    .select(['id', sql<number>`count(*) over ()`.as('total')])
    .where(
      sql<boolean>`((status <> 'closed' and last_activity_at > ${since}) or (status = 'closed' and last_activity_at > ${since}))`,
    )
    .where(
      sql<boolean>`exists (select from ticket_comments answer
        where answer.org_id = tickets.org_id and answer.ticket_id = tickets.id and not answer.by_customer
          and not answer.is_internal and answer.created_at > ${since})`,
    )
    .where(
      sql<boolean>`not exists (select from time_entries
        where time_entries.org_id = tickets.org_id and time_entries.ticket_id = tickets.id and time_entries.deleted_at is null)`,
    )
    .orderBy('lastActivityAt', 'desc')
    .orderBy('id', 'desc')
    .limit(sql.lit(UNLOGGED_SHOWN))
    .execute()
  const [first] = unlogged
  if (!first) return { total: 0, rows: [] }
  const rows = await ticketRows(db)
    .where(
      'tickets.id',
      'in',
      unlogged.map(({ id }) => id),
    )
    .orderBy('tickets.lastActivityAt', 'desc')
    .orderBy('tickets.id', 'desc')
    .execute()
  return {
    total: first.total,
    rows: rows.map(toTicketRow).map(({ id, ticketNumber, title, customer }) => ({ id, ticketNumber, title, customer })),
  }
}
