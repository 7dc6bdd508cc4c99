// The price of a customer's month (docs/decisions/063): work, travel, material and purchased prepaid hours become lines and sums.
// Pure and exact: the order of its input never changes the result.
import type { OpeningCalendar } from '#features/company/working-time.rules.ts'
import type { ExpenseKind } from '#features/time/expenses.contract.ts'
import { type Ore, sumOre, ZERO } from '#shared/money.rules.ts'
import { type DiscountedMonth, type MonthOfAdded, withAdded } from './added-lines.rules.ts'
import { factsOf, type LineArticles, withFeeArticle } from './articles.rules.ts'
import { netOfRates, vatOfRate } from './carried.rules.ts'
import { type ChargedWork, chargedWork, type Work } from './charged-minutes.rules.ts'
import { type Draw, drawMinutes, type PrepaidHours } from './drawing.rules.ts'
import { type InvoicedTo, type Line, type LineSum, linesOf, type Portion, sumOfLine } from './invoice-lines.rules.ts'
import { cutIncludedMinutes, type MonthOfRecurring, recurringLines } from './recurring-lines.rules.ts'
import type { Terms } from './terms.rules.ts'

type Expense = InvoicedTo & {
  id: string
  workDate: string
  kind: ExpenseKind
  article: string
  articleId?: string | null
  /** Hundredths of the unit. */
  hundredths: number
  unit: string
  priceOre: Ore
  /** As of work. */
  unbilledReason?: string | null
}

type BoughtPrepaidHours = { id: string; boughtOn: string; minutes: number; priceOre: Ore }

/** `month` is 'YYYY-MM'; the dates of work, expenses and purchases are in it. */
export type MonthToPrice = MonthOfRecurring &
  MonthOfAdded & {
    work: readonly Work[]
    expenses: readonly Expense[]
    bought: readonly BoughtPrepaidHours[]
    /** With the minutes that were left before this month's work. */
    prepaidHours: readonly PrepaidHours[]
    isPrivate: boolean
    calendar: OpeningCalendar
    articles: LineArticles
    /** Undefined when no terms apply on the date. */
    termsOn: (date: string) => Terms | undefined
  }

export type PricedRow = {
  id: string
  /** Worked, before rounding. */
  minutes: number
  chargedMinutes: number
  /** The part of the charged minutes that is outside opening hours. */
  afterHoursMinutes: number
  /** Positions of the row's lines, with its charged minutes on each; a start fee has none. */
  shares: { line: number; minutes: number }[]
}

type VatSum = { percent: number; netOre: Ore; vatOre: Ore }

export type PricedMonth = {
  /** In the order of the work, then those that are not billed. */
  rows: PricedRow[]
  /** The line position of each expense, by the expense's id. */
  lineOfExpense: ReadonlyMap<string, number>
  lines: Line[]
  /** Without VAT. Start fees count as labour; purchased prepaid hours are a sum of their own, recurring charges another,
   * free lines and discounts another. */
  sums: Record<LineSum, Ore>
  /** The part of the labour that is RUT work, without VAT. */
  rutOre: Ore
  netOre: Ore
  /** By rate, highest first. */
  vat: VatSum[]
  vatOre: Ore
  totalOre: Ore
  included: { minutes: number; used: number }
  draws: Draw[]
  /** Rows on dates without terms; they are on no line. */
  unpriced: string[]
  /** What the customer's discount gave of each month of the lines. */
  discounted: DiscountedMonth[]
  /** The names of charges whose article has no price; what they cost is on no line. */
  unpricedCharges: string[]
}

/** Prices a month. VAT is the rate times the net sum, rounded once for each rate and recipient, who each get an invoice. */
export const priceMonth = (month: MonthToPrice): PricedMonth => withRecurring(priceRows(month), month)

/** Prices the rows of a month alone. */
export function priceRows(month: MonthToPrice): PricedMonth {
  const { billed = [], unbilled = [] } = Object.groupBy(month.work, (row) => (isUnbilled(row) ? 'unbilled' : 'billed'))
  const { priced, unpriced } = withTerms({ ...month, work: billed })
  const work = chargedWork(priced, month.calendar)
  const includedMinutes = includedMinutesOf(month)
  const drawn = drawMinutes(work, includedMinutes, month.prepaidHours)
  const expenses = month.expenses.map(expensePortion)
  const portions: Portion[] = [
    ...drawn.portions.map((portion) => ({ ...portion, isRut: portion.isRut && month.isPrivate })),
    ...startFees(work),
    ...unbilled.map(unbilledPortion),
    ...expenses,
    ...month.bought.map(boughtPortion),
  ]
  const { lines, lineOf } = linesOf(portions, (portion) => factsOf(portion, month))
  return {
    rows: [
      ...rowsOf(work, portions, lineOf),
      ...rowsOf(unbilled.toSorted(byDate).map(unchargedWork), portions, lineOf),
    ],
    lineOfExpense: new Map(expenses.map((portion) => [portion.rowId, lineOf(portion)])),
    ...totalsOf(lines),
    included: { minutes: includedMinutes, used: drawn.includedUsed },
    draws: drawn.draws,
    unpriced,
    discounted: [],
    unpricedCharges: [],
  }
}

/** Adds a month's recurring lines before priced rows; after them free lines, discounts and what is carried. */
export function withRecurring(priced: PricedMonth, month: MonthToPrice): PricedMonth {
  const recurring = recurringLines(month)
  const first = recurring.lines.length
  const { lines, discounted } = withAdded([...withFeeArticle(recurring.lines, month.articles), ...priced.lines], month)
  return {
    ...priced,
    rows: priced.rows.map((row) => ({
      ...row,
      shares: row.shares.map(({ line, minutes }) => ({ line: line + first, minutes })),
    })),
    lineOfExpense: new Map([...priced.lineOfExpense].map(([id, line]) => [id, line < 0 ? line : line + first])),
    ...totalsOf(lines),
    discounted,
    unpricedCharges: recurring.unpriced,
  }
}

