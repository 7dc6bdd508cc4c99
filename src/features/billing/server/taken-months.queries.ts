// Which months an invoice basis takes rows of besides its own, and which rows stand on another one (docs/decisions/120).
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { monthOf, spanOfMonth } from '#shared/dates.rules.ts'
import type { UnbilledMonth } from '../invoice-bases.contract.ts'
import type { OfCustomer } from './month.queries.ts'

export type EarlierMonth = {
  month: string
  /** Whether the month has a billed basis of its own. */
  isBilled: boolean
  /** Whether it has a basis of its own that is not billed. */
  hasUnbilled: boolean
  /** Rows on no live basis, and rows on no billed one. */
  left: number
  unbilled: number
}

/** Rows of a customer since the company bills: time, travel, material and purchases of prepaid hours. */
const rowsOf = ({ orgId, customerId }: OfCustomer, before: string) => {
  const from = sql`(select billing_from from company_facts where org_id = ${orgId}::uuid)`
  const isIn = (date: 'work_date' | 'bought_on') => sql`org_id = ${orgId}::uuid and customer_id = ${customerId}::uuid
    and ${sql.ref(date)} >= ${from} and ${sql.ref(date)} < ${before}::date`
  return sql`select 'time' as source, id, work_date from time_entries where ${isIn('work_date')} and deleted_at is null
    union all select 'expense', id, work_date from expenses where ${isIn('work_date')} and deleted_at is null
    union all select 'pot', id, bought_on from prepaid_hours where ${isIn('bought_on')} and removed_at is null`
}

/** The customer's months before one that have rows which no billed basis holds; `self` is a basis that does not count. */
export async function listEarlierMonths(db: Db, of: OfCustomer, before: string, self: string | null) {
  const { orgId, customerId } = of
  const { rows } = await sql<EarlierMonth>`
    with live as (select id, month, state from invoice_bases where org_id = ${orgId}::uuid and customer_id = ${customerId}::uuid
        and state in ('draft', 'sent', 'approved', 'billed') and id is distinct from ${self}::uuid),
      held as (select r.source, r.source_id, live.state = 'billed' as is_billed from invoice_basis_rows r
        join live on live.id = r.basis_id where r.org_id = ${orgId}::uuid),
      counted as (select date_trunc('month', e.work_date)::date as first,
          count(*) filter (where held.source_id is null)::int as "left",
          count(*) filter (where held.is_billed is not true)::int as unbilled
        from (${rowsOf(of, spanOfMonth(before).from)}) e left join held on held.source = e.source and held.source_id = e.id
        group by 1)
    select to_char(first, 'YYYY-MM') as month, "left", unbilled,
      exists (select from live where live.month = first and state = 'billed') as is_billed,
      exists (select from live where live.month = first and state <> 'billed') as has_unbilled
    from counted where unbilled > 0 order by first`.execute(db)
  return rows
}

/** Earlier months without a billed basis that have rows: named, and taken only by choice. */
const unbilledMonths = (earlier: readonly EarlierMonth[]): EarlierMonth[] => earlier.filter(({ isBilled }) => !isBilled)

type Choice = {
  /** Months without any basis whose rows are wanted. */
  chosen: readonly string[]
  /** Months whose late rows the basis has already. */
  held: readonly string[]
}

/**
 * The months whose rows go to the basis: those chosen, and late rows of billed months unless a month between them and the
 * basis awaits billing, which then gets them.
 */
export function monthsToTake(earlier: readonly EarlierMonth[], { chosen, held }: Choice): string[] {
  const awaits = unbilledMonths(earlier).filter(({ month, hasUnbilled }) => hasUnbilled || !chosen.includes(month))
  return earlier
    .filter(({ month, isBilled, hasUnbilled, left }) => {
      if (left === 0) return false
      if (!isBilled) return chosen.includes(month) && !hasUnbilled
      return held.includes(month) || !awaits.some((other) => other.month > month)
    })
    .map(({ month }) => month)
}

/** The rows of a customer's month that are on other live bases, by source and id, and whether they are billed there. */
export async function rowsElsewhere(db: Db, { orgId, customerId }: OfCustomer, month: string, self: string | null) {
  const { from, before } = spanOfMonth(month)
  const rows = await db
    .selectFrom('invoiceBasisRows as row')
    .innerJoin('invoiceBases as basis', (join) =>
      join.onRef('basis.orgId', '=', 'row.orgId').onRef('basis.id', '=', 'row.basisId'),
    )
    .select(['row.source', 'row.sourceId', 'row.isBilled'])
    .where('basis.orgId', '=', orgId)
    .where('basis.customerId', '=', customerId)
    .where('basis.month', '>=', from)
    .where('basis.state', 'in', ['draft', 'sent', 'approved', 'billed'])
    .where(sql<boolean>`basis.id is distinct from ${self}::uuid`)
    .where('row.workDate', '>=', from)
    .where('row.workDate', '<', before)
    .execute()
  return new Map(rows.map(({ source, sourceId, isBilled }) => [`${source} ${sourceId}`, isBilled]))
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

/** Earlier months of customers since the company bills that have rows on no billed basis and no billed basis of their own. */
export async function listUnbilledMonths(db: Db, customerIds: readonly string[], before: string) {
  const isIn = (date: 'work_date' | 'bought_on') => sql`customer_id = any(${customerIds}::uuid[])
    and ${sql.ref(date)} >= (select billing_from from company_facts f where f.org_id = rows.org_id)
    and ${sql.ref(date)} < ${spanOfMonth(before).from}::date`
  const { rows } = await sql<UnbilledMonth & { customerId: string }>`
    with months as (
      select e.org_id, customer_id, date_trunc('month', work_date)::date as first, count(*)::int as "rows" from (
        select 'time' as source, org_id, id, customer_id, work_date from time_entries rows where ${isIn('work_date')}
          and deleted_at is null
        union all select 'expense', org_id, id, customer_id, work_date from expenses rows where ${isIn('work_date')}
          and deleted_at is null
        union all select 'pot', org_id, id, customer_id, bought_on from prepaid_hours rows where ${isIn('bought_on')}
          and removed_at is null) e
      where not exists (select from invoice_basis_rows r
        where r.org_id = e.org_id and r.source = e.source and r.source_id = e.id and r.is_billed)
      group by e.org_id, customer_id, first)
    select customer_id, to_char(first, 'YYYY-MM') as month, "rows", exists (select from invoice_bases b where b.org_id = m.org_id
        and b.customer_id = m.customer_id and b.month = m.first and b.state in ('draft', 'sent', 'approved')) as has_basis
    from months m where not exists (select from invoice_bases b where b.org_id = m.org_id and b.customer_id = m.customer_id
      and b.month = m.first and b.state = 'billed') order by first`.execute(db)
  return Map.groupBy(rows, ({ customerId }) => customerId)
}
