// Answered tickets without logged time: work that nobody would pay for, or that somebody forgot to log.
import { sql } from 'kysely'
import { compiledOnce } from '#platform/database/compiled-query.ts'
import type { Db } from '#platform/database/database.ts'
import { UNLOGGED_DAYS, UNLOGGED_SHOWN, type UnloggedTickets } from '../ticket-counts.contract.ts'
import { ticketRows, toTicketRow } from './ticket-rows.ts'

const since = sql`now() - make_interval(days => ${sql.lit(UNLOGGED_DAYS)})`

// The answers are read by an index of their own; of tickets only those without time.
const firstUnlogged = sql<{ id: string; total: number }>`(
  with answered as materialized (
    select distinct org_id, ticket_id from ticket_comments where not by_customer and not is_internal and created_at > ${since}
  )
  select id, count(*) over () as total from tickets
  where merged_into is null and id = any(array(select ticket_id from answered where not exists (select from time_entries
    where time_entries.org_id = answered.org_id and time_entries.ticket_id = answered.ticket_id and time_entries.deleted_at is null)))
  order by last_activity_at desc, id desc limit ${sql.lit(UNLOGGED_SHOWN)})`

const unloggedTickets = compiledOnce((db) =>
  ticketRows(db)
    .innerJoin(firstUnlogged.as<'unlogged'>(sql`unlogged`), (join) => join.onRef('unlogged.id', '=', 'tickets.id'))
    .select('unlogged.total')
    .orderBy('tickets.lastActivityAt', 'desc')
    .orderBy('tickets.id', 'desc'),
)

/** Tickets, also closed but not merged, answered in the last `UNLOGGED_DAYS` days without any time; the latest active first. */
export async function findUnlogged(db: Db): Promise<UnloggedTickets> {
  const rows = await unloggedTickets(db)
  return {
    total: rows[0]?.total ?? 0,
    rows: rows.map(toTicketRow).map(({ id, ticketNumber, title, customer }) => ({ id, ticketNumber, title, customer })),
  }
}