/** Those of the terms on the first day, whatever changes later in the month; fewer where an agreement with a fee begins in it. */
function includedMinutesOf({ month, fees, termsOn }: MonthToPrice): number {
  const minutesOn = (date: string) => termsOn(date)?.includedMinutes ?? 0
  return cutIncludedMinutes(fees, month, minutesOn) ?? minutesOn(`${month}-01`)
}

function withTerms({ work, termsOn }: MonthToPrice) {
  const rows = work.map((row) => ({ work: row, terms: termsOn(row.workDate) }))
  return {
    priced: rows.flatMap(({ work: row, terms }) => (terms ? [{ work: row, terms }] : [])),
    unpriced: rows.flatMap(({ work: { id }, terms }) => (terms ? [] : [id])).sort(),
  }
}

const isUnbilled = ({ unbilledReason }: { unbilledReason?: string | null }) => (unbilledReason ?? null) !== null

const unbilledPortion = ({ id: rowId, workDate: date, kind, minutes: quantity, unbilledReason }: Work): Portion => ({
  kind,
  rowId,
  date,
  quantity,
  per: 60,
  unit: 'tim',
  unitOre: ZERO,
  isRut: false,
  unbilledReason,
})

const byDate = (one: Work, other: Work) => (`${one.workDate} ${one.id}` < `${other.workDate} ${other.id}` ? -1 : 1)
const unchargedWork = (work: Work) => ({ work, parts: [] })

/** One for each day and kind of work, on its first row. */
function startFees(work: readonly ChargedWork[]): Portion[] {
  const firsts = Map.groupBy(work, ({ work: { workDate, kind } }) => `${workDate} ${kind}`)
  return [...firsts.values()].flatMap(([first]): Portion[] => {
    if (!first || first.terms.startFeeOre === 0) return []
    const { id: rowId, workDate: date, recipientId, orderNumber } = first.work
    const one = { quantity: 1, per: 1, unit: 'st', unitOre: first.terms.startFeeOre, isRut: false }
    return [{ kind: 'start', rowId, date, ...one, recipientId, orderNumber }]
  })
}

const expensePortion = ({
  id,
  workDate,
  kind,
  article,
  articleId = null,
  hundredths,
  unit,
  priceOre,
  recipientId,
  orderNumber,
  unbilledReason = null,
}: Expense): Portion & { rowId: string } => ({
  kind,
  rowId: id,
  date: workDate,
  quantity: hundredths,
  per: 100,
  unit,
  unitOre: unbilledReason === null ? priceOre : ZERO,
  isRut: false,
  article,
  articleId,
  recipientId,
  orderNumber,
  unbilledReason,
})

const boughtPortion = ({ id, boughtOn, priceOre }: BoughtPrepaidHours): Portion => ({
  kind: 'bought',
  date: boughtOn,
  quantity: 1,
  per: 1,
  unit: 'st',
  unitOre: priceOre,
  isRut: false,
  prepaidHoursId: id,
})

function rowsOf(
  work: readonly Pick<ChargedWork, 'work' | 'parts'>[],
  portions: readonly Portion[],
  lineOf: (portion: Portion) => number,
) {
  const byRow = Map.groupBy(portions, ({ rowId }) => rowId)
  return work.map(({ work: { id, minutes }, parts }): PricedRow => {
    const shares = new Map<number, number>()
    for (const portion of byRow.get(id) ?? []) {
      const line = lineOf(portion)
      shares.set(line, (shares.get(line) ?? 0) + (portion.per === 60 ? portion.quantity : 0))
    }
    return {
      id,
      minutes,
      chargedMinutes: minutesOf(parts),
      afterHoursMinutes: minutesOf(parts.filter(({ isAfterHours }) => isAfterHours)),
      shares: [...shares]
        .map(([line, charged]) => ({ line, minutes: charged }))
        .sort((one, other) => one.line - other.line),
    }
  })
}

const minutesOf = (parts: ChargedWork['parts']) => parts.reduce((sum, { charged }) => sum + charged, 0)

/** The sums of lines, with VAT rounded once a rate and recipient. */
export function totalsOf(lines: Line[]) {
  const netOf = (chosen: (line: Line) => boolean) => sumOre(lines.filter(chosen).map((line) => line.netOre))
  const sum = (name: LineSum) => netOf(({ kind }) => sumOfLine(kind) === name)
  const vat = vatSums(lines)
  const [netOre, vatOre] = [netOf(() => true), sumOre(vat.map((one) => one.vatOre))]
  return {
    lines,
    sums: {
      recurring: sum('recurring'),
      labour: sum('labour'),
      travel: sum('travel'),
      material: sum('material'),
      prepaidHours: sum('prepaidHours'),
      other: sum('other'),
    },
    rutOre: netOf(({ isRut }) => isRut),
    netOre,
    vat,
    vatOre,
    totalOre: sumOre([netOre, vatOre]),
  }
}

/** The sums of each rate that has an amount; reverse charge has the rate 0. */
const vatSums = (lines: Line[]): VatSum[] =>
  netOfRates(lines)
    .map(({ percent, netOre }) => ({ percent, netOre, vatOre: vatOfRate(lines, percent) }))
    .filter(({ netOre, vatOre }) => netOre !== 0 || vatOre !== 0)
