// Which months an invoice basis takes rows of besides its own, and which rows stand on another one (docs/decisions/120).
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { monthOf, spanOfMonth } from '#shared/dates.rules.ts'
import { liveStates, type UnbilledMonth, unbilledStates } from '../invoice-bases.contract.ts'
import { unbilledRecurring } from '../recurring-lines.rules.ts'
import type { OfCustomer } from './month.queries.ts'
import { recurringOf } from './recurring-lines.queries.ts'

export type EarlierMonth = {
  month: string
  /** Whether the month has a billed basis of its own. */
  isBilled: boolean
  /** Whether it has a basis of its own that is not billed. */
  hasUnbilled: boolean
  /** Rows on no live basis, those of them that are not reported, and rows on no billed basis. */
  left: number
  unreported: number
  unbilled: number
  /** Recurring charges, the fee too, that are due on no basis. */
  charges: number
}

/** Rows of customers since the company bills: time, travel, material and purchases of prepaid hours. */
const rowsOf = (orgId: string, isOf: RawBuilder<boolean>, before: string) => {
  const from = sql`(select billing_from from company_facts where org_id = ${orgId}::uuid)`
  const isIn = (date: 'work_date' | 'bought_on') => sql`org_id = ${orgId}::uuid and ${isOf}
    and ${sql.ref(date)} >= ${from} and ${sql.ref(date)} < ${before}::date`
  return sql`select 'time' as source, id, customer_id, work_date from time_entries where ${isIn('work_date')} and deleted_at is null
    union all select 'expense', id, customer_id, work_date from expenses where ${isIn('work_date')} and deleted_at is null
    union all select 'pot', id, customer_id, bought_on from prepaid_hours where ${isIn('bought_on')} and removed_at is null`
}

type Counted = { before: string; self: string | null; isCounted: RawBuilder<boolean> }

type MonthWithRows = Omit<EarlierMonth, 'charges'> & { customerId: string }

/** The months with rows that no billed basis holds; a row `e` is read when `isCounted`. */
async function earlierMonths(
  db: Db,
  orgId: string,
  isOf: RawBuilder<boolean>,
  { before, self, isCounted }: Counted,
): Promise<MonthWithRows[]> {
  const { rows } = await sql<MonthWithRows>`
    with live as (select id, customer_id, month, state, may_have_late_rows from invoice_bases where org_id = ${orgId}::uuid and ${isOf}
        and state in (${sql.join(liveStates.map((state) => sql.lit(state)))}) and id is distinct from ${self}::uuid),
      -- With offset the rows are looked up; the planner would read those of all bases.
      held as (select r.source, r.source_id from live cross join lateral (select * from invoice_basis_rows r
        where r.org_id = ${orgId}::uuid and r.basis_id = live.id offset 0) r where live.state <> 'billed'),
      asked as (select e.* from (${rowsOf(orgId, isOf, spanOfMonth(before).from)}) e where ${isCounted} offset 0),
      unbilled as (select e.*, held.source_id is null as is_left
        from asked e left join held on held.source = e.source and held.source_id = e.id
        where not exists (select from invoice_basis_rows r
          where r.org_id = ${orgId}::uuid and r.source = e.source and r.source_id = e.id and r.is_billed offset 0)),
      counted as (select u.customer_id, date_trunc('month', u.work_date)::date as first, count(*)::int as unbilled,
          count(*) filter (where is_left)::int as "left", count(*) filter (where is_left and t.reported is false)::int as unreported
        from unbilled u left join time_entries t on t.org_id = ${orgId}::uuid and t.id = u.id and u.source = 'time' group by 1, 2)
    select customer_id, to_char(first, 'YYYY-MM') as month, "left", unreported, unbilled,
      exists (select from live where live.customer_id = counted.customer_id and month = first and state = 'billed') as is_billed,
      exists (select from live where live.customer_id = counted.customer_id and month = first and state <> 'billed') as has_unbilled
    from counted order by customer_id, first`.execute(db)
  return rows
}

/**
 * The customer's months before one with rows or recurring charges that no billed basis holds; `self` is an unbilled basis that does
 * not count.
 */
