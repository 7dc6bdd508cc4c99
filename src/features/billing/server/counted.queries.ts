// What counts recurring charges, and what is counted on a day (docs/decisions/124).
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { monthOf, spanOfMonth } from '#shared/dates.rules.ts'
import type { ChargeToPrice, Period } from '../charges.rules.ts'
import type { ChargeCount, CountDifference, CountedBy, Counting, RecordedCount } from '../counted.contract.ts'
import {
  type Counted,
  compareCount,
  countListed,
  countPieces,
  differs,
  type Listed,
  type Piece,
  periodOfMonth,
} from '../counted.rules.ts'
import { liveStates } from '../invoice-bases.contract.ts'
import { chargesToPrice } from './recurring-lines.queries.ts'

type CountedColumns = { countedBy: CountedBy | null; countedType: string | null }
type CountableCharge = ChargeToPrice & CountedColumns & { customerId: string; articleId: string | null }

/** The columns of a charge as one value. */
export function countingOf({ countedBy, countedType }: CountedColumns): Counting | null {
  if (countedBy === null) return null
  return countedBy === 'equipment' ? { by: countedBy, type: countedType ?? '' } : { by: countedBy }
}

/** The value as columns of a charge. */
export const columnsOfCounting = (counting: Counting | null): CountedColumns => ({
  countedBy: counting?.by ?? null,
  countedType: counting?.by === 'equipment' ? counting.type : null,
})

const isOneOf = (column: 'customer_id' | 'article_id' | 'charge_id', ids: readonly string[]) =>
  sql<boolean>`${sql.ref(column)} = any(${ids}::uuid[])`

/** Types are compared without case, as the index has them. */
const typeKey = sql<string>`lower(type collate "sv-SE-x-icu")`

/** What a charge counts on a day; undefined when no list says. */
type Counter = (charge: CountableCharge, on: string) => Counted | undefined

/** Reads what counts these charges: equipment of their customers and lists of their articles. */
async function readCounter(db: Db, charges: readonly CountableCharge[]): Promise<Counter> {
  const [pieces, lists] = await Promise.all([readPieces(db, charges), readLists(db, charges)])
  return (charge, on) =>
    charge.countedBy === 'equipment'
      ? countPieces(pieces.get(`${charge.customerId} ${charge.id}`) ?? [], on)
      : countListed(lists.get(`${charge.customerId} ${charge.articleId}`) ?? [], on)
}

async function readPieces(db: Db, charges: readonly CountableCharge[]): Promise<Map<string, Piece[]>> {
  const ids = charges.flatMap(({ id, countedBy }) => (countedBy === 'equipment' ? [id] : []))
  if (ids.length === 0) return new Map()
  const dayOf = (column: 'created_at' | 'archived_at') =>
    sql`(${sql.ref(`equipment.${column}`)} at time zone business_time_zone())::date`
  const rows = await db
    .selectFrom('charges')
    .innerJoin('equipment', (join) =>
      join
        .onRef('equipment.orgId', '=', 'charges.orgId')
        .onRef('equipment.customerId', '=', 'charges.customerId')
        .on(sql<boolean>`${typeKey} = lower(counted_type collate "sv-SE-x-icu")`),
    )
    .select(['charges.id as chargeId', 'charges.customerId'])
    .select([sql<string>`${dayOf('created_at')}`.as('from'), sql<string | null>`${dayOf('archived_at')}`.as('until')])
    .where(sql<boolean>`charges.id = any(${ids}::uuid[])`)
    .execute()
  return Map.groupBy(rows, ({ customerId, chargeId }) => `${customerId} ${chargeId}`)
}

async function readLists(db: Db, charges: readonly CountableCharge[]): Promise<Map<string, Listed[]>> {
  const ofLists = charges.filter(({ countedBy }) => countedBy === 'list')
  if (ofLists.length === 0) return new Map()
  const rows = await db
    .selectFrom('importedCounts')
    .select(['customerId', 'articleId', 'countedOn', 'hundredths'])
    .where(
      isOneOf(
        'customer_id',
        ofLists.map(({ customerId }) => customerId),
      ),
    )
    .where(
      isOneOf(
        'article_id',
        ofLists.flatMap(({ articleId }) => articleId ?? []),
      ),
    )
    .execute()
  return Map.groupBy(rows, ({ customerId, articleId }) => `${customerId} ${articleId}`)
}

