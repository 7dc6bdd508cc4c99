// What screens show of used hours (used-hours-tasks.ts keeps them); row-level security decides whose.
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { todayInStockholm } from '#lib/dates.rules.ts'
import { tellAt } from '../drawing.rules.ts'
import type { HoursLeft } from '../used-hours.contract.ts'

/** How long a pot that is used up is shown. */
const USED_UP_SHOWN_DAYS = 30

const hoursJson = sql<HoursLeft>`case when used_hours.month is null
  then json_build_object('kind', 'pot', 'boughtOn', pots.bought_on, 'validUntil', pots.valid_until,
    'minutes', used_hours.minutes, 'usedMinutes', used_hours.used_minutes)
  else json_build_object('kind', 'included', 'month', to_char(used_hours.month, 'YYYY-MM'),
    'minutes', used_hours.minutes, 'usedMinutes', used_hours.used_minutes) end`

/** Hours that can be used today. */
const areCurrent = (today: string) => sql<boolean>`case when used_hours.pot_id is null
  then used_hours.month = date_trunc('month', ${today}::date)::date
  else coalesce(pots.valid_until >= ${today}::date, true) and (used_hours.used_minutes < used_hours.minutes
    or used_hours.told_at > now() - ${sql.lit(USED_UP_SHOWN_DAYS)} * interval '1 day') end`

const withPots = (db: Kysely<Schema>) =>
  db
    .selectFrom('usedHours')
    .leftJoin('pots', (join) =>
      join.onRef('pots.orgId', '=', 'usedHours.orgId').onRef('pots.id', '=', 'usedHours.potId'),
    )

/** The included hours of a customer's month and its pots, in the order in which they are drawn. */
export async function listHoursLeft(db: Kysely<Schema>, customerId: string, today = todayInStockholm()) {
  const rows = await withPots(db)
    .select(hoursJson.as('hours'))
    .where('usedHours.customerId', '=', customerId)
    .where(areCurrent(today))
    .orderBy(sql`used_hours.pot_id is not null`)
    .orderBy(sql`pots.valid_until nulls last`)
    .orderBy('pots.boughtOn')
    .orderBy('pots.id')
    .execute()
  return rows.map(({ hours }) => hours)
}

/** The first hours of which most is used, pots before included hours, and how many there are; a pot only when its customer has no other to use. */
export async function listRunningOut(db: Kysely<Schema>, limit: number, today = todayInStockholm()) {
  const [nearly] = tellAt
  const rows = await withPots(db)
    .innerJoin('customers', (join) =>
      join.onRef('customers.orgId', '=', 'usedHours.orgId').onRef('customers.id', '=', 'usedHours.customerId'),
    )
    .select(['customers.id', 'customers.name', hoursJson.as('hours')])
    .select(sql<number>`count(*) over ()`.as('total'))
    .where('customers.archivedAt', 'is', null)
    .where(areCurrent(today))
    .where(sql<boolean>`used_hours.used_minutes * 100 >= used_hours.minutes * ${sql.lit(nearly)}`)
    .where(
      sql<boolean>`(used_hours.pot_id is null or not exists (select from used_hours other
        where other.org_id = used_hours.org_id and other.customer_id = used_hours.customer_id and other.pot_id is not null
          and other.used_minutes * 100 < other.minutes * ${sql.lit(nearly)}))`,
    )
    .orderBy(sql`used_hours.pot_id is null`)
    .orderBy(sql`customers.name collate "sv-SE-x-icu"`)
    .orderBy('customers.id')
    .limit(sql.lit(limit))
    .execute()
  return {
    rows: rows.map(({ id, name, hours }) => ({ customer: { id, name }, hours })),
    total: rows[0]?.total ?? 0,
  }
}
