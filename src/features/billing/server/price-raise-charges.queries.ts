// Raises of the prices of charges and of articles.
import type { Db } from '#platform/database/database.ts'
import { type Ore, sumOre, ZERO } from '#shared/money.rules.ts'
import { vatPercentOf } from '../articles.rules.ts'
import { perUnitText } from '../price-raise-texts.rules.ts'
import type { RaiseFollower, RaiseInput } from '../price-raises.contract.ts'
import {
  type ChargeToRaise,
  firstPeriodFrom,
  followsArticle,
  keepsPrice,
  monthlyRise,
  raiseOfArticle,
  raiseOfCharge,
  type Stop,
  tooShortNotice,
} from '../price-raises.rules.ts'
import { numberKey } from './articles.queries.ts'
import { planOf, type RaisedLine, type RaisePlan } from './price-raise-plan.ts'
import { chargesToPrice } from './recurring-lines.queries.ts'

type OwnedCharge = ChargeToRaise & { articleId: string | null; customer: { id: string; name: string } }

/** On what day, and the rate of VAT then. */
export type RaiseDay = { from: string; today: string; standardVat: number }

/** The charges of customers that are not archived of which a period begins on the day or later. */
async function chargesToRaise(db: Db, { articleId, customerId }: Partial<RaiseInput>, from: string) {
  const owned = await db
    .selectFrom('charges')
    .innerJoin('customers', (join) =>
      join.onRef('customers.orgId', '=', 'charges.orgId').onRef('customers.id', '=', 'charges.customerId'),
    )
    .select(['charges.id', 'customerId', 'customers.name', 'bindingUntil', 'noticeMonths'])
    .where('archivedAt', 'is', null)
    .$if(Boolean(articleId), (query) => query.where('articleId', '=', articleId ?? null))
    .$if(Boolean(customerId), (query) => query.where('customerId', '=', customerId ?? ''))
    .execute()
  const ownerOf = new Map(owned.map((charge) => [charge.id, charge]))
  const charges = await chargesToPrice(db, [...new Set(owned.map((charge) => charge.customerId))], 'infinity')
  return charges
    .flatMap((charge): OwnedCharge[] => {
      const owner = ownerOf.get(charge.id)
      if (!owner) return []
      const { bindingUntil, noticeMonths, name } = owner
      return [{ ...charge, bindingUntil, noticeMonths, customer: { id: charge.customerId, name } }]
    })
    .filter((charge) => firstPeriodFrom(charge, from) !== null)
    .sort((one, other) => inSwedish(one.customer.name, other.customer.name) || inSwedish(one.name, other.name))
}

const { compare: inSwedish } = new Intl.Collator('sv-SE')

/** The charges that have a price of their own; of one customer also those that have the article's, which says so. */
export async function planCharges(db: Db, input: RaiseInput, day: RaiseDay): Promise<RaisePlan[]> {
  return (await chargesToRaise(db, input, input.from))
    .map((charge) => planCharge(charge, input, day))
    .filter(({ row }) => input.customerId !== null || row.stop?.reason !== 'follows')
}

function planCharge(charge: OwnedCharge, input: RaiseInput, day: RaiseDay): RaisePlan {
  const { from, today } = day
  const { oldOre, newOre, stop } = raiseOfCharge(charge, from, input)
  const plan = planOf({
    id: charge.id,
    customer: charge.customer,
    name: charge.name,
    unit: charge.unit,
    period: charge.period,
    prices: [{ part: 'unit', oldOre, newOre }],
    monthlyOre: oldOre === null || newOre === null ? ZERO : monthlyRise(charge, from, oldOre, newOre),
    appliesFrom: firstPeriodFrom(charge, from),
    stop,
    earliest: tooShortNotice(charge.noticeMonths, from, today),
    followers: [],
  })
  if (oldOre === null || newOre === null) return plan
  return {
    ...plan,
    chargePrices: [{ chargeId: charge.id, validFrom: from, priceOre: newOre }],
    lines: [lineOf(charge, oldOre, newOre, day)],
  }
}

const lineOf = (charge: OwnedCharge, oldOre: Ore, newOre: Ore, day: RaiseDay) => {
  const appliesFrom = firstPeriodFrom(charge, day.from)
  return {
    customerId: charge.customer.id,
    line: {
      text: charge.name,
      per: perUnitText(charge.unit, charge.period),
      oldOre,
      newOre,
      vatPercent: vatPercentOf(charge.vatClass, day.standardVat),
      appliesFrom: appliesFrom === day.from ? null : appliesFrom,
    } satisfies RaisedLine,
  }
}