/** Counts the charges that something counts, each for the period that `periodOf` gives. */
export async function countCharges<Charge extends CountableCharge>(
  db: Db,
  charges: readonly Charge[],
  { today, periodOf }: { today: string; periodOf: (charge: Charge) => Period | undefined },
): Promise<{ charge: Charge; count: ChargeCount }[]> {
  const counted = charges.filter(({ countedBy }) => countedBy !== null)
  if (counted.length === 0) return []
  const counter = await readCounter(db, counted)
  return counted.flatMap((charge) => {
    const [by, period] = [charge.countedBy, periodOf(charge)]
    if (by === null || !period) return []
    const count = (on: string) => counter(charge, on)
    return [{ charge, count: { by, ...compareCount(charge, period, { today, count }) } }]
  })
}

type OfMonth = { month: string; today: string; customerId?: string }

/** The counts of the charges that are billed with a month, of all customers or of one; none before the company bills. */
async function countMonth(db: Db, { month, today, customerId }: OfMonth) {
  const { before } = spanOfMonth(month)
  const customers = await db
    .selectFrom('charges')
    .select('customerId')
    .distinct()
    .where('countedBy', 'is not', null)
    .where('startsOn', '<', before)
    .$if(customerId !== undefined, (query) => query.where('customerId', '=', customerId ?? ''))
    .execute()
  if (customers.length === 0) return []
  const { billingFrom } = await db.selectFrom('companyFacts').select('billingFrom').executeTakeFirstOrThrow()
  if (month < monthOf(billingFrom)) return []
  const ids = customers.map((row) => row.customerId)
  const charges = await chargesToPrice(db, ids, before)
  return countCharges(db, charges, { today, periodOf: (charge) => periodOfMonth(charge, month) })
}

/** The charges of a month that differ from their counts, or that no list counts, by customer. */
export async function differencesOfMonth(
  db: Db,
  month: string,
  today: string,
): Promise<Map<string, CountDifference[]>> {
  const differing = (await countMonth(db, { month, today })).filter(({ count }) => differs(count))
  const byCustomer = Map.groupBy(differing, ({ charge }) => charge.customerId)
  return new Map(
    [...byCustomer].map(([customerId, counts]) => [
      customerId,
      counts.map(({ charge: { id, name, unit }, count }) => ({ ...count, chargeId: id, name, unitName: unit })),
    ]),
  )
}

type OfBasis = { orgId: string; basisId: string; customerId: string; month: string; today: string }

/** Stores what is counted when an invoice basis is made. */
export async function recordCounts(db: Db, { orgId, basisId, ...of }: OfBasis) {
  const rows = (await countMonth(db, of)).flatMap(({ charge, count }) => {
    const { countedOn, chargedHundredths, countedHundredths } = count
    if (countedOn === null || countedHundredths === null) return []
    return [{ orgId, basisId, chargeId: charge.id, countedOn, chargedHundredths, countedHundredths }]
  })
  if (rows.length > 0) await db.insertInto('invoiceBasisCounts').values(rows).execute()
}

/** What was counted for the live invoice bases of a customer, newest first, by charge. */
export async function readRecordedCounts(db: Db, customerId: string): Promise<Map<string, RecordedCount[]>> {
  const rows = await db
    .selectFrom('invoiceBasisCounts as counts')
    .innerJoin('invoiceBases as bases', (join) =>
      join.onRef('bases.orgId', '=', 'counts.orgId').onRef('bases.id', '=', 'counts.basisId'),
    )
    .select(['chargeId', 'countedOn', 'chargedHundredths', 'countedHundredths'])
    .select(sql<string>`to_char(bases.month, 'YYYY-MM')`.as('month'))
    .where('bases.customerId', '=', customerId)
    .where('bases.state', 'in', liveStates)
    .orderBy('bases.month', 'desc')
    .execute()
  return Map.groupBy(rows, ({ chargeId }) => chargeId)
}
