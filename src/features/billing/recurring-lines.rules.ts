// The lines of recurring charges and monthly fees that are due in a month: what each period costs now less what is billed.
import { addDays, addMonths, daysBetween, monthOf, spanOfMonth } from '#shared/dates.rules.ts'
import { type Ore, ore } from '#shared/money.rules.ts'
import { plural } from '#shared/plural.rules.ts'
import { vatPercentOf } from './articles.rules.ts'
import { adjustmentText, chargedText, periodName } from './charge-texts.rules.ts'
import {
  type ChargedPeriod,
  type ChargeToPrice,
  chargedPeriod,
  costOf,
  isWholePeriod,
  type Period,
  periodsThrough,
  rounded,
} from './charges.rules.ts'
import type { Line } from './invoice-lines.rules.ts'
import { isReversed, REVERSE_CHARGE, type ReverseCharge } from './reverse-charge.rules.ts'
import { type Dated, validOn } from './terms.rules.ts'

/** A line of a charge or fee on a live billed basis of another month. */
export type BilledLine = {
  /** Null for the monthly fee. */
  chargeId: string | null
  period: { from: string; to: string }
  netOre: Ore
  vatPercent: number
  vatReason: string | null
  /** With reverse charge, without a reason of its own. */
  isReversed: boolean
  charged: ChargedPeriod | null
  billedAt: string
}

/** A row of the customer's own agreement; one without a name has no terms and no fee. */
export type DatedFee = Dated & { name: string | null; feeOre: Ore }

export type MonthOfRecurring = {
  /** 'YYYY-MM' */
  month: string
  /** The first month that is billed here; earlier periods of a charge or fee were billed elsewhere. */
  billingFrom: string
  charges: readonly ChargeToPrice[]
  billed: readonly BilledLine[]
  fees: readonly DatedFee[]
  vatPercentOn: (date: string) => number
} & ReverseCharge

/** The lines by kind and name, and the names of charges that have no price on a period's first day. */
export function recurringLines(month: MonthOfRecurring): { lines: Line[]; unpriced: string[] } {
  const billed = Map.groupBy(month.billed, ({ chargeId, period }) => `${chargeId ?? 'fee'} ${period.from}`)
  const unpriced = new Set<string>()
  const lines: Line[] = []
  for (const charge of month.charges) {
    for (const period of periodsToCompare(charge, month)) {
      const charged = period.isCharged ? chargedPeriod(charge, period) : null
      const before = billed.get(`${charge.id} ${period.from}`) ?? []
      if (charged === undefined) unpriced.add(charge.name)
      else lines.push(...chargeLine(month, charge, { period, charged, before }))
    }
  }
  return { lines: [...feeLines(month, billed), ...lines.sort(inOrder)], unpriced: [...unpriced].sort() }
}

type ComparedPeriod = Period & { isCharged: boolean }

/** The charge's periods that are due, and billed ones that it no longer has: its end was moved before them. */
function periodsToCompare(charge: ChargeToPrice, { month, billed, billingFrom }: MonthOfRecurring): ComparedPeriod[] {
  const { endsOn } = charge
  const due = periodsThrough(charge, month).filter(({ billedIn }) => billedIn >= billingFrom)
  const ended = billed
    .filter(({ chargeId, period: { from } }) => chargeId === charge.id && endsOn !== null && endsOn < from)
    .map(({ period }) => ({ ...period, days: 0, billedIn: monthOf(period.from) }))
    .filter(({ billedIn }) => billedIn <= month)
  return [
    ...due.map((period) => ({ ...period, isCharged: true })),
    ...new Map(ended.map((period) => [period.from, { ...period, isCharged: false }])).values(),
  ]
}

type Compared = { period: Period; charged: ChargedPeriod | null; before: readonly BilledLine[] }

/** One line where what a period costs differs from what is billed for it. */
function chargeLine(month: MonthOfRecurring, charge: ChargeToPrice, { period, charged, before }: Compared): Line[] {
  const cost = charged ? costOf(charge.isByDays, period, charged) : ore(0)
  const netOre = dueOf(cost, before)
  if (netOre === 0) return []
  const latest = latestOf(before)
  const { from, to } = period
  const { articleNumber, account, isElectronics, recipientId, orderNumber } = charge
  const facts = { articleNumber, account, isElectronics, recipientId, orderNumber }
  const shared = { ...facts, period: { from, to }, isRut: false }
  if (latest?.charged) {
    const name = { from, to, name: periodName({ from, to: latest.period.to }, month.month) }
    const charges = { now: charged, before: latest.charged }
    return [
      {
        ...shared,
        ...oneOf(netOre),
        ...vatOf(latest, month),
        kind: 'adjustment',
        article: adjustmentText(charge, name, charges),
        charge: { id: charge.id, charged: charged ?? withoutQuantity(latest.charged) },
      },
    ]
  }
  if (!charged) return []
  const isWhole = isWholePeriod(charge.isByDays, period, charged)
  return [
    {
      ...shared,
      ...(isWhole ? wholeOf(charge.unit, charged, netOre) : oneOf(netOre)),
      ...vatOfCharge(charge, from, month),
      kind: 'charge',
      article: isWhole ? charge.name : `${charge.name}, ${chargedText(charge.unit, charged)}`,
      charge: { id: charge.id, charged },
    },
  ]
}

/** Of a period that the charge no longer has. */
const withoutQuantity = (charged: ChargedPeriod): ChargedPeriod => ({
  ...charged,
  spans: charged.spans.map((span) => ({ ...span, hundredths: 0 })),
})

const dueOf = (cost: Ore, before: readonly BilledLine[]): Ore =>
  ore(before.reduce((due: number, { netOre }) => due - netOre, cost))

