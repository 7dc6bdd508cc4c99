import { sql } from 'kysely'
import { calendarOf, type Hours } from '#features/company/opening-hours.rules.ts'
import { hoursColumns } from '#features/company/server/opening-hours.queries.ts'
import { namedExpenses } from '#features/time/server/expenses.queries.ts'
import { activeTime, timeSource } from '#features/time/server/time.queries.ts'
import type { Db } from '#platform/database/database.ts'
import { monthOf, spanOfMonth } from '#shared/dates.rules.ts'
import { type Ore, ZERO } from '#shared/money.rules.ts'
import { NOTHING_ADDED } from '../added-lines.rules.ts'
import type { Terms } from '../agreements.contract.ts'
import type { Work } from '../charged-minutes.rules.ts'
import type { MonthToPrice } from '../pricing.rules.ts'
import { STANDARD_VAT_PERCENT, validOn } from '../terms.rules.ts'
import { activePrepaidHours } from './active-prepaid-hours.queries.ts'
import { getLineArticles } from './article-prices.queries.ts'
import { findFirstRecipient, invoicedToOfTicket, withoutFirst } from './recipients-of-lines.queries.ts'
import { feeOfAgreement, readRecurring } from './recurring-lines.queries.ts'
import { termsColumns } from './terms.queries.ts'

type Applying = { terms: Terms; isDefault: boolean }
/** Jobs read the rows of all organizations: without `orgId` no index would find those of a customer. */
export type OfCustomer = { orgId: string; customerId: string }
export type LoadedMonth = MonthToPrice & { agreementOn: (date: string) => Applying | undefined }

/**
 * The rows of a customer's month, as screens show them and an invoice basis copies them, and its recurring charges. `self` is the
 * basis that is composed again.
 */
export async function readMonth(db: Db, of: OfCustomer, month: string, self: string | null = null) {
  const [work, expenses, bought, recurring, first] = await Promise.all([
    listMonthEntries(db, of, month),
    listMonthExpenses(db, of, month),
    listBoughtPrepaidHours(db, of, month),
    readRecurring(db, of.customerId, month),
    findFirstRecipient(db, of, self),
  ])
  return {
    work: withoutFirst(work, first),
    expenses: withoutFirst(expenses, first),
    bought,
    recurring: { ...recurring, charges: withoutFirst(recurring.charges, first) },
  }
}
export type ReadMonth = Awaited<ReturnType<typeof readMonth>>

/** Its work alone decides what a month draws from its hours. */
export const NOTHING_RECURRING: ReadMonth['recurring'] = {
  charges: [],
  billed: [],
  billedMonths: [],
  carried: [],
  discounts: [],
  discounted: [],
}

/**
 * Everything that decides the current price of a customer's month: with the rows of `read`, or with its work alone. What rows of
 * the month itself have drawn from prepaid hours counts as left. Travel and material without a price are left out.
 */
export async function getMonthToPrice(db: Db, of: OfCustomer, month: string, read?: ReadMonth): Promise<LoadedMonth> {
  const [customer, hours, agreements, defaults, vatPercentOn, articles, prepaidHours, work] = await Promise.all([
    db
      .selectFrom('customers')
      .select(['vat', 'isPrivate', 'reverseReason'])
      .where('orgId', '=', of.orgId)
      .where('id', '=', of.customerId)
      .executeTakeFirstOrThrow(),
    getHoursFor(db, of),
    agreementTerms(db, of),
    defaultTerms(db, of),
    vatPercentsOf(db, of.orgId),
    getLineArticles(db, of.orgId, read?.expenses.flatMap(({ articleId }) => articleId ?? []) ?? []),
    listValidPrepaidHours(db, of, month),
    read?.work ?? workOf(db, of, month),
  ])
  const agreementOn = (date: string): Applying | undefined => {
    const own = validOn(agreements, date)?.terms
    if (own) return { terms: own, isDefault: false }
    const terms = validOn(defaults, date)?.terms
    return terms && { terms, isDefault: true }
  }
  return {
    month,
    billingFrom: monthOf(hours.billingFrom),
    work,
    bought: read?.bought ?? [],
    ...(read?.recurring ?? NOTHING_RECURRING),
    takenMonths: [],
    fees: agreements.map(({ validFrom, terms, feeOre }) => ({ validFrom, name: terms?.name ?? null, feeOre })),
    prepaidHours,
    expenses: withPrice(read?.expenses ?? []),
    added: NOTHING_ADDED,
    isPrivate: customer.isPrivate,
    isReverseCharge: customer.vat === 'reverse',
    reverseReason: customer.reverseReason,
    calendar: calendarOf(hours),
    articles,
    agreementOn,
    termsOn: (date) => agreementOn(date)?.terms,
    vatPercentOn,
  }
}

const getHoursFor = (db: Db, { orgId }: OfCustomer): Promise<Hours & { billingFrom: string }> =>
  db
    .selectFrom('companyFacts')
    .select(hoursColumns)
    .select('billingFrom')
    .where('orgId', '=', orgId)
    .executeTakeFirstOrThrow()

/** Rows without terms end the agreement from their date. */
async function agreementTerms(db: Db, { orgId, customerId }: OfCustomer) {
  const rows = await db
    .selectFrom('agreements')
    .leftJoin('terms', (join) =>
      join.onRef('terms.orgId', '=', 'agreements.orgId').onRef('terms.id', '=', 'agreements.termsId'),
    )
    .select(['validFrom', feeOfAgreement.as('feeOre')])
    .select(termsColumns)
    .where('agreements.orgId', '=', orgId)
    .where('customerId', '=', customerId)
    .execute()
  return rows.map(({ validFrom, feeOre, ...terms }) => ({
    validFrom,
    feeOre,
    terms: terms.id === null ? undefined : (terms as Terms),
  }))
}

