// What decides the recurring lines of customers: charges with their dated rows, and the lines that are billed or carried.
import { sql } from 'kysely'
import { customersAfter } from '#features/customers/server/customers.queries.ts'
import type { Db } from '#platform/database/database.ts'
import type { afterName } from '#platform/database/swedish-order.ts'
import { monthOf, spanOfMonth } from '#shared/dates.rules.ts'
import type { Ore } from '#shared/money.rules.ts'
import type { DiscountedMonth } from '../added-lines.rules.ts'
import type { Carried } from '../carried.rules.ts'
import type { ChargeToPrice } from '../charges.rules.ts'
import type { DatedDiscount } from '../discount-fields.contract.ts'
import { liveStates } from '../invoice-bases.contract.ts'
import { type BilledLine, type MonthOfRecurring, recurringLines } from '../recurring-lines.rules.ts'
import { isReversedIn } from './basis-lines.queries.ts'
import { listDiscounted, listDiscounts } from './list-discounts.queries.ts'

export type Recurring = {
  charges: ChargeToPrice[]
  billed: BilledLine[]
  billedMonths: string[]
  carried: Carried[]
  discounts: DatedDiscount[]
  discounted: DiscountedMonth[]
}

const idsOf = (ids: readonly string[]) => sql<string[]>`${ids}::uuid[]`

/** The charges of customers that have begun before a date, with what decides their cost; `customerId` says whose each is. */
export async function chargesToPrice(db: Db, customerIds: readonly string[], before: string) {
  const charges = await db
    .selectFrom('charges')
    .leftJoin('articles', (join) =>
      join.onRef('articles.orgId', '=', 'charges.orgId').onRef('articles.id', '=', 'charges.articleId'),
    )
    .select(['charges.id', 'customerId', 'articleId', 'period', 'timing', 'startsOn', 'endsOn', 'isByDays'])
    .select(['countedBy', 'countedType', 'vatReason', 'articles.number as articleNumber', 'account'])
    .select(['charges.recipientId', 'charges.orderNumber'])
    .select((eb) => [
      eb.fn.coalesce('isConstruction', sql.lit(false)).as('isConstruction'),
      eb.fn.coalesce('isElectronics', sql.lit(false)).as('isElectronics'),
    ])
    .select((eb) => [
      eb.fn.coalesce('text', 'articles.name', sql.lit('')).as('name'),
      eb.fn.coalesce('charges.unit', 'articles.unit', sql.lit('')).as('unit'),
      eb.fn.coalesce('vatClass', sql.lit('standard' as const)).as('vatClass'),
    ])
    .where(sql<boolean>`customer_id = any(${idsOf(customerIds)})`)
    .where('startsOn', '<', before)
    .orderBy('charges.id')
    .execute()
  if (charges.length === 0) return []
  const rows = await datedRowsOf(
    db,
    charges.map(({ id }) => id),
    charges.flatMap(({ articleId }) => articleId ?? []),
  )
  return charges.map((charge) => ({
    ...charge,
    quantities: rows.quantities.get(charge.id) ?? [],
    prices: rows.prices.get(charge.id) ?? [],
    discounts: rows.discounts.get(charge.id) ?? [],
    articlePrices: (charge.articleId && rows.articlePrices.get(charge.articleId)) || [],
  }))
}

async function datedRowsOf(db: Db, ids: readonly string[], articleIds: readonly string[]) {
  const isOfCharge = sql<boolean>`charge_id = any(${idsOf(ids)})`
  const [quantities, prices, discounts, articlePrices] = await Promise.all([
    db.selectFrom('chargeQuantities').select(['chargeId', 'validFrom', 'hundredths']).where(isOfCharge).execute(),
    db.selectFrom('chargePrices').select(['chargeId', 'validFrom', 'priceOre']).where(isOfCharge).execute(),
    db
      .selectFrom('chargeDiscounts')
      .select(['chargeId', 'validFrom', 'basisPoints', 'amountOre'])
      .where(isOfCharge)
      .execute(),
    db
      .selectFrom('articlePrices')
      .select(['articleId', 'validFrom', 'priceOre'])
      .where(sql<boolean>`article_id = any(${idsOf(articleIds)})`)
      .execute(),
  ])
  return {
    quantities: Map.groupBy(quantities, ({ chargeId }) => chargeId),
    prices: Map.groupBy(prices, ({ chargeId }) => chargeId),
    discounts: Map.groupBy(discounts, ({ chargeId }) => chargeId),
    articlePrices: Map.groupBy(articlePrices, ({ articleId }) => articleId),
  }
}

