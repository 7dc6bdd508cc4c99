import { sql } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import { endingBindings, toEndingBindings } from '#features/billing/server/ending-bindings.queries.ts'
import { runningOut, toRunningOut } from '#features/billing/server/hours-left.queries.ts'
import { invoiceBasesLeft, toBasesLeft } from '#features/billing/server/invoice-bases.queries.ts'
import { allAnswers, toAllAnswers } from '#features/tickets/server/kept-answers.queries.ts'
import { findUnlogged } from '#features/tickets/server/unlogged.queries.ts'
import { toDayVisit, visitsOfPerson } from '#features/tickets/server/visits.queries.ts'
import { VISIT_DAYS_MAX } from '#features/tickets/visits.contract.ts'
import { ownWeek } from '#features/time/own-week.rules.ts'
import { openSums } from '#features/time/server/time.queries.ts'
import type { StaffActor } from '#platform/database/actor.ts'
import { compiledOnce } from '#platform/database/compiled-query.ts'
import type { Db } from '#platform/database/database.ts'
import { withNestedRows } from '#platform/database/nested-rows.ts'
import { firstToDo } from '#screens/ticket/server/to-do.queries.ts'
import { addDays, mondayOf, monthOf, spanOfMonth, todayInStockholm } from '#shared/dates.rules.ts'
import {
  CHART_WEEKS,
  type Dashboard,
  ENDING_BINDINGS_SHOWN,
  RUNNING_OUT_SHOWN,
  TO_DO_SHOWN,
  TOP_CUSTOMERS,
} from '../dashboard.contract.ts'

/** What the actor should do now, and the figures of the organization in minutes, as of `today` in Stockholm. */
export async function readDashboard(db: Db, actor: StaffActor, today = todayInStockholm()): Promise<Dashboard> {
  const month = monthOf(today)
  const span = spanOfMonth(month)
  const thisMonday = mondayOf(today)
  const mondays = Array.from({ length: CHART_WEEKS }, (_, index) => addDays(thisMonday, 7 * (index - CHART_WEEKS + 1)))
  // The twelve weeks include the month so far; entries planned for later this month come after them.
  const before = latest(span.before, addDays(thisMonday, 7))
  const [toDo, unlogged, [figures]] = await Promise.all([
    firstToDo(db, actor, { today, after: undefined, limit: TO_DO_SHOWN }),
    findUnlogged(db),
    figuresOf(
      withNestedRows(db),
      actor.userId,
      today,
      mondays[0] ?? thisMonday,
      before,
      addDays(today, VISIT_DAYS_MAX),
    ),
  ])
  if (!figures) throw new Error('The figures are one row')
  const { days, customers, unreported, top, bases, running, bindings, visits, answers } = figures
  const minutesBetween = (from: string, until: string) =>
    days.reduce((sum, { workDate, minutes }) => (workDate >= from && workDate < until ? sum + minutes : sum), 0)
  const ownMinutes = new Map(days.map(({ workDate, own }) => [workDate, own]))
  return {
    toDo,
    unlogged,
    week: ownWeek(thisMonday, (date) => ownMinutes.get(date) ?? 0),
    visits: visits.map(toDayVisit),
    unreported,
    currentMonth: { month, minutes: minutesBetween(span.from, span.before) },
    customers,
    topCustomers: top.map(({ id, name, archivedAt, minutes }) => ({
      customer: { id, name, isArchived: archivedAt !== null },
      minutes,
    })),
    bases: toBasesLeft(bases),
    runningOut: toRunningOut(running),
    endingBindings: toEndingBindings(bindings),
    answers: toAllAnswers(answers),
    weeks: mondays.map((monday) => ({ monday, minutes: minutesBetween(monday, addDays(monday, 7)) })),
  }
}

/** All figures in one statement, as each of their own costs a round trip. */
const figuresOf = compiledOnce(
  (db, userId: string, today: string, from: string, before: string, visitsBefore: string) =>
    db.selectNoFrom([
      sql<number>`(${countCustomers(db)})`.as('customers'),
      jsonObjectFrom(openSums(db)).$notNull().as('unreported'),
      jsonArrayFrom(topCustomers(db)).as('top'),
      jsonArrayFrom(minutesByDay(db, userId, from, before)).as('days'),
      jsonArrayFrom(invoiceBasesLeft(db)).as('bases'),
      jsonArrayFrom(runningOut(db, RUNNING_OUT_SHOWN, today)).as('running'),
      jsonArrayFrom(endingBindings(db, ENDING_BINDINGS_SHOWN, today)).as('bindings'),
      jsonArrayFrom(visitsOfPerson(db, userId, today, visitsBefore)).as('visits'),
      jsonObjectFrom(allAnswers(db)).as('answers'),
    ]),
)

const countCustomers = (db: Db) =>
  db
    .selectFrom('customers')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('archivedAt', 'is', null)

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
}

/** Minutes by day, of everybody and of the user. */
const minutesByDay = (db: Db, userId: string, from: string, before: string) =>
  db
    .selectFrom('dailyTimeSums')
    .select([
      'workDate',
      sql<number>`sum(minutes)::int`.as('minutes'),
      sql<number>`coalesce(sum(minutes) filter (where user_id = ${userId}), 0)::int`.as('own'),
    ])
    .where('workDate', '>=', from)
    .where('workDate', '<', before)
    .groupBy('workDate')