async function defaultTerms(db: Db, { orgId }: OfCustomer) {
  const rows = await db
    .selectFrom('defaultTerms')
    .innerJoin('terms', (join) =>
      join.onRef('terms.orgId', '=', 'defaultTerms.orgId').onRef('terms.id', '=', 'defaultTerms.termsId'),
    )
    .select('validFrom')
    .select(termsColumns)
    .where('defaultTerms.orgId', '=', orgId)
    .execute()
  return rows.map(({ validFrom, ...terms }) => ({ validFrom, terms }))
}

/** The company's rate of VAT on a date. */
export async function vatPercentsOf(db: Db, orgId: string) {
  const rates = await db.selectFrom('vatRates').select(['validFrom', 'percent']).where('orgId', '=', orgId).execute()
  return (date: string) => validOn(rates, date)?.percent ?? STANDARD_VAT_PERCENT
}

function workOf(db: Db, { orgId, customerId }: OfCustomer, month: string): Promise<Work[]> {
  const { from, before } = spanOfMonth(month)
  return activeTime(db)
    .select(['id', 'workDate', 'timeFrom', 'fromIsFirst', 'isPlaced', 'minutes', 'kind', 'isRut', 'ticketId'])
    .select('unbilledReason')
    .where('orgId', '=', orgId)
    .where('customerId', '=', customerId)
    .where('workDate', '>=', from)
    .where('workDate', '<', before)
    .execute()
}

/** The time of a customer's month, in the order in which it was worked. */
function listMonthEntries(db: Db, { orgId, customerId }: OfCustomer, month: string) {
  const { from, before } = spanOfMonth(month)
  return timeSource(db)
    .select([
      ...(['timeEntries.id', 'timeEntries.version', 'workDate', 'timeFrom', 'timeTo', 'timeEntries.kind'] as const),
      ...(['fromIsFirst', 'toIsFirst', 'isPlaced'] as const),
      ...(['minutes', 'ticketId', 'profiles.fullName as technician', 'ticketNumber'] as const),
      ...(['timeEntries.description', 'reported', 'isRut', 'timeEntries.unbilledReason'] as const),
    ])
    .select(invoicedToOfTicket)
    .where('timeEntries.orgId', '=', orgId)
    .where('timeEntries.customerId', '=', customerId)
    .where('workDate', '>=', from)
    .where('workDate', '<', before)
    .orderBy('workDate')
    .orderBy('timeFrom')
    .orderBy('timeEntries.id')
    .execute()
}

/** The travel and material of a customer's month, priced or not, by date. */
function listMonthExpenses(db: Db, { orgId, customerId }: OfCustomer, month: string) {
  const { from, before } = spanOfMonth(month)
  return namedExpenses(db)
    .select(invoicedToOfTicket)
    .where('expenses.orgId', '=', orgId)
    .where('expenses.customerId', '=', customerId)
    .where('workDate', '>=', from)
    .where('workDate', '<', before)
    .orderBy('workDate')
    .orderBy('expenses.id')
    .execute()
}

/** The prepaid hours that were bought in a month. */
function listBoughtPrepaidHours(db: Db, { orgId, customerId }: OfCustomer, month: string) {
  const { from, before } = spanOfMonth(month)
  return activePrepaidHours(db)
    .select(['id', 'boughtOn', 'validUntil', 'minutes', 'priceOre'])
    .where('orgId', '=', orgId)
    .where('customerId', '=', customerId)
    .where('boughtOn', '>=', from)
    .where('boughtOn', '<', before)
    .orderBy('boughtOn')
    .orderBy('id')
    .execute()
}

/** The prepaid hours that are valid on some date of a month, with what is left of them for it. */
function listValidPrepaidHours(db: Db, { orgId, customerId }: OfCustomer, month: string) {
  const { from, before } = spanOfMonth(month)
  const drawnElsewhere = sql<number>`(select coalesce(sum(l.quantity), 0)::int from invoice_basis_lines l
    join invoice_bases b on b.org_id = l.org_id and b.id = l.basis_id
    where l.org_id = prepaid_hours.org_id and l.prepaid_hours_id = prepaid_hours.id and l.kind = 'drawn' and b.state = 'billed'
      and coalesce(l.month, b.month) <> ${from}::date)`
  return activePrepaidHours(db)
    .select(['id', 'boughtOn', 'validUntil', sql<number>`minutes - ${drawnElsewhere}`.as('minutesLeft')])
    .where('orgId', '=', orgId)
    .where('customerId', '=', customerId)
    .where('boughtOn', '<', before)
    .where((eb) => eb.or([eb('validUntil', 'is', null), eb('validUntil', '>=', from)]))
    .execute()
}

type Priceable = { priceOre: Ore | null; unbilledReason: string | null }

/** The travel and material with a price; what is not billed needs none. */
export const withPrice = <Row extends Priceable>(rows: readonly Row[]): (Row & { priceOre: Ore })[] =>
  rows.flatMap((row) => {
    const priceOre = row.unbilledReason === null ? row.priceOre : ZERO
    return priceOre === null ? [] : [{ ...row, priceOre }]
  })

/** With the prepaid hours that are left when others draw first; they may also return some. */
export const lessPending = (month: LoadedMonth, pending: ReadonlyMap<string, number>): LoadedMonth => ({
  ...month,
  prepaidHours: month.prepaidHours.map((prepaid) => ({
    ...prepaid,
    minutesLeft: prepaid.minutesLeft - (pending.get(prepaid.id) ?? 0),
  })),
})
