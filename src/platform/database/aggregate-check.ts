import { sql } from 'kysely'
import type { Db } from './database.ts'

/** How many stored sums and counts (docs/decisions/011, 026, 055) differ from the rows that they summarize; must always be 0. */
export async function countWrongAggregates(db: Db): Promise<number> {
  const { rows } = await sql<{ wrong: number }>`
    select count(*)::int as wrong from (
      select 'open' as kind, org_id, customer_id::text as of, entries, minutes from open_time_sums
      union all select 'customer', org_id, customer_id::text, entries, minutes from customer_time_sums
      union all select 'reported', org_id, year::text, entries, minutes from reported_time_sums
      union all select 'daily', org_id, work_date || ' ' || user_id, entries, minutes from daily_time_sums
      union all select 'expenses', org_id, month || ' ' || user_id, entries, ore from expense_sums
      union all select 'parts of expenses', org_id, month || ' ' || user_id, unpriced, hundredths_of_km from expense_sums
      union all select 'tickets', org_id, '', sum(active), sum(archived) from ticket_counts group by org_id
      union all select 'files', org_id, '', bytes, reserved_bytes from file_usage
    ) stored
    full join (
      select 'open' as kind, org_id, customer_id::text as of, count(*) as entries, sum(minutes) as minutes
      from time_entries where not reported and deleted_at is null group by 2, 3
      union all
      select 'customer', org_id, customer_id::text, count(*), sum(minutes)
      from time_entries where deleted_at is null group by 2, 3
      union all
      select 'reported', org_id, extract(year from work_date)::text, count(*), sum(minutes)
      from time_entries where reported and deleted_at is null group by 2, 3
      union all
      select 'daily', org_id, work_date || ' ' || user_id, count(*), sum(minutes)
      from time_entries where deleted_at is null group by 2, 3
      union all
      select 'expenses', org_id, date_trunc('month', work_date)::date || ' ' || user_id, count(*),
        coalesce(sum(round(price_ore * quantity)) filter (where unbilled_reason is null), 0)
      from expenses where deleted_at is null group by 2, 3
      union all
      select 'parts of expenses', org_id, date_trunc('month', work_date)::date || ' ' || user_id,
        count(*) filter (where price_ore is null and unbilled_reason is null),
        coalesce(sum((quantity * 100)::bigint) filter (where kind = 'travel' and unit = 'km'), 0)
      from expenses where deleted_at is null group by 2, 3
      union all
      select 'tickets', org_id, '', count(*) filter (where status <> 'closed'), count(*) filter (where status = 'closed')
      from tickets group by 2
      union all
      select 'files', c.org_id, '', sum(octet_length(c.content)) filter (where f.state <> 'receiving'),
        sum(octet_length(c.content)) filter (where f.state = 'receiving')
      from file_chunks c join files f on f.org_id = c.org_id and f.id = c.file_id group by 2
    ) counted using (kind, org_id, of)
    where (coalesce(stored.entries, 0), coalesce(stored.minutes, 0))
      is distinct from (coalesce(counted.entries, 0), coalesce(counted.minutes, 0))`.execute(db)
  return rows[0]?.wrong ?? 0
}
