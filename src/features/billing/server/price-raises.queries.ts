// Raises of prices as dated rows (docs/decisions/123): what one would do, and doing it in one transaction.
import { sql } from 'kysely'
import type { StaffActor } from '#platform/database/actor.ts'
import { audit } from '#platform/database/audit.ts'
import type { Db } from '#platform/database/database.ts'
import { conflict, invalid } from '#platform/http/app-error.ts'
import { organizationOf } from '#platform/http/organization.ts'
import { monthOf, todayInStockholm } from '#shared/dates.rules.ts'
import {
  ChangedPreview,
  type NewRaise,
  RAISE_CHANGED,
  RAISE_ROWS_MAX,
  RAISE_STOPPED,
  RAISE_TOO_MANY,
  type RaiseInput,
  type RaisePreview,
} from '../price-raises.contract.ts'
import type { RaiseSubject } from '../price-raises.rules.ts'
import { STANDARD_VAT_PERCENT, validOn } from '../terms.rules.ts'
import { addresseesOf, isSendingMailNow } from './addressees.queries.ts'
import { planArticles, planCharges, type RaiseDay } from './price-raise-charges.queries.ts'
import { queueRaiseMails } from './price-raise-mail.ts'
import type { RaisePlan } from './price-raise-plan.ts'
import { planTerms } from './price-raise-terms.queries.ts'
import { createVersion } from './terms.queries.ts'

const planners: Record<RaiseSubject, (db: Db, input: RaiseInput, day: RaiseDay) => Promise<RaisePlan[]>> = {
  charges: planCharges,
  articles: planArticles,
  terms: planTerms,
}

/** What can be raised before what cannot. Throws 422 for more rows than a preview has. */
async function planRaise(db: Db, input: RaiseInput): Promise<RaisePlan[]> {
  const rates = await db.selectFrom('vatRates').select(['validFrom', 'percent']).execute()
  const standardVat = validOn(rates, input.from)?.percent ?? STANDARD_VAT_PERCENT
  const plans = await planners[input.subject](db, input, { from: input.from, today: todayInStockholm(), standardVat })
  if (plans.length > RAISE_ROWS_MAX) throw invalid(RAISE_TOO_MANY)
  return plans.toSorted((one, other) => Number(one.row.stop !== null) - Number(other.row.stop !== null))
}

/** What a raise would do, and whom it concerns. */
export async function previewRaise(db: Db, input: RaiseInput): Promise<RaisePreview> {
  return previewOf(db, await planRaise(db, input), input.from)
}

async function previewOf(db: Db, plans: readonly RaisePlan[], from: string): Promise<RaisePreview> {
  const ids = [...new Set(plans.flatMap(({ lines }) => lines.map(({ customerId }) => customerId)))]
  const [customers, addressees, isSendingMail, bases] = await Promise.all([
    db
      .selectFrom('customers')
      .select(['id', 'name'])
      .where(sql<boolean>`id = any(${ids}::uuid[])`)
      .orderBy(sql`name collate "sv-SE-x-icu"`)
      .orderBy('id')
      .execute(),
    addresseesOf(db, ids),
    isSendingMailNow(db),
    basesToCheck(db, ids, from),
  ])
  return {
    rows: plans.map(({ row }) => row),
    recipients: customers.map((customer) => ({ customer, addressees: addressees.get(customer.id) ?? [] })),
    isSendingMail,
    bases,
  }
}

async function basesToCheck(db: Db, customerIds: readonly string[], from: string): Promise<RaisePreview['bases']> {
  const rows = await db
    .selectFrom('invoiceBases')
    .select(['id', 'customerName as customer', 'month', 'state'])
    .where('state', 'in', ['sent', 'approved'])
    .where(sql<boolean>`customer_id = any(${customerIds}::uuid[])`)
    .where('month', '>=', `${monthOf(from)}-01`)
    .orderBy('month')
    .orderBy(sql`customer_name collate "sv-SE-x-icu"`)
    .$narrowType<{ state: 'sent' | 'approved' }>()
    .execute()
  return rows.map((basis) => ({ ...basis, month: monthOf(basis.month) }))
}

/**
 * Raises the chosen prices. Throws 409 with the preview of now when anything in it has changed since the person saw it, and 422
 * when a chosen price cannot be raised.
 */
export async function createRaise(db: Db, actor: StaffActor, { seen, sendsMail, ...input }: NewRaise) {
  await lockPrices(db)
  const plans = await planRaise(db, input)
  const differs = differencesOf(seen, plans)
  if (differs.length > 0)
    throw conflict(ChangedPreview, { preview: await previewOf(db, plans, input.from), differs }, RAISE_CHANGED)
  const chosen = new Set(seen.flatMap(({ id, isChosen }) => (isChosen ? [id] : [])))
  const raised = plans.filter(({ row }) => chosen.has(row.id))
  if (raised.some(({ row }) => row.stop !== null)) throw invalid(RAISE_STOPPED)
  await storeRaise(db, actor, raised)
  const mails = sendsMail ? await queueRaiseMails(db, organizationOf(actor), input.from, raised) : 0
  return { raised: raised.length, mails }
}

/** Nobody else changes what a price depends on until the transaction ends; in the order in which others write them. */
const lockPrices = (db: Db) =>
  sql`lock table charges, charge_quantities, charge_prices, charge_discounts, article_prices, agreements, default_terms
    in share row exclusive mode`.execute(db)

/** The ids of the rows that are other than they were seen, new, or gone. */
function differencesOf(seen: NewRaise['seen'], plans: readonly RaisePlan[]): string[] {
  const stateOf = new Map(seen.map(({ id, state }) => [id, state]))
  const now = new Set(plans.map(({ row }) => row.id))
  return [
    ...plans.filter(({ row }) => stateOf.get(row.id) !== row.state).map(({ row }) => row.id),
    ...seen.filter(({ id }) => !now.has(id)).map(({ id }) => id),
  ]
}

/** Rows are only added: a price that stands on the day has stopped its raise. */
async function storeRaise(db: Db, actor: StaffActor, plans: readonly RaisePlan[]) {
  const orgId = organizationOf(actor)
  for (const { chargePrices, articlePrices, version } of plans) {
    if (articlePrices.length > 0)
      await db
        .insertInto('articlePrices')
        .values(articlePrices.map((row) => ({ ...row, orgId })))
        .execute()
    if (chargePrices.length > 0)
      await db
        .insertInto('chargePrices')
        .values(chargePrices.map((row) => ({ ...row, orgId })))
        .execute()
    if (version) await createVersion(db, actor, version.id, version.terms)
    for (const { articleId, ...detail } of articlePrices)
      await audit(db, actor, { action: 'changed', subject: 'article_price', subjectId: articleId, detail })
    for (const { chargeId, ...detail } of chargePrices)
      await audit(db, actor, { action: 'changed', subject: 'charge', subjectId: chargeId, detail })
  }
}
