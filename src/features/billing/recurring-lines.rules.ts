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
import { dueOf } from './due-of-period.rules.ts'
import type { Line } from './invoice-lines.rules.ts'
import { isReversed, REVERSE_CHARGE, type ReverseCharge } from './reverse-charge.rules.ts'
import { type Dated, validOn } from './terms.rules.ts'

/** A line of a charge or fee on a live billed basis of another month. */
export type BilledLine = {
  /** Null for the monthly fee. */
  chargeId: string | null
  period: { from: string; to: string }
  netOre: Ore
  /** Counts as billed too: staff kept what was approved before a price changed. */
  forgoneOre?: Ore
  vatPercent: number
  vatReason: string | null
  /** With reverse charge, without a reason of its own. */
  isReversed: boolean
  charged: ChargedPeriod | null
  /** 'YYYY-MM' */
  discountMonth: string
  billedAt: string
}

/** A row of the customer's own agreement; one without a name has no terms and no fee. */
export type DatedFee = Dated & { name: string | null; feeOre: Ore }

export type MonthOfRecurring = {
  /** 'YYYY-MM' */
  month: string
  /** The first month that is billed here; earlier periods of a charge or fee were billed elsewhere. */
  billingFrom: string
  /** Other months with a live billed basis, and months without one that were chosen for this basis. */
  billedMonths: readonly string[]
  takenMonths: readonly string[]
  charges: readonly ChargeToPrice[]
  billed: readonly BilledLine[]
  fees: readonly DatedFee[]
  vatPercentOn: (date: string) => number
} & ReverseCharge

/** The lines by kind and name, then by period, and the names of charges that have no price on a period's first day. */
export function recurringLines(month: MonthOfRecurring): { lines: Line[]; unpriced: string[] } {
  const due = comparedPeriods(month).filter((compared) => isDue(month, compared))
  return {
    lines: due.flatMap(({ line }) => line ?? []),
    unpriced: [...new Set(due.flatMap(({ unpriced }) => unpriced ?? []))].sort(),
  }
}

/** How many charges and fees of each earlier month are due on no basis, as the month has none: 'YYYY-MM', in order. */
export function unbilledRecurring(month: MonthOfRecurring): Map<string, number> {
  const left = comparedPeriods({ ...month, takenMonths: [] }).filter((compared) => !isDue(month, compared))
  const months = Map.groupBy(left, ({ billedIn }) => billedIn)
  return new Map(
    [...months.keys()].sort().map((of) => [of, new Set(months.get(of)?.map(({ chargeId }) => chargeId)).size]),
  )
}

/**
 * A period that differs from what is billed for it is due in its own month; in a later one when its own month is billed or was
 * chosen for the basis, or when lines of it are billed: then it is a correction.
 */
const isDue = (
  { month, billedMonths, takenMonths }: MonthOfRecurring,
  { billedIn, before }: Pick<ComparedPeriod, 'billedIn' | 'before'>,
) => billedIn === month || before.length > 0 || billedMonths.includes(billedIn) || takenMonths.includes(billedIn)

/** A period of a charge or of the fee (null) that costs other than is billed for it. */
type ComparedPeriod = {
  chargeId: string | null
  billedIn: string
  before: readonly BilledLine[]
  /** One of them is there. */
  line?: Line | undefined
  unpriced?: string
}

/** Every period that is billed with the month or an earlier one, fees first. */
function comparedPeriods(month: MonthOfRecurring): ComparedPeriod[] {
  const billed = Map.groupBy(month.billed, ({ chargeId, period }) => `${chargeId ?? 'fee'} ${period.from}`)
  const ofCharges = month.charges.flatMap((charge) =>
    periodsToCompare(charge, month).flatMap((period): (ComparedPeriod & { order: string })[] => {
      const charged = period.isCharged ? chargedPeriod(charge, period) : null
      const before = billed.get(`${charge.id} ${period.from}`) ?? []
      const compared = { chargeId: charge.id, billedIn: period.billedIn, before }
      if (charged === undefined) return [{ ...compared, unpriced: charge.name, order: '' }]
      const line = chargeLine(month, charge, { period, charged, before })
      return line ? [{ ...compared, line, order: orderOf(line, charge) }] : []
    }),
  )
  return [...feePeriods(month, billed), ...ofCharges.sort((one, other) => (one.order < other.order ? -1 : 1))]
}

type PeriodToCompare = Period & { isCharged: boolean }

