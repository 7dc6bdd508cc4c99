import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'

/** How long ago the bases of the last month were made at most. */
const LAST_MADE_DAYS_AGO = 2

/**
 * Dates the demo's bases and what happened to them as if each month was billed in the first working days of the next one, the last
 * month's as if they were made lately, and nothing later than now. Numbers them by the year in which they were billed.
 */
export async function dateBases(db: Db, { today, last }: { today: string; last: string }) {
  const at = (
    column: 'created_at' | 'sent_at' | 'approved_at' | 'billed_at' | 'ended_at',
    days: number,
    time: string,
  ) =>
    sql`${sql.ref(column)} = case when ${sql.ref(column)} is not null
      then least(${sql.ref(column)}, (made_on + ${days}::integer + ${time}::time) at time zone business_time_zone()) end`
  await sql`
    update invoice_bases b set ${sql.join([
      at('created_at', 0, '09:05'),
      at('sent_at', 0, '10:30'),
      at('approved_at', 1, '13:12'),
      at('billed_at', 1, '15:40'),
      at('ended_at', 2, '08:50'),
    ])}
    from (
      select id, greatest(
        -- The first day of the next month that is no weekend.
        next_month + case extract(isodow from next_month) when 6 then 2 when 7 then 1 else 0 end,
        case when month = ${`${last}-01`}::date then ${today}::date - ${LAST_MADE_DAYS_AGO}::integer end) as made_on
      from invoice_bases, lateral (select (month + interval '1 month')::date as next_month) next) dated
    where dated.id = b.id`.execute(db)
  await numberByYear(db)
}

/** The earlier year first, so that no two have the same number meanwhile. */
async function numberByYear(db: Db) {
  for (const comparison of [sql`<`, sql`=`])
    await sql`
      update invoice_bases b set number_year = numbered.year, number = numbered.number
      from (
        select id, year, row_number() over (partition by org_id, year order by number) as number
        from (select id, org_id, number, extract(year from billed_at at time zone business_time_zone())::integer as year
          from invoice_bases where number is not null) billed
      ) numbered
      where numbered.id = b.id and numbered.year ${comparison} extract(year from now() at time zone business_time_zone())`.execute(
      db,
    )
  await sql`delete from invoice_basis_numbers`.execute(db)
  await sql`insert into invoice_basis_numbers (org_id, year, last)
    select org_id, number_year, max(number) from invoice_bases where number is not null group by org_id, number_year`.execute(
    db,
  )
}