export async function listEarlierMonths(
  db: Db,
  { orgId, customerId }: OfCustomer,
  before: string,
  self: string | null,
): Promise<EarlierMonth[]> {
  const isOf = sql<boolean>`customer_id = ${customerId}::uuid`
  const counted = { before, self, isCounted: sql<boolean>`true` }
  const [rows, charges] = await Promise.all([
    earlierMonths(db, orgId, isOf, counted),
    unbilledChargesOf(db, orgId, [customerId], { before, self }),
  ])
  return withCharges(rows, charges.get(customerId))
}

/** The same of several customers; of billed months only those are read that may have late rows. */
export async function listEarlierMonthsOfMany(db: Db, orgId: string, customerIds: readonly string[], before: string) {
  if (customerIds.length === 0) return new Map<string, EarlierMonth[]>()
  // `not in` is hashed also when the planner expects few rows.
  const isCounted = sql<boolean>`(e.customer_id, date_trunc('month', e.work_date)::date) not in (
    select customer_id, month from live where state = 'billed' and not may_have_late_rows)`
  const isOf = sql<boolean>`customer_id = any(${customerIds}::uuid[])`
  const [rows, charges] = await Promise.all([
    earlierMonths(db, orgId, isOf, { before, self: null, isCounted }),
    unbilledChargesOf(db, orgId, customerIds, { before, self: null }),
  ])
  const rowsOfEach = Map.groupBy(rows, ({ customerId }) => customerId)
  return new Map(customerIds.map((id) => [id, withCharges(rowsOfEach.get(id) ?? [], charges.get(id))]))
}

type UnbilledCharges = Map<string, { charges: number; hasUnbilled: boolean }>

/** By customer and month, with whether the month has a basis that is not billed. */
async function unbilledChargesOf(
  db: Db,
  orgId: string,
  customerIds: readonly string[],
  { before, self }: Omit<Counted, 'isCounted'>,
): Promise<Map<string, UnbilledCharges>> {
  const [recurring, live] = await Promise.all([
    recurringOf(db, customerIds, before, true),
    db
      .selectFrom('invoiceBases')
      .select(['customerId', 'month'])
      .where('orgId', '=', orgId)
      .where(sql<boolean>`customer_id = any(${customerIds}::uuid[])`)
      .where('state', 'in', unbilledStates)
      .where(sql<boolean>`id is distinct from ${self}::uuid`)
      .execute(),
  ])
  const made = new Set(live.map(({ customerId, month }) => `${customerId} ${monthOf(month)}`))
  return new Map(
    customerIds.map((id) => {
      const months = [...unbilledRecurring(recurring(id))]
      return [
        id,
        new Map(
          months.map(([month, charges]) => [month, { charges, hasUnbilled: made.has(`${id} ${month}`) }] as const),
        ),
      ]
    }),
  )
}

/** Both in order of months; one with charges alone has no rows. */
function withCharges(months: readonly MonthWithRows[], charges: UnbilledCharges = new Map()): EarlierMonth[] {
  const alone = [...charges].filter(([month]) => months.every((one) => one.month !== month))
  return [
    ...months.map((one) => ({ ...one, charges: charges.get(one.month)?.charges ?? 0 })),
    ...alone.map(([month, of]) => ({ month, isBilled: false, ...of, left: 0, unreported: 0, unbilled: 0 })),
  ].sort((one, other) => (one.month < other.month ? -1 : 1))
}

/** The customers of billed months before one that may have late rows. */
export async function customersWithLateRows(db: Db, before: string): Promise<string[]> {
  const rows = await db
    .selectFrom('invoiceBases')
    .select('customerId')
    .distinct()
    .where('mayHaveLateRows', '=', true)
    .where('state', '=', 'billed')
    .where('month', '<', spanOfMonth(before).from)
    .execute()
  return rows.map(({ customerId }) => customerId)
}

/** Earlier months without a billed basis that have rows or charges: named, and taken only by choice. */
export const unbilledMonths = (earlier: readonly EarlierMonth[]): EarlierMonth[] =>
  earlier.filter(({ isBilled }) => !isBilled)

export const toUnbilled = ({ month, unbilled, charges, hasUnbilled }: EarlierMonth): UnbilledMonth => ({
  month,
  rows: unbilled,
  charges,
  hasBasis: hasUnbilled,
})

type Choice = {
  /** Months without any basis whose rows and charges are wanted. */
  chosen: readonly string[]
  /** Months whose late rows the basis has already. */
  held: readonly string[]
}

