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
import { addresseesOf } from './addressees.queries.ts'
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

/** The sums of the customers' active time, with how many rows are not reported, and on a date without terms. */
const sumTime = (db: Db, { from, before }: Span, ids: RawBuilder<string[]>) =>
  activeTime(db)
    .select(['customerId', sql<number>`sum(minutes)`.as('minutes')])
    .select(sql<number>`count(*) filter (where not reported)`.as('unreported'))
    .select(
      sql<number>`count(*) filter (where unbilled_reason is null and work_date < coalesce((select min(valid_from) from default_terms), 'infinity')
        and (select terms_id from agreements a where a.org_id = time_entries.org_id and a.customer_id = time_entries.customer_id
          and a.valid_from <= work_date order by valid_from desc limit 1) is null)`.as('unpriced'),
    )
    .where(sql<boolean>`customer_id = any(${ids})`)
    .where('workDate', '>=', from)
    .where('workDate', '<', before)
    .groupBy('customerId')
    .execute()

const countUnpricedExpenses = (db: Db, { from, before }: Span, ids: RawBuilder<string[]>) =>
  activeExpenses(db)
    .select(['customerId', sql<number>`count(*)`.as('unpricedExpenses')])
    .where(sql<boolean>`customer_id = any(${ids})`)
    .where('workDate', '>=', from)
    .where('workDate', '<', before)
    .where('priceOre', 'is', null)
    .where('unbilledReason', 'is', null)
    .groupBy('customerId')
    .execute()

async function liveBasesOf(db: Db, { from }: Span, ids: RawBuilder<string[]>) {
  const rows = await listedInvoiceBases(db)
    .select(['customerId', 'sendingId', 'sendingAt', 'undelivered'])
    .where('month', '=', from)
    .where('state', 'in', liveStates)
    .where(sql<boolean>`customer_id = any(${ids})`)
    .execute()
  return new Map(
    rows.map(({ customerId, sendingId, sendingAt, ...basis }) => [
      customerId,
      { ...toListed(basis), sending: sendingId && sendingAt ? { id: sendingId, at: sendingAt } : null },
    ]),
  )
}

/** What waits to be sent together. */
const listSendings = (db: Db, span: Span) =>
  liveBases(db, span)
    .select(['sendingId as id', 'sendingAt as at', sql<number>`count(*)`.as('count')])
    .where('sendingId', 'is not', null)
    .groupBy(['sendingId', 'sendingAt'])
    .orderBy('sendingAt')
    .$narrowType<{ id: string; at: string }>()
    .execute()

async function readNextNumber(db: Db) {
  const { rows } = await sql<{ year: number; number: number }>`
    select year, number from next_invoice_basis_number()`.execute(db)
  const [next] = rows
  if (!next) throw new Error('Staff have a next number')
  return next
}

const byCustomer = <Row extends { customerId: string }>(rows: Row[]) =>
  new Map(rows.map((row) => [row.customerId, row]))

/** A page of the customers of a month, in Swedish order; the sums of the states come with the first page only. */
export async function listMonth(db: Db, { month, after }: MonthFilter) {
  const span = spanOfMonth(month)
  const position = positionOf(after, ['name', 'id'])
  const due = await customersWithDue(db, month)
  const customers = page(await customersOfMonth(db, span, position, due), ({ name, id }) => ({ name, id }))
  const customerIds = customers.rows.map(({ id }) => id)
  const ids = sql<string[]>`${customerIds}::uuid[]`
  const [unbilled, time, expenses, made, addressees, nextNumber, sums, sendings] = await Promise.all([
    listUnbilledMonths(db, customerIds, month),
    sumTime(db, span, ids).then(byCustomer),
    countUnpricedExpenses(db, span, ids).then(byCustomer),
    liveBasesOf(db, span, ids),
    addresseesOf(db, customerIds),
    readNextNumber(db),
    position ? null : sumStates(db, span),
    position ? [] : listSendings(db, span),
  ])
  const rows = customers.rows.map((customer) => ({
    customer,
    unbilled: unbilled.get(customer.id) ?? [],
    minutes: time.get(customer.id)?.minutes ?? 0,
    unreported: time.get(customer.id)?.unreported ?? 0,
    unpriced: time.get(customer.id)?.unpriced ?? 0,
    unpricedExpenses: expenses.get(customer.id)?.unpricedExpenses ?? 0,
    addressees: addressees.get(customer.id) ?? [],
    basis: made.get(customer.id) ?? null,
  }))
  return { month, rows, next: customers.next, sums, sendings, nextNumber }
}
