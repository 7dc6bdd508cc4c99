// The customers of a month, page by page, with their invoice bases.
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { customersAfter } from '#features/customers/server/customers.queries.ts'
import { activeExpenses } from '#features/time/server/expenses.queries.ts'
import { activeTime } from '#features/time/server/time.queries.ts'
import type { Db } from '#platform/database/database.ts'
import { page, positionOf } from '#platform/database/keyset.ts'
import type { Schema } from '#platform/database/schema.ts'
import { PAGE_SIZE } from '#shared/contract.ts'
import { type MonthSpan, monthOf, spanOfMonth, todayInStockholm } from '#shared/dates.rules.ts'
import { ore } from '#shared/money.rules.ts'
import { type LateMonth, liveStates, type MonthCustomer, type MonthFilter } from '../invoice-bases.contract.ts'
import { nextStepOf, stepsLeft } from '../month-steps.rules.ts'
import { activePrepaidHours } from './active-prepaid-hours.queries.ts'
import { addresseesOf, isSendingMailNow } from './addressees.queries.ts'
import { missingNow } from './buyer.queries.ts'
import { differencesOfMonth } from './counted.queries.ts'
import {
  customersWithLateRows,
  type EarlierMonth,
  lateRowsHeld,
  listEarlierMonthsOfMany,
  monthsToTake,
  toUnbilled,
  unbilledMonths,
} from './earlier-months.queries.ts'
import { listedInvoiceBases, toListed } from './invoice-bases.queries.ts'
import { listLedgerLacks, listWithoutAccount } from './ledger-lacks.queries.ts'
import { countUnpricedExpenses, hasUnreported, listUnpriced, sumTime } from './month-rows.queries.ts'
import { customersWithDue } from './recurring-lines.queries.ts'

/** A month with at most so many rows in all is read whole; of any other the customers are tried in the order of the list. */
const FEW_ROWS = 200

type Position = { name: string; id: string } | undefined

/** What puts a customer in the list of a month: active time, travel, material, bought hours or a live basis. */
const sourcesOf = (db: Kysely<Schema>, { from, before }: MonthSpan, isRow: RawBuilder<boolean>) =>
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

const liveBases = (db: Kysely<Schema>, { from }: MonthSpan) =>
  db.selectFrom('invoiceBases').where('month', '=', from).where('state', 'in', liveStates)

/** The customers of the month after a position, one more than a page; `others` have charges or late rows to bill. */
async function customersOfMonth(db: Db, span: MonthSpan, position: Position, others: readonly string[]) {
  const [first, ...further] = sourcesOf(db, span, sql<boolean>`true`)
  const few = await further
    .reduce((all, source) => all.unionAll(source), first)
    .limit(sql.lit(FEW_ROWS + 1))
    .execute()
  const isOfCustomer = sql<boolean>`org_id = customers.org_id and customer_id = customers.id`
  const listed = db
    .selectFrom('customers')
    .select(['id', 'name'])
    .where((eb) =>
      few.length <= FEW_ROWS
        ? sql<boolean>`id = any(${[...few.map(({ customerId }) => customerId), ...others]}::uuid[])`
        : eb.or([
            sql<boolean>`id = any(${others}::uuid[])`,
            // With `offset` each customer is looked up; without it the planner may read the whole month.
            ...sourcesOf(db, span, isOfCustomer).map((source) => sql<boolean>`exists (${source} offset 0)`),
          ]),
    )
  return customersAfter(listed, position, PAGE_SIZE + 1).execute()
}

/** What decides the sums of a month and its next step. */
const listLiveBases = (db: Db, span: MonthSpan) =>
  liveBases(db, span)
    .select(['customerId', 'state', 'netOre', 'needsApproval', 'sendingId'])
    .select([sql<boolean>`outdated_at is not null`.as('isOutdated'), missingNow.as('missing')])
    .execute()
type LiveBasis = Awaited<ReturnType<typeof listLiveBases>>[number]

/** The number and sum of the live invoice bases in each state. */
const sumStates = (live: readonly LiveBasis[]) =>
  liveStates.map((state) => {
    const those = live.filter((basis) => basis.state === state)
    return { state, count: those.length, netOre: those.reduce((sum, { netOre }) => ore(sum + netOre), ore(0)) }
  })