/**
 * Lines of billed bases, of months other than one: those of a period, or what they carried. By an array of bases they are looked up;
 * the planner would read the lines of all customers.
 */
const billedElsewhere = (db: Db, customerIds: readonly string[], month: string | null) =>
  db
    .selectFrom('invoiceBasisLines as lines')
    .innerJoin('invoiceBases as bases', (join) =>
      join.onRef('bases.orgId', '=', 'lines.orgId').onRef('bases.id', '=', 'lines.basisId'),
    )
    .where('bases.state', '=', 'billed')
    .where(sql<boolean>`bases.customer_id = any(${idsOf(customerIds)})`)
    .where(sql<boolean>`lines.basis_id = any(array(select id from invoice_bases b
      where b.state = 'billed' and b.customer_id = any(${idsOf(customerIds)})))`)
    .$if(month !== null, (query) => query.where('bases.month', '!=', `${month}-01`))

const billedLines = (db: Db, customerIds: readonly string[], month: string | null) =>
  billedElsewhere(db, customerIds, month)
    .select(['customerId', 'chargeId', 'lines.netOre', 'forgoneOre', 'vatPercent', 'vatReason', 'charged'])
    .select([sql<string>`period_from`.as('periodFrom'), sql<string>`period_to`.as('periodTo')])
    .select(sql<string>`to_char(coalesce(discount_month, bases.month), 'YYYY-MM')`.as('discountMonth'))
    .select([
      sql<string>`billed_at::text`.as('billedAt'),
      isReversedIn(sql<boolean>`is_reverse_charge`).as('isReversed'),
    ])
    .where('periodFrom', 'is not', null)
    .execute()

/**
 * What bases of other months have carried and no other has taken, by recipient and rate, with the latest month that has carried
 * something at it.
 */
const listCarried = (db: Db, customerId: string, month: string): Promise<Carried[]> =>
  billedElsewhere(db, [customerId], month)
    .select(['lines.recipientId', 'vatPercent as percent', sql<Ore>`sum(lines.net_ore)::bigint`.as('netOre')])
    .select(
      sql<string>`to_char(coalesce(max(bases.month) filter (where lines.net_ore > 0), max(bases.month)), 'YYYY-MM')`.as(
        'month',
      ),
    )
    .where('kind', '=', 'carried')
    .groupBy(['lines.recipientId', 'vatPercent'])
    .having(sql<boolean>`sum(lines.net_ore) <> 0`)
    .orderBy('vatPercent', 'desc')
    .execute()

type BilledRow = Awaited<ReturnType<typeof billedLines>>[number]

const toBilledLine = ({ periodFrom, periodTo, ...line }: BilledRow): BilledLine => ({
  ...line,
  period: { from: periodFrom, to: periodTo },
})

/** The months but one that customers have a live billed basis of. */
const billedMonthsOf = (db: Db, customerIds: readonly string[], month: string) =>
  db
    .selectFrom('invoiceBases')
    .select(['customerId', 'month'])
    .where('state', '=', 'billed')
    .where(sql<boolean>`customer_id = any(${idsOf(customerIds)})`)
    .where('month', '!=', `${month}-01`)
    .execute()

/** What decides the recurring lines of a customer's month, and its discount. */
export async function readRecurring(db: Db, customerId: string, month: string): Promise<Recurring> {
  const [charges, billed, billedMonths, carried, discounts, discounted] = await Promise.all([
    chargesToPrice(db, [customerId], spanOfMonth(month).before),
    billedLines(db, [customerId], month),
    billedMonthsOf(db, [customerId], month),
    listCarried(db, customerId, month),
    listDiscounts(db, customerId),
    listDiscounted(db, customerId, month),
  ])
  return {
    charges,
    billed: billed.map(toBilledLine),
    billedMonths: billedMonths.map((basis) => monthOf(basis.month)),
    carried,
    discounts,
    discounted,
  }
}

/** The fee of each row of an agreement: its own, or that of its terms. */
export const feeOfAgreement = sql<Ore>`coalesce(agreements.monthly_fee_ore, terms.monthly_fee_ore, 0)`

const datedFees = (db: Db, customerIds: readonly string[]) =>
  db
    .selectFrom('agreements')
    .leftJoin('terms', (join) =>
      join.onRef('terms.orgId', '=', 'agreements.orgId').onRef('terms.id', '=', 'agreements.termsId'),
    )
    .select(['customerId', 'validFrom', 'terms.name', feeOfAgreement.as('feeOre')])
    .where(sql<boolean>`customer_id = any(${idsOf(customerIds)})`)
    .execute()

