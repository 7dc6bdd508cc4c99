import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { addDays, mondayOf, monthOf, spanOfMonth, todayInStockholm } from '#lib/dates.rules.ts'
import { standingTime } from '#time/server/time.queries.ts'
import { type Dashboard, TOP_CUSTOMERS, WEEKS_SHOWN } from '../dashboard.contract.ts'

const minutes = sql<number>`coalesce(sum(minutes), 0)::int`

/** Sums of everything the organization has, as of `today` in Stockholm (rule 11). */
export async function readDashboard(db: Db, today = todayInStockholm()): Promise<Dashboard> {
  const month = monthOf(today)
  const [open, currentMonth, customers, weeks] = await Promise.all([
    openByCustomer(db),
    minutesBetween(db, spanOfMonth(month)),
    db
      .selectFrom('customers')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('archivedAt', 'is', null)
      .executeTakeFirstOrThrow(),
    minutesByWeek(db, today),
  ])
  return {
    unreported: {
      rows: open.reduce((sum, customer) => sum + customer.rows, 0),
      minutes: open.reduce((sum, customer) => sum + customer.minutes, 0),
    },
    currentMonth: { month, minutes: currentMonth.minutes },
    customers: customers.count,
    topCustomers: open.slice(0, TOP_CUSTOMERS).map(({ id, name, archivedAt, minutes }) => ({
      customer: { id, name, isArchived: archivedAt !== null },
      minutes,
    })),
    weeks,
  }
}

function openByCustomer(db: Db) {
  const open = standingTime(db)
    .select(['orgId', 'customerId', minutes.as('minutes'), sql<number>`count(*)::int`.as('rows')])
    .where(sql<boolean>`not reported`)
    .groupBy(['orgId', 'customerId'])
  return db
    .selectFrom(open.as('open'))
    .innerJoin('customers', (join) =>
      join.onRef('customers.orgId', '=', 'open.orgId').onRef('customers.id', '=', 'open.customerId'),
    )
    .select(['customers.id', 'customers.name', 'customers.archivedAt', 'open.minutes', 'open.rows'])
    .orderBy('open.minutes', 'desc')
    .orderBy(sql`customers.name collate "sv-SE-x-icu"`)
    .execute()
}

const minutesBetween = (db: Db, { from, before }: { from: string; before: string }) =>
  standingTime(db)
    .select(minutes.as('minutes'))
    .where('workDate', '>=', from)
    .where('workDate', '<', before)
    .executeTakeFirstOrThrow()

async function minutesByWeek(db: Db, today: string) {
  const thisMonday = mondayOf(today)
  const mondays = Array.from({ length: WEEKS_SHOWN }, (_, index) => addDays(thisMonday, 7 * (index - WEEKS_SHOWN + 1)))
  const rows = await standingTime(db)
    .select([sql<string>`date_trunc('week', work_date)::date`.as('monday'), minutes.as('minutes')])
    .where('workDate', '>=', mondays[0] ?? thisMonday)
    .where('workDate', '<', addDays(thisMonday, 7))
    .groupBy(sql`1`)
    .execute()
  const byMonday = new Map(rows.map((row) => [row.monday, row.minutes]))
  return mondays.map((monday) => ({ monday, minutes: byMonday.get(monday) ?? 0 }))
}
