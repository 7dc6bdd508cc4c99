// Recurring charges as screens show them.
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { addMonths, monthOf } from '#shared/dates.rules.ts'
import type { Charge, ChoosableArticle } from '../charges.contract.ts'
import {
  type ChargeToPrice,
  chargedPeriod,
  costOf,
  MONTHS_AHEAD,
  type Period,
  periodsThrough,
} from '../charges.rules.ts'
import { nextPeriodToCount } from '../counted.rules.ts'
import { type Dated, validOn } from '../terms.rules.ts'
import { countCharges, countingOf, readRecordedCounts } from './counted.queries.ts'
import { chargesToPrice } from './recurring-lines.queries.ts'

/** The charges of a customer by start, ended ones too. */
export async function readCharges(db: Db, customerId: string, today: string): Promise<Charge[]> {
  const [charges, own, billed, recorded, { billingFrom }] = await Promise.all([
    chargesToPrice(db, [customerId], 'infinity'),
    db
      .selectFrom('charges')
      .leftJoin('invoiceRecipients', (join) =>
        join
          .onRef('invoiceRecipients.orgId', '=', 'charges.orgId')
          .onRef('invoiceRecipients.id', '=', 'charges.recipientId'),
      )
      .select(['charges.id', 'text', 'unit', 'bindingUntil', 'noticeMonths', 'orderNumber', 'note', 'charges.version'])
      .select(['charges.recipientId', 'invoiceRecipients.name as recipient'])
      .select(
        sql<boolean>`exists (select from invoice_basis_lines l where l.org_id = charges.org_id and l.charge_id = charges.id)`.as(
          'isUsed',
        ),
      )
      .where('charges.customerId', '=', customerId)
      .execute(),
    billedPeriods(db, customerId),
    readRecordedCounts(db, customerId),
    db.selectFrom('companyFacts').select('billingFrom').executeTakeFirstOrThrow(),
  ])
  const isBilled = (id: string, from: string) => billed.has(`${id} ${from}`)
  const isDue = (charge: ChargeToPrice, { from, billedIn }: Period) =>
    billedIn >= monthOf(billingFrom) && !isBilled(charge.id, from)
  const counts = await countCharges(db, charges, {
    today,
    periodOf: (charge) => nextPeriodToCount(charge, ({ from }) => isBilled(charge.id, from), today),
  })
  const countOf = new Map(counts.map(({ charge, count }) => [charge.id, count]))
  const ownOf = new Map(own.map((row) => [row.id, row]))
  return charges
    .flatMap((charge) => {
      const row = ownOf.get(charge.id)
      if (!row) return []
      const counted = {
        counting: countingOf(charge),
        count: countOf.get(charge.id) ?? null,
        recordedCounts: recorded.get(charge.id) ?? [],
      }
      return [{ ...charge, ...row, ...shownOf(charge, isDue, today), ...counted, unitName: charge.unit }]
    })
    .sort((one, other) => (`${one.startsOn} ${one.id}` < `${other.startsOn} ${other.id}` ? -1 : 1))
}

/** Of live billed bases, as 'charge from'. */
async function billedPeriods(db: Db, customerId: string): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('invoiceBasisLines')
    .innerJoin('invoiceBases', (join) =>
      join
        .onRef('invoiceBases.orgId', '=', 'invoiceBasisLines.orgId')
        .onRef('invoiceBases.id', '=', 'invoiceBasisLines.basisId'),
    )
    .select(['chargeId', 'periodFrom'])
    .distinct()
    .where('customerId', '=', customerId)
    .where('state', '=', 'billed')
    .where('chargeId', 'is not', null)
    .execute()
  return new Set(rows.map(({ chargeId, periodFrom }) => `${chargeId} ${periodFrom}`))
}

const newestFirst = <Row extends Dated>(rows: readonly Row[]) =>
  rows.toSorted((one, other) => (one.validFrom < other.validFrom ? 1 : -1))

type IsDue = (charge: ChargeToPrice, period: Period) => boolean

function shownOf(charge: ChargeToPrice, isDue: IsDue, today: string) {
  const day = charge.startsOn > today ? charge.startsOn : today
  const next = periodsThrough(charge, addMonths(monthOf(today), MONTHS_AHEAD)).find(
    (period) => isDue(charge, period) && isToBill(charge, period),
  )
  return {
    quantities: newestFirst(charge.quantities),
    prices: newestFirst(charge.prices),
    discounts: newestFirst(charge.discounts),
    hundredths: validOn(charge.quantities, day)?.hundredths ?? 0,
    priceOre: validOn(charge.prices, day)?.priceOre ?? validOn(charge.articlePrices, day)?.priceOre ?? null,
    next: next ? { month: next.billedIn, period: { from: next.from, to: next.to } } : null,
  }
}

/** A period that costs nothing is never billed; one without a price is, once it has one. */
function isToBill(charge: ChargeToPrice, period: Period): boolean {
  const charged = chargedPeriod(charge, period)
  return !charged || costOf(charge.isByDays, period, charged) > 0
}

/** Articles that are not archived, with their price on a day, by number. */
export const listChoosableArticles = (db: Db, today: string): Promise<ChoosableArticle[]> =>
  db
    .selectFrom('articles')
    .select(['id', 'number', 'name', 'unit'])
    .select((eb) =>
      eb
        .selectFrom('articlePrices')
        .select('priceOre')
        .whereRef('articlePrices.orgId', '=', 'articles.orgId')
        .whereRef('articlePrices.articleId', '=', 'articles.id')
        .where('validFrom', '<=', today)
        .orderBy('validFrom', 'desc')
        .limit(sql.lit(1))
        .as('priceOre'),
    )
    .where('archivedAt', 'is', null)
    .orderBy(sql`lower(number)`)
    .execute()
