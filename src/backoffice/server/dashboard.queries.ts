import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { addDays, mondayOf, monthOf, spanOfMonth, todayInStockholm } from '#lib/dates.rules.ts'
import { openTotal } from '#time/server/time.queries.ts'
import { type Dashboard, TOP_CUSTOMERS, WEEKS_SHOWN } from '../dashboard.contract.ts'

/** Sums of everything the organization has, as of `today` in Stockholm. */
export async function readDashboard(db: Db, today = todayInStockholm()): Promise<Dashboard> {
  const month = monthOf(today)
  const span = spanOfMonth(month)
  const thisMonday = mondayOf(today)
  const mondays = Array.from({ length: WEEKS_SHOWN }, (_, index) => addDays(thisMonday, 7 * (index - WEEKS_SHOWN + 1)))
  // Twelve weeks hold the month so far; what is planned for its last days lies ahead of them.
  const [unreported, busiest, days, customers] = await Promise.all([
    openTotal(db),
    busiestCustomers(db),
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
    topCustomers: busiest.map(({ id, name, archivedAt, minutes }) => ({
      customer: { id, name, isArchived: archivedAt !== null },
      minutes,
    })),
    weeks: mondays.map((monday) => ({ monday, minutes: minutesBetween(monday, addDays(monday, 7)) })),
  }
}

const latest = (one: string, other: string) => (one > other ? one : other)

/** Those with most open time, by name where they have as much. */
function busiestCustomers(db: Db) {
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
