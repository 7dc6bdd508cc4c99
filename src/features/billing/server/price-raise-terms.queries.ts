// Raises of the prices of terms: a new version from the day, for every customer that has them then and as default terms.
import type { Db } from '#platform/database/database.ts'
import { type Ore, ore, ZERO } from '#shared/money.rules.ts'
import { termsPriceTexts } from '../price-raise-texts.rules.ts'
import type { RaisedPart, RaisedPrice, RaiseFollower, RaiseInput } from '../price-raises.contract.ts'
import { raiseOf, type Stop, type TermsPart } from '../price-raises.rules.ts'
import { validOn } from '../terms.rules.ts'
import type { RaiseDay } from './price-raise-charges.queries.ts'
import { planOf, type RaisePlan } from './price-raise-plan.ts'
import { termsColumns } from './terms.queries.ts'

type PartOfTerms = Exclude<RaisedPart, 'unit'>
const work: readonly PartOfTerms[] = ['remoteOre', 'onsiteOre', 'afterHoursOre', 'startFeeOre']
const partsOf: Record<TermsPart, readonly PartOfTerms[]> = {
  all: [...work, 'monthlyFeeOre'],
  work,
  fee: ['monthlyFeeOre'],
}

const readTerms = (db: Db) => db.selectFrom('terms').select(termsColumns).orderBy('number').execute()
type TermsRow = Awaited<ReturnType<typeof readTerms>>[number]

/** The latest version of each of the terms, or of those with an id. */
export async function planTerms(db: Db, input: RaiseInput, day: RaiseDay): Promise<RaisePlan[]> {
  const [terms, users] = await Promise.all([readTerms(db), readUsers(db)])
  const seriesOf = new Map(terms.map(({ id, seriesId }) => [id, seriesId]))
  return [...Map.groupBy(terms, ({ seriesId }) => seriesId).values()]
    .flatMap((versions) => versions.at(-1) ?? [])
    .filter(({ id }) => input.termsId === null || id === input.termsId)
    .sort((one, other) => one.name.localeCompare(other.name, 'sv-SE'))
    .map((latest) => planOne(latest, { ...users, seriesOf }, input, day))
}

/** Who has which terms from when; archived customers too, since a new version moves their rows. */
async function readUsers(db: Db) {
  const [customers, agreements, defaults] = await Promise.all([
    db.selectFrom('customers').select(['id', 'name', 'archivedAt']).orderBy('name').orderBy('id').execute(),
    db.selectFrom('agreements').select(['customerId', 'validFrom', 'termsId', 'monthlyFeeOre']).execute(),
    db.selectFrom('defaultTerms').select(['validFrom', 'termsId']).execute(),
  ])
  const agreementsOf = Map.groupBy(agreements, ({ customerId }) => customerId)
  return {
    customers: customers.map((customer) => ({ ...customer, agreements: agreementsOf.get(customer.id) ?? [] })),
    defaults,
  }
}
type Users = Awaited<ReturnType<typeof readUsers>> & { seriesOf: ReadonlyMap<string, string> }

function planOne(latest: TermsRow, users: Users, input: RaiseInput, day: RaiseDay): RaisePlan {
  const { id, seriesId: _series, number: _number, ...terms } = latest
  const having = havingTerms(latest, users, day.from)
  const prices = pricesOf(latest, input)
  const stop = having.stop ?? stopOfPrices(prices.map(({ stop: one }) => one))
  const raised = stop ? [] : prices.filter(({ newOre }) => newOre !== null)
  const fee = raised.find(({ part }) => part === 'monthlyFeeOre')
  const feeRise = fee ? ore((fee.newOre ?? 0) - (fee.oldOre ?? 0)) : ZERO
  const followers = having.customers.map(
    ({ customer, ownFeeOre, isByAgreement }): RaiseFollower => ({
      customer: { id: customer.id, name: customer.name },
      charge: null,
      monthlyOre: isByAgreement && ownFeeOre === null ? feeRise : ZERO,
      keepsUntil: null,
      earliest: null,
      ownFeeOre,
    }),
  )
  const plan = planOf({
    id,
    customer: null,
    name: terms.name,
    unit: null,
    period: null,
    prices: prices.map(({ part, oldOre, newOre }) => ({ part, oldOre, newOre: stop ? null : newOre })),
    monthlyOre: ore(followers.reduce((sum, { monthlyOre }) => sum + monthlyOre, 0)),
    appliesFrom: day.from,
    stop,
    earliest: null,
    followers,
  })
  if (stop) return plan
  const changed = Object.fromEntries(raised.map(({ part, newOre }) => [part, newOre])) as Partial<
    Record<PartOfTerms, Ore>
  >
  return {
    ...plan,
    version: { id, terms: { ...terms, ...changed, validFrom: day.from } },
    lines: having.customers.flatMap((one) => linesOf(one, raised, terms.name, day)),
  }
}