/**
 * The months whose rows and charges go to the basis: those chosen, and late rows of billed months unless a month between them and the
 * basis awaits billing, which then gets them.
 */
export function monthsToTake(earlier: readonly EarlierMonth[], { chosen, held }: Choice): string[] {
  const awaits = unbilledMonths(earlier).filter(({ month, hasUnbilled }) => hasUnbilled || !chosen.includes(month))
  return earlier
    .filter(({ month, isBilled, hasUnbilled, left, charges }) => {
      if (left + charges === 0) return false
      if (!isBilled) return chosen.includes(month) && !hasUnbilled
      return held.includes(month) || !awaits.some((other) => other.month > month)
    })
    .map(({ month }) => month)
}

/** The rows of a customer's month that are on other live bases, by source and id: of which, and whether they are billed there. */
export async function rowsElsewhere(db: Db, { orgId, customerId }: OfCustomer, month: string, self: string | null) {
  const { from, before } = spanOfMonth(month)
  const rows = await db
    .selectFrom('invoiceBasisRows as row')
    .innerJoin('invoiceBases as basis', (join) =>
      join.onRef('basis.orgId', '=', 'row.orgId').onRef('basis.id', '=', 'row.basisId'),
    )
    .select(['row.source', 'row.sourceId', 'row.isBilled', 'row.basisId', 'basis.month'])
    .where('basis.orgId', '=', orgId)
    .where('basis.customerId', '=', customerId)
    .where('basis.month', '>=', from)
    .where('basis.state', 'in', liveStates)
    .where(sql<boolean>`basis.id is distinct from ${self}::uuid`)
    .where('row.workDate', '>=', from)
    .where('row.workDate', '<', before)
    .execute()
  return new Map(rows.map(({ source, sourceId, ...row }) => [`${source} ${sourceId}`, row]))
}

/** How live billed bases priced rows of a customer's month, by basis; of those that priced them alone nothing is stored. */
export async function pricedElsewhere(db: Db, { orgId, customerId }: OfCustomer, month: string) {
  const bases = await db
    .selectFrom('invoiceBases')
    .select(['id', 'pricedRows'])
    .where('orgId', '=', orgId)
    .where('customerId', '=', customerId)
    .where('month', '>=', `${month}-01`)
    .where('state', '=', 'billed')
    .where('pricedRows', 'is not', null)
    .execute()
  return new Map(
    bases.flatMap(({ id, pricedRows }) =>
      (pricedRows ?? []).filter((one) => one.month === month).map(({ sets }) => [id, sets] as const),
    ),
  )
}

/** The rows of earlier months that unbilled bases of a month hold, by month, and how many of them are not reported. */
export async function lateRowsHeld(db: Db, { from }: { from: string }) {
  const rows = await db
    .selectFrom('invoiceBases as basis')
    .innerJoin('invoiceBasisRows as row', (join) =>
      join.onRef('row.orgId', '=', 'basis.orgId').onRef('row.basisId', '=', 'basis.id'),
    )
    .leftJoin('timeEntries as entry', (join) =>
      join.onRef('entry.orgId', '=', 'row.orgId').onRef('entry.id', '=', 'row.sourceId'),
    )
    .select(['basis.customerId', sql<string>`to_char(row.work_date, 'YYYY-MM')`.as('month')])
    .select(sql<number>`count(*)`.as('rows'))
    .select(sql<number>`count(*) filter (where row.source = 'time' and not entry.reported)`.as('unreported'))
    .where('basis.month', '=', from)
    .where('basis.state', 'in', unbilledStates)
    .where('row.workDate', '<', from)
    .groupBy(['basis.customerId', sql`2`])
    .orderBy(sql`2`)
    .execute()
  return Map.groupBy(rows, ({ customerId }) => customerId)
}

/** The earlier months that a basis has rows of. */
export async function monthsHeld(db: Db, orgId: string, basisId: string) {
  const rows = await db
    .selectFrom('invoiceBasisRows')
    .select(sql<string>`date_trunc('month', work_date)::date`.as('month'))
    .distinct()
    .where('orgId', '=', orgId)
    .where('basisId', '=', basisId)
    .execute()
  return rows.map(({ month }) => monthOf(month))
}
