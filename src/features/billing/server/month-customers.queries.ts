// The customers of a month, page by page, with their invoice bases.
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { customersAfter } from '#features/customers/server/customers.queries.ts'
import { activeExpenses } from '#features/time/server/expenses.queries.ts'
import { activeTime } from '#features/time/server/time.queries.ts'
import type { Db } from '#platform/database/database.ts'
import { page, positionOf } from '#platform/database/keyset.ts'
import type { Schema } from '#platform/database/schema.ts'
import { PAGE_SIZE } from '#shared/contract.ts'
import { spanOfMonth } from '#shared/dates.rules.ts'
import { type Ore, ore } from '#shared/money.rules.ts'
import { liveStates, type MonthFilter } from '../invoice-bases.contract.ts'
import { activePrepaidHours } from './active-prepaid-hours.queries.ts'
import { customersWithDue } from './due-charges.queries.ts'
import { listedInvoiceBases, toListed } from './invoice-bases.queries.ts'
import { listUnbilledMonths } from './taken-months.queries.ts'

/** A month with at most so many rows in all is read whole; of any other the customers are tried in the order of the list. */
const FEW_ROWS = 200

type Span = ReturnType<typeof spanOfMonth>
type Position = { name: string; id: string } | undefined

/** What puts a customer in the list of a month: active time, travel, material, bought hours or a live basis. */
const sourcesOf = (db: Kysely<Schema>, { from, before }: Span, isRow: RawBuilder<boolean>) =>
  [
    activeTime(db).where('workDate', '>=', from).where('workDate', '<', before).where(isRow).select('customerId'),
    activeExpenses(db).where('workDate', '>=', from).where('workDate', '<', before).where(isRow).select('customerId'),
    activePrepaidHours(db)
      .where('boughtOn', '>=', from)
      .where('boughtOn', '<', before)
      .where(isRow)
      .select('customerId'),
    liveBases(db, { from, before }).where(isRow).select('customerId'),
  ] as const

const liveBases = (db: Kysely<Schema>, { from }: Span) =>
  db.selectFrom('invoiceBases').where('month', '=', from).where('state', 'in', liveStates)

/** The customers of the month after a position, one more than a page; `due` have charges to bill. */
async function customersOfMonth(db: Db, span: Span, position: Position, due: readonly string[]) {
  const [first, ...others] = sourcesOf(db, span, sql<boolean>`true`)
  const few = await others
    .reduce((all, source) => all.unionAll(source), first)
    .limit(sql.lit(FEW_ROWS + 1))
    .execute()
  const isOfCustomer = sql<boolean>`org_id = customers.org_id and customer_id = customers.id`
  const listed = db
    .selectFrom('customers')
    .select(['id', 'name'])
    .where((eb) =>
      few.length <= FEW_ROWS
        ? sql<boolean>`id = any(${[...few.map(({ customerId }) => customerId), ...due]}::uuid[])`
        : eb.or([
            sql<boolean>`id = any(${due}::uuid[])`,
            // With `offset` each customer is looked up; without it the planner may read the whole month.
            ...sourcesOf(db, span, isOfCustomer).map((source) => sql<boolean>`exists (${source} offset 0)`),
          ]),
    )
  return customersAfter(listed, position, PAGE_SIZE + 1).execute()
}

/** The number and sum of the live invoice bases in each state. */
async function sumStates(db: Db, span: Span) {
  const rows = await liveBases(db, span)
    .select(['state', sql<number>`count(*)`.as('count'), sql<Ore>`sum(net_ore)::bigint`.as('netOre')])
    .groupBy('state')
    .execute()
  return liveStates.map((state) => {
    const sum = rows.find((row) => row.state === state)
    return { state, count: sum?.count ?? 0, netOre: sum?.netOre ?? ore(0) }
  })
}

/** A page of the customers of a month, in Swedish order; the sums of the states come with the first page only. */
export async function listMonth(db: Db, { month, after }: MonthFilter) {
  const span = spanOfMonth(month)
  const position = positionOf(after, ['name', 'id'])
  const due = await customersWithDue(db, month)
  const customers = page(await customersOfMonth(db, span, position, due), ({ name, id }) => ({ name, id }))
  const ids = sql<string[]>`${customers.rows.map(({ id }) => id)}::uuid[]`
  const [unbilled, worked, made, sums] = await Promise.all([
    listUnbilledMonths(
      db,
      customers.rows.map(({ id }) => id),
      month,
    ),
    activeTime(db)
      .select(['customerId', sql<number>`sum(minutes)`.as('minutes')])
      .select(sql<number>`count(*) filter (where not reported)`.as('unreported'))
      .where(sql<boolean>`customer_id = any(${ids})`)
      .where('workDate', '>=', span.from)
      .where('workDate', '<', span.before)
      .groupBy('customerId')
      .execute(),
    listedInvoiceBases(db)
      .select('customerId')
      .where('month', '=', span.from)
      .where('state', 'in', liveStates)
      .where(sql<boolean>`customer_id = any(${ids})`)
      .execute(),
    position ? null : sumStates(db, span),
  ])
  const timeOf = new Map(worked.map((row) => [row.customerId, row]))
  const invoiceBasisOf = new Map(made.map(({ customerId, ...basis }) => [customerId, toListed(basis)]))
  const rows = customers.rows.map((customer) => ({
    customer,
    minutes: timeOf.get(customer.id)?.minutes ?? 0,
    unreported: timeOf.get(customer.id)?.unreported ?? 0,
    unbilled: unbilled.get(customer.id) ?? [],
    basis: invoiceBasisOf.get(customer.id) ?? null,
  }))
  return { month, rows, next: customers.next, sums }
}
