import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { addDays, mondayOf, monthOf, spanOfMonth, todayInStockholm } from '#lib/dates.rules.ts'
import { openTotal } from '#time/server/time.queries.ts'
import { CHART_WEEKS, type Dashboard, TOP_CUSTOMERS } from '../dashboard.contract.ts'

/** The figures of the organization, in minutes, as of `today` in Stockholm. */
export async function readDashboard(db: Db, today = todayInStockholm()): Promise<Dashboard> {
  const month = monthOf(today)
  const span = spanOfMonth(month)
  const thisMonday = mondayOf(today)
  const mondays = Array.from({ length: CHART_WEEKS }, (_, index) => addDays(thisMonday, 7 * (index - CHART_WEEKS + 1)))
  // The twelve weeks include the month so far; entries planned for its last days are later.
  const [unreported, top, days, customers] = await Promise.all([
    openTotal(db),
    topCustomers(db),
    minutesByDay(db, { from: mondays[0] ?? thisMonday, before: latest(span.before, addDays(thisMonday, 7)) }),
    db
      .selectFrom('customers')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('archivedAt', 'is', null)
      .executeTakeFirstOrThrow(),
  ])
  const minutesBetween = (from: string, before: string) =>
    days.reduce((sum, { workDate, minutes }) => (workDate >= from && workDate < before ? sum + minutes : sum), 0)
  return {
    unreported,
    currentMonth: { month, minutes: minutesBetween(span.from, span.before) },
    customers: customers.count,
    topCustomers: top.map(({ id, name, archivedAt, minutes }) => ({
      customer: { id, name, isArchived: archivedAt !== null },
      minutes,
    })),
    weeks: mondays.map((monday) => ({ monday, minutes: minutesBetween(monday, addDays(monday, 7)) })),
  }
}

const latest = (one: string, other: string) => (one > other ? one : other)

/** The customers with the most unreported time; ties by name. */
function topCustomers(db: Db) {
  const most = db
    .selectFrom('openTimeSums')
    .select(['orgId', 'customerId', sql<number>`minutes::int`.as('minutes')])
    .where('entries', '>', 0)
    .orderBy('minutes', 'desc')
    .fetch(TOP_CUSTOMERS, 'with ties')
  return db
    .selectFrom(most.as('most'))
    .innerJoin('customers', (join) =>
      join.onRef('customers.orgId', '=', 'most.orgId').onRef('customers.id', '=', 'most.customerId'),
    )
    .select(['customers.id', 'customers.name', 'customers.archivedAt', 'most.minutes'])
    .orderBy('most.minutes', 'desc')
    .orderBy(sql`customers.name collate "sv-SE-x-icu"`)
    .limit(sql.lit(TOP_CUSTOMERS))
    .execute()
}

const minutesByDay = (db: Db, { from, before }: { from: string; before: string }) =>
  db
    .selectFrom('dailyTimeSums')
    .select(['workDate', sql<number>`sum(minutes)::int`.as('minutes')])
    .where('workDate', '>=', from)
    .where('workDate', '<', before)
    .groupBy('workDate')
    .execute()