const latestOf = (lines: readonly BilledLine[]): BilledLine | undefined =>
  lines.reduce<BilledLine | undefined>(
    (latest, line) => (latest && latest.billedAt > line.billedAt ? latest : line),
    undefined,
  )

/** 1 × the amount, where quantity × price is not the amount. */
const oneOf = (netOre: Ore) => ({ quantity: 1, per: 1, unit: 'st', unitOre: netOre, netOre })

/** Hundredths of a unit only where the quantity has them. */
function wholeOf(unit: string, { priceOre, spans }: ChargedPeriod, netOre: Ore) {
  const hundredths = spans[0]?.hundredths ?? 0
  const quantity = hundredths % 100 === 0 ? { quantity: hundredths / 100, per: 1 } : { quantity: hundredths, per: 100 }
  return { ...quantity, unit, unitOre: priceOre, netOre }
}

/**
 * A correction has the VAT with which its period was billed, whatever the customer or the article has become since; that of
 * a reversed period says so where the customer has no reverse charge any more.
 */
const vatOf = ({ vatPercent, vatReason, isReversed: was }: BilledLine, { isReverseCharge }: ReverseCharge) => ({
  vatPercent,
  vatReason: was && !isReverseCharge ? REVERSE_CHARGE : vatReason,
})

function vatOfCharge(charge: ChargeToPrice, date: string, month: MonthOfRecurring) {
  const { vatClass, vatReason, isConstruction } = charge
  if (isReversed(month, isConstruction)) return { vatPercent: 0, vatReason: null }
  return {
    vatPercent: vatPercentOf(vatClass, month.vatPercentOn(date)),
    vatReason: vatClass === 'none' ? vatReason : null,
  }
}

const orderOf = ({ kind, article = '', period, charge }: Line) =>
  `${kind === 'charge' ? 0 : 1} ${article} ${period?.from} ${charge?.id}`
const inOrder = (one: Line, other: Line) => (orderOf(one) < orderOf(other) ? -1 : 1)

/** The monthly fee of the customer's own agreement counts by days, so that months in which it changes are right. */
function feeLines(month: MonthOfRecurring, billed: ReadonlyMap<string, readonly BilledLine[]>): Line[] {
  const withFee = month.fees.flatMap(({ validFrom, feeOre }) => (feeOre > 0 ? [monthOf(validFrom)] : []))
  const billedMonths = month.billed.flatMap(({ chargeId, period }) => (chargeId === null ? [monthOf(period.from)] : []))
  const [first] = [...withFee, ...billedMonths].sort()
  if (first === undefined) return []
  const lines: Line[] = []
  const start = first > month.billingFrom ? first : month.billingFrom
  for (let of = start; of <= month.month; of = addMonths(of, 1)) lines.push(...feeLine(month, of, billed))
  return lines
}

function feeLine(month: MonthOfRecurring, of: string, billed: ReadonlyMap<string, readonly BilledLine[]>): Line[] {
  const { from, before: end } = spanOfMonth(of)
  const period = { from, to: addDays(end, -1) }
  const { costOre, name, days, fees } = feeOf(month.fees, of)
  const before = billed.get(`fee ${from}`) ?? []
  const netOre = dueOf(costOre, before)
  if (netOre === 0) return []
  const latest = latestOf(before)
  const ofDays = daysBetween(from, end)
  const part =
    fees > 1 ? ', ändrad under månaden' : days < ofDays ? `, ${days} av ${plural(ofDays, 'dag', 'dagar')}` : ''
  const vat = latest
    ? vatOf(latest, month)
    : { vatPercent: isReversed(month, false) ? 0 : month.vatPercentOn(from), vatReason: null }
  const ofMonth = periodName(period, month.month)
  const article = latest ? `Justering ${ofMonth}: månadsavgift` : `Månadsavgift ${ofMonth}, ${name}${part}`
  return [{ ...oneOf(netOre), ...vat, kind: 'fee', article, period, isRut: false, articleNumber: null, account: null }]
}

/** What the days of a month cost together, the last terms with a fee, and the days with one. */
function feeOf(fees: readonly DatedFee[], month: string) {
  const { from, before } = spanOfMonth(month)
  const ofDays = daysBetween(from, before)
  const days = Array.from({ length: ofDays }, (_, index) => validOn(fees, addDays(from, index)))
  const charged = days.filter((fee) => fee !== undefined).filter(({ name, feeOre }) => name !== null && feeOre > 0)
  return {
    costOre: rounded(
      charged.reduce((sum, { feeOre }) => sum + BigInt(feeOre), 0n),
      BigInt(ofDays),
    ),
    name: charged.at(-1)?.name ?? '',
    days: charged.length,
    fees: new Set(charged.map(({ feeOre }) => feeOre)).size,
  }
}

/**
 * The included minutes of a month in which the customer's own agreement with a fee begins after the first day: in the proportion
 * of its days, as the fee. Null for any other month.
 */
export function cutIncludedMinutes(
  fees: readonly DatedFee[],
  month: string,
  minutesOn: (date: string) => number,
): number | null {
  const { from, before } = spanOfMonth(month)
  if (validOn(fees, from)?.name) return null
  const starts = fees.filter(({ validFrom, name }) => name !== null && from < validFrom && validFrom < before)
  const first = starts.sort((one, other) => (one.validFrom < other.validFrom ? -1 : 1))[0]
  if (!first || first.feeOre === 0) return null
  const [days, ofDays] = [daysBetween(first.validFrom, before), daysBetween(from, before)]
  const minutes = minutesOn(from) * (ofDays - days) + minutesOn(first.validFrom) * days
  return Math.floor((2 * minutes + ofDays) / (2 * ofDays))
}
