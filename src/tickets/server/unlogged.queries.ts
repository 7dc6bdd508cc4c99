// Tickets that were answered and have no time: work that nobody will pay for, or that somebody forgot to log.
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { preparedQuery } from '#db/prepared-query.ts'
import type { JsonOf } from '#lib/server/ready-json.ts'
import { UNLOGGED_DAYS, UNLOGGED_SHOWN, type UnloggedTickets } from '../ticket-counts.contract.ts'
import type { TicketRow } from '../tickets.contract.ts'
import { parseRow, ticketRows } from './ticket-json.ts'

type Row = { total: number; rows: JsonOf<TicketRow>[] }

const since = sql`now() - make_interval(days => ${sql.lit(UNLOGGED_DAYS)})`

// Each half of the first condition has a partial index of its own.
const unlogged = preparedQuery<Row, object>(
  (db) => sql`with unlogged as materialized (
      select id, last_activity_at from tickets
      where ((status <> 'closed' and last_activity_at > ${since}) or (status = 'closed' and last_activity_at > ${since}))
        and exists (select from ticket_comments answer
          where answer.org_id = tickets.org_id and answer.ticket_id = tickets.id and not answer.by_customer
            and not answer.is_internal and answer.created_at > ${since})
        and not exists (select from time_entries
          where time_entries.org_id = tickets.org_id and time_entries.ticket_id = tickets.id and time_entries.deleted_at is null)
    )
    select (select count(*)::int from unlogged) as total, array(
      ${ticketRows(db)
        .where(
          'tickets.id',
          'in',
          sql<string>`(select id from unlogged order by last_activity_at desc, id desc limit ${sql.lit(UNLOGGED_SHOWN)})`,
        )
        .orderBy('tickets.lastActivityAt', 'desc')
        .orderBy('tickets.id', 'desc')}
    ) as rows`,
)

/** Those that were answered in the last `UNLOGGED_DAYS` days without any time, closed ones too; the latest active first. */
export async function findUnlogged(db: Db): Promise<UnloggedTickets> {
  const [found] = await unlogged(db, {})
  return {
    total: found?.total ?? 0,
    rows: (found?.rows ?? []).map(parseRow).map(({ id, ticketNumber, title, customer }) => ({
      ...{ id, ticketNumber, title, customer },
    })),
  }
}