/** Articles with the charges that have their price; of archived ones and those without a price only those that have some. */
export async function planArticles(db: Db, { articleId, ...input }: RaiseInput, day: RaiseDay): Promise<RaisePlan[]> {
  const [articles, charges] = await Promise.all([
    readArticles(db, articleId),
    chargesToRaise(db, { articleId }, day.from),
  ])
  const followersOf = Map.groupBy(
    charges.filter((charge) => charge.articleId !== null && followsArticle(charge, day.from)),
    (charge) => charge.articleId,
  )
  return articles
    .filter(
      ({ id, isArchived, prices }) => followersOf.has(id) || id === articleId || !(isArchived || prices.length === 0),
    )
    .map((article) => planArticle(article, followersOf.get(article.id) ?? [], { ...input, articleId }, day))
}

async function readArticles(db: Db, articleId: string | null) {
  const [articles, prices] = await Promise.all([
    db
      .selectFrom('articles')
      .select(['id', 'number', 'name', 'unit'])
      .select((eb) => eb('archivedAt', 'is not', null).as('isArchived'))
      .$if(articleId !== null, (query) => query.where('id', '=', articleId ?? ''))
      .orderBy(numberKey)
      .execute(),
    db
      .selectFrom('articlePrices')
      .select(['articleId', 'validFrom', 'priceOre'])
      .$if(articleId !== null, (query) => query.where('articleId', '=', articleId ?? ''))
      .execute(),
  ])
  const pricesOf = Map.groupBy(prices, (price) => price.articleId)
  return articles.map((article) => ({ ...article, prices: pricesOf.get(article.id) ?? [] }))
}

type PricedArticle = Awaited<ReturnType<typeof readArticles>>[number]

/** Bound charges keep the old price; where that is impossible the article is stopped. */
function planArticle(article: PricedArticle, charges: OwnedCharge[], input: RaiseInput, day: RaiseDay): RaisePlan {
  const { from, today } = day
  const raise = raiseOfArticle(article.prices, from, input)
  const { oldOre, newOre } = raise
  const kept = charges.map((charge) => ({ charge, ...keepsPrice(charge, from, oldOre ?? ZERO) }))
  const stop = raise.stop ?? blockedBy(kept)
  const isRaised = oldOre !== null && newOre !== null && stop === null
  const followers = kept.map(({ charge, rows }): RaiseFollower => {
    const isKept = rows.length > 0
    return {
      customer: charge.customer,
      charge: { id: charge.id, name: charge.name, period: charge.period },
      monthlyOre: isRaised && !isKept ? monthlyRise(charge, from, oldOre, newOre) : ZERO,
      keepsUntil: isKept ? charge.bindingUntil : null,
      earliest: isKept ? null : tooShortNotice(charge.noticeMonths, from, today),
      ownFeeOre: null,
    }
  })
  const plan = planOf({
    id: article.id,
    customer: null,
    name: `${article.number} ${article.name}`,
    unit: article.unit,
    period: null,
    prices: [{ part: 'unit', oldOre, newOre: isRaised ? newOre : null }],
    monthlyOre: sumOre(followers.map(({ monthlyOre }) => monthlyOre)),
    appliesFrom: from,
    stop,
    earliest: followers.reduce<string | null>((latest, { earliest }) => latestOf(latest, earliest), null),
    followers,
  })
  if (!isRaised) return plan
  return {
    ...plan,
    articlePrices: [{ articleId: article.id, validFrom: from, priceOre: newOre }],
    chargePrices: kept.flatMap(({ charge, rows }) => rows.map((row) => ({ ...row, chargeId: charge.id }))),
    lines: kept.flatMap(({ charge, rows }) => (rows.length > 0 ? [] : [lineOf(charge, oldOre, newOre, day)])),
  }
}

const latestOf = (one: string | null, other: string | null) => (other !== null && (one ?? '') < other ? other : one)

function blockedBy(kept: { charge: OwnedCharge; blockedBy: string | null }[]): Stop | null {
  const blocked = kept.find((one) => one.blockedBy !== null)
  return blocked ? { reason: 'kept', date: blocked.blockedBy, customer: blocked.charge.customer.name } : null
}