/** The charge's periods through the month, and billed ones that it no longer has: its end was moved before them. */
function periodsToCompare(charge: ChargeToPrice, { month, billed, billingFrom }: MonthOfRecurring): PeriodToCompare[] {
  const { endsOn } = charge
  const due = periodsThrough(charge, month, billingFrom).filter(({ billedIn }) => billedIn >= billingFrom)
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

/** A line where what a period costs differs from what is billed for it. */
function chargeLine(
  month: MonthOfRecurring,
  charge: ChargeToPrice,
  { period, charged, before }: Compared,
): Line | undefined {
  const cost = charged ? costOf(charge.isByDays, period, charged) : ore(0)
  const netOre = dueOf(cost, before)
  if (netOre === 0) return undefined
  const latest = latestOf(before)
  const { from, to } = period
  const { articleNumber, account, isElectronics, recipientId, orderNumber } = charge
  const facts = { articleNumber, account, isElectronics, recipientId, orderNumber }
  const shared = { ...facts, ...discountMonthOf(month, period.billedIn, latest), period: { from, to }, isRut: false }
  if (latest?.charged) {
    const name = { from, to, name: periodName({ from, to: latest.period.to }, month.month) }
    const charges = { now: charged, before: latest.charged }
    return {
      ...shared,
      ...oneOf(netOre),
      ...vatOf(latest, month),
      kind: 'adjustment',
      article: adjustmentText(charge, name, charges),
      charge: { id: charge.id, charged: charged ?? withoutQuantity(latest.charged) },
    }
  }
  if (!charged) return undefined
  const isWhole = isWholePeriod(charge.isByDays, period, charged)
  return {
    ...shared,
    ...(isWhole ? wholeOf(charge.unit, charged, netOre) : oneOf(netOre)),
    ...vatOfCharge(charge, from, month),
    kind: 'charge',
    article: isWhole ? charge.name : `${charge.name}, ${chargedText(charge.unit, charged)}`,
    charge: { id: charge.id, charged },
  }
}

/** A correction has the discount of the month with which its period was billed first. */
const discountMonthOf = ({ month }: MonthOfRecurring, billedIn: string, latest: BilledLine | undefined) => {
  const discountMonth = latest?.discountMonth ?? billedIn
  return discountMonth === month ? {} : { discountMonth }
}

/** Of a period that the charge no longer has. */
const withoutQuantity = (charged: ChargedPeriod): ChargedPeriod => ({
  ...charged,
  spans: charged.spans.map((span) => ({ ...span, hundredths: 0 })),
})

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

const orderOf = ({ kind, period }: Line, { name, id }: ChargeToPrice) =>
  [kind === 'charge' ? 0 : 1, name, id, period?.from].join('\u0000')

/** The monthly fee of the customer's own agreement counts by days, so that months in which it changes are right. */
function feePeriods(month: MonthOfRecurring, billed: ReadonlyMap<string, readonly BilledLine[]>): ComparedPeriod[] {
  const withFee = month.fees.flatMap(({ validFrom, feeOre }) => (feeOre > 0 ? [monthOf(validFrom)] : []))
  const billedMonths = month.billed.flatMap(({ chargeId, period }) => (chargeId === null ? [monthOf(period.from)] : []))
  const [first] = [...withFee, ...billedMonths].sort()
  if (first === undefined) return []
  const periods: ComparedPeriod[] = []
  const start = first > month.billingFrom ? first : month.billingFrom
  for (let of = start; of <= month.month; of = addMonths(of, 1)) {
    const before = billed.get(`fee ${of}-01`) ?? []
    const line = feeLine(month, of, before)
    if (line) periods.push({ chargeId: null, billedIn: of, before, line })
  }
  return periods
}

function feeLine(month: MonthOfRecurring, of: string, before: readonly BilledLine[]): Line | undefined {
  const { from, before: end } = spanOfMonth(of)
  const period = { from, to: addDays(end, -1) }
  const { costOre, name, days, fees } = feeOf(month.fees, of)
  const netOre = dueOf(costOre, before)
  if (netOre === 0) return undefined
  const latest = latestOf(before)
  const ofDays = daysBetween(from, end)
  const part =
    fees > 1 ? ', ändrad under månaden' : days < ofDays ? `, ${days} av ${plural(ofDays, 'dag', 'dagar')}` : ''
  const vat = latest
    ? vatOf(latest, month)
    : { vatPercent: isReversed(month, false) ? 0 : month.vatPercentOn(from), vatReason: null }
  const ofMonth = periodName(period, month.month)
  const article = latest ? `Justering ${ofMonth}: månadsavgift` : `Månadsavgift ${ofMonth}, ${name}${part}`
  return {
    ...oneOf(netOre),
    ...vat,
    ...discountMonthOf(month, of, latest),
    kind: 'fee',
    article,
    period,
    isRut: false,
    articleNumber: null,
    account: null,
  }
}

/** What the days of a month cost together, the last terms with a fee, and the days with one. */
function feeOf(fees: readonly DatedFee[], month: string) {
  const { from, before } = spanOfMonth(month)
  const ofDays = daysBetween(from, before)
  const changes = fees.map(({ validFrom }) => validFrom).filter((day) => from < day && day < before)
  const starts = [from, ...changes.sort()]
  const charged = starts.flatMap((start, index) => {
    const { name = null, feeOre = ore(0) } = validOn(fees, start) ?? {}
    return name !== null && feeOre > 0 ? [{ name, feeOre, days: daysBetween(start, starts[index + 1] ?? before) }] : []
  })
  return {
    costOre: rounded(
      charged.reduce((sum, { feeOre, days }) => sum + BigInt(feeOre) * BigInt(days), 0n),
      BigInt(ofDays),
    ),
    name: charged.at(-1)?.name ?? '',
    days: charged.reduce((sum, { days }) => sum + days, 0),
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