async function liveBasesOf(db: Db, { from }: MonthSpan, ids: RawBuilder<string[]>) {
  const rows = await listedInvoiceBases(db)
    .select(['customerId', 'sendingId', 'sendingAt', 'undelivered', 'toldTo', missingNow.as('missing')])
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
const listSendings = (db: Db, span: MonthSpan) =>
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

async function readBillingFrom(db: Db): Promise<string> {
  const { billingFrom } = await db.selectFrom('companyFacts').select('billingFrom').executeTakeFirstOrThrow()
  return monthOf(billingFrom)
}

const byCustomer = <Row extends { customerId: string }>(rows: Row[]) =>
  new Map(rows.map((row) => [row.customerId, row]))

/** The late rows that a basis made now would get: those of billed months. */
const lateRowsToTake = (earlier: readonly EarlierMonth[]): LateMonth[] => {
  const taken = monthsToTake(earlier, { chosen: [], held: [] })
  return earlier.flatMap(({ month, left, unreported }) =>
    taken.includes(month) && left > 0 ? [{ month, rows: left, unreported }] : [],
  )
}

/** The late rows that bases of a month have, or that are left for them, by customer. */
async function readLate(db: Db, orgId: string, month: string, span: MonthSpan) {
  const [held, customerIds] = await Promise.all([lateRowsHeld(db, span), customersWithLateRows(db, month)])
  const earlier = await listEarlierMonthsOfMany(db, orgId, customerIds, month)
  const toTake = [...earlier].map(([id, months]) => [id, lateRowsToTake(months)] as const)
  return { held, toTake: new Map(toTake.filter(([, late]) => late.length > 0)) }
}
type Late = Awaited<ReturnType<typeof readLate>>

/** A customer with something in the month itself and no live basis of it, of which one can be made. */
async function hasUnmade(db: Db, span: MonthSpan, unpriced: readonly string[]) {
  const isWithout = sql<boolean>`customer_id not in (${liveBases(db, span).select('customerId')})
    and customer_id <> all(${unpriced}::uuid[])`
  const [first, ...others] = sourcesOf(db, span, isWithout)
  const found = await others
    .reduce((all, source) => all.unionAll(source), first)
    .limit(1)
    .execute()
  return found.length > 0
}

type Known = { others: readonly string[]; unpriced: readonly string[]; held: Late['held'] }

/** The sums and the next step of all customers of a month; `others` have charges or late rows to bill. */
async function summarize(db: Db, span: MonthSpan, { others, unpriced, held }: Known) {
  const [live, isUnmade, isUnreported, sendings, withoutAccount] = await Promise.all([
    listLiveBases(db, span),
    hasUnmade(db, span, unpriced),
    hasUnreported(db, span),
    listSendings(db, span),
    listWithoutAccount(db, monthOf(span.from)),
  ])
  const addressees = await addresseesOf(
    db,
    live.filter(({ state }) => state === 'draft').map(({ customerId }) => customerId),
  )
  const made = new Set(live.map(({ customerId }) => customerId))
  const left = stepsLeft(
    live.map(({ sendingId, customerId, ...basis }) => ({
      basis: { ...basis, sending: sendingId },
      addressees: addressees.get(customerId) ?? [],
      unreported: 0,
      unpriced: unpriced.includes(customerId) ? 1 : 0,
      unpricedExpenses: 0,
      late: held.get(customerId) ?? [],
    })),
  )
  const nextStep = nextStepOf({
    ...left,
    make: left.make || isUnmade || others.some((id) => !made.has(id) && !unpriced.includes(id)),
    mark: left.mark || isUnreported,
  })
  return { sums: sumStates(live), nextStep: nextStep ?? null, sendings, withoutAccount }
}

const ON_LATER_PAGES = { sums: null, nextStep: null, sendings: [], withoutAccount: [] }

/** A page of the customers of a month, in Swedish order; the sums of all and the next step come with the first page only. */
export async function listMonth(db: Db, orgId: string, { month, after }: MonthFilter) {
  const span = spanOfMonth(month)
  const position = positionOf(after, ['name', 'id'])
  const unpriced = position ? [] : await listUnpriced(db, span)
  // Of those with charges only the ones of this page, and one that tells whether a basis can be made.
  const isEnough = (ids: readonly string[]) =>
    ids.length > PAGE_SIZE && (position !== undefined || ids.some((id) => !unpriced.includes(id)))
  const [due, late, differences, billingFrom] = await Promise.all([
    customersWithDue(db, month, position, isEnough),
    readLate(db, orgId, month, span),
    differencesOfMonth(db, month, todayInStockholm()),
    readBillingFrom(db),
  ])
  const others = [...due, ...late.toTake.keys()]
  const customers = page(
    await customersOfMonth(db, span, position, [...others, ...differences.keys()]),
    ({ name, id }) => ({ name, id }),
  )
  const customerIds = customers.rows.map(({ id }) => id)
  const ids = sql<string[]>`${customerIds}::uuid[]`
  const [earlier, time, expenses, made, addressees, isSendingMail, lacks, nextNumber, summary] = await Promise.all([
    listEarlierMonthsOfMany(db, orgId, customerIds, month),
    sumTime(db, span, ids).then(byCustomer),
    countUnpricedExpenses(db, span, ids).then(byCustomer),
    liveBasesOf(db, span, ids),
    addresseesOf(db, customerIds),
    isSendingMailNow(db),
    listLedgerLacks(db, customerIds, month),
    readNextNumber(db),
    position ? ON_LATER_PAGES : summarize(db, span, { others, unpriced, held: late.held }),
  ])
  const rows = customers.rows.map((customer): MonthCustomer => {
    const { id } = customer
    const basis = made.get(id) ?? null
    return {
      customer,
      unbilled: unbilledMonths(earlier.get(id) ?? []).map(toUnbilled),
      late: (basis ? late.held.get(id) : late.toTake.get(id)) ?? [],
      minutes: time.get(id)?.minutes ?? 0,
      unreported: time.get(id)?.unreported ?? 0,
      unpriced: time.get(id)?.unpriced ?? 0,
      unpricedExpenses: expenses.get(id)?.unpricedExpenses ?? 0,
      differences: basis?.state === 'billed' ? [] : (differences.get(id) ?? []),
      addressees: addressees.get(id) ?? [],
      lacks: lacks.get(id) ?? [],
      basis,
    }
  })
  return { month, rows, next: customers.next, nextNumber, billingFrom, isSendingMail, ...summary }
}