type Having = {
  customer: Users['customers'][number]
  isByAgreement: boolean
  ownFeeOre: Ore | null
}

/** The customers that have the terms on a day, and what stops a new version from it. */
function havingTerms(latest: TermsRow, { customers, defaults, seriesOf }: Users, from: string) {
  const isOfSeries = (termsId: string | null | undefined) =>
    termsId !== null && termsId !== undefined && seriesOf.get(termsId) === latest.seriesId
  const defaultOn = validOn(defaults, from)
  const found: Having[] = []
  const stops: Stop[] = defaults
    .filter(({ termsId, validFrom }) => validFrom >= from && isOfSeries(termsId))
    .map(({ validFrom }) => ({ reason: 'dated', date: validFrom, customer: null }))
  if (isOfSeries(defaultOn?.termsId) && defaultOn?.termsId !== latest.id)
    stops.push({ reason: 'older', date: null, customer: null })
  for (const customer of customers) {
    const later = customer.agreements.find(({ termsId, validFrom }) => validFrom >= from && isOfSeries(termsId))
    if (later) stops.push({ reason: 'dated', date: later.validFrom, customer: customer.name })
    const own = validOn(customer.agreements, from)
    const isByAgreement = own?.termsId !== null && own !== undefined
    if (isByAgreement && isOfSeries(own.termsId) && own.termsId !== latest.id)
      stops.push({ reason: 'older', date: null, customer: customer.name })
    if (customer.archivedAt !== null || !isOfSeries(isByAgreement ? own.termsId : defaultOn?.termsId)) continue
    found.push({ customer, isByAgreement, ownFeeOre: isByAgreement ? own.monthlyFeeOre : null })
  }
  if (found.length === 0 && !isOfSeries(defaultOn?.termsId))
    stops.push({ reason: 'unused', date: null, customer: null })
  return { customers: found, stop: stops[0] ?? null }
}

type Outcome = RaisedPrice & { part: PartOfTerms; stop: Stop | null }

/** Prices of 0 are left out: what costs nothing is not raised. */
const pricesOf = (terms: TermsRow, input: RaiseInput): Outcome[] =>
  partsOf[input.termsPart]
    .filter((part) => terms[part] > 0)
    .map((part) => ({ part, oldOre: terms[part], ...raiseOf(terms[part], input) }))

/** One price above the limit stops all; a price that rounding does not raise stays as it is, unless that is all of them. */
function stopOfPrices(stops: readonly (Stop | null)[]): Stop | null {
  const above = stops.find((stop) => stop?.reason === 'limit')
  if (above) return above
  if (stops.length === 0) return { reason: 'free', date: null, customer: null }
  return stops.includes(null) ? null : (stops[0] ?? null)
}

const linesOf = ({ customer, isByAgreement, ownFeeOre }: Having, raised: Outcome[], name: string, day: RaiseDay) =>
  raised
    // Default terms have no fee, and a fee of the customer's own stays.
    .filter(({ part }) => part !== 'monthlyFeeOre' || (isByAgreement && ownFeeOre === null))
    .map(({ part, oldOre, newOre }) => ({
      customerId: customer.id,
      line: {
        text: `${name}, ${termsPriceTexts[part].label.toLocaleLowerCase('sv-SE')}`,
        per: termsPriceTexts[part].per,
        oldOre: oldOre ?? ZERO,
        newOre: newOre ?? ZERO,
        vatPercent: day.standardVat,
        appliesFrom: null,
      },
    }))