type Position = Parameters<typeof afterName>[0]

/**
 * In the order of the list, the first customers after a position that have no live basis of the month, and a charge or a fee, now
 * or a fee billed before (a billed charge cannot be deleted). None before the first month that is billed here.
 */
function customersWithRecurring(
  db: Db,
  month: string,
  { after, count }: { after: Position | undefined; count: number },
) {
  const { from, before } = spanOfMonth(month)
  const customers = db
    .selectFrom('customers')
    .select(['customers.id', 'customers.name'])
    .where(sql<boolean>`${from}::date >= (select billing_from from company_facts)`)
    .where(
      sql<boolean>`(exists (select from charges c where c.org_id = customers.org_id and c.customer_id = customers.id
          and c.starts_on < ${before}::date)
        or exists (select from agreements left join terms on terms.org_id = agreements.org_id
            and terms.id = agreements.terms_id
          where agreements.org_id = customers.org_id and agreements.customer_id = customers.id
            and valid_from < ${before}::date and ${feeOfAgreement} > 0)
        or customers.id in (select b.customer_id from invoice_basis_lines l
          join invoice_bases b on b.org_id = l.org_id and b.id = l.basis_id where l.kind = 'fee' and b.state = 'billed'))`,
    )
    .where(
      sql<boolean>`not exists (select from invoice_bases b where b.org_id = customers.org_id
        and b.customer_id = customers.id and b.month = ${from}::date and b.state in (${sql.join(liveStates.map((state) => sql.lit(state)))}))`,
    )
  return customersAfter(customers, after, count).execute()
}

/** A page's customers are in the first batch, unless few of it have something due; each batch is larger than the one before. */
const FIRST_BATCH = 75
const BATCH_FACTOR = 4

/**
 * In the order of the list, the customers after a position without a live basis of a month that have a recurring line to bill with
 * it: all of them, or the first until they are enough.
 */
export async function customersWithDue(
  db: Db,
  month: string,
  after?: Position,
  isEnough: (ids: readonly string[]) => boolean = () => false,
): Promise<string[]> {
  const due: string[] = []
  let position = after
  for (let size = FIRST_BATCH; ; size *= BATCH_FACTOR) {
    const customers = await customersWithRecurring(db, month, { after: position, count: size })
    due.push(...(await withDue(db, month, customers)))
    position = customers.at(-1)
    if (customers.length < size || isEnough(due)) return due
  }
}

async function withDue(db: Db, month: string, customers: readonly { id: string }[]): Promise<string[]> {
  const ids = customers.map(({ id }) => id)
  if (ids.length === 0) return []
  const recurring = await recurringOf(db, ids, month)
  return ids.filter((id) => {
    const { lines, unpriced } = recurringLines(recurring(id))
    return lines.length + unpriced.length > 0
  })
}

/**
 * What decides which recurring lines of customers are due in a month, and how much they are; not their VAT. `withOwn` counts what
 * the month's own billed basis has.
 */
export async function recurringOf(db: Db, ids: readonly string[], month: string, withOwn = false) {
  const [charges, billed, months, fees, { billingFrom }] = await Promise.all([
    chargesToPrice(db, ids, spanOfMonth(month).before),
    billedLines(db, ids, withOwn ? null : month),
    billedMonthsOf(db, ids, month),
    datedFees(db, ids),
    db.selectFrom('companyFacts').select('billingFrom').executeTakeFirstOrThrow(),
  ])
  const byCustomer = <Row extends { customerId: string }>(rows: Row[]) =>
    Map.groupBy(rows, ({ customerId }) => customerId)
  const [chargesOf, billedOf, feesOf] = [byCustomer(charges), byCustomer(billed), byCustomer(fees)]
  const monthsOf = byCustomer(months)
  return (id: string): MonthOfRecurring => ({
    month,
    billingFrom: monthOf(billingFrom),
    billedMonths: (monthsOf.get(id) ?? []).map((basis) => monthOf(basis.month)),
    takenMonths: [],
    charges: chargesOf.get(id) ?? [],
    billed: (billedOf.get(id) ?? []).map(toBilledLine),
    fees: feesOf.get(id) ?? [],
    isReverseCharge: false,
    vatPercentOn: () => 0,
  })
}
