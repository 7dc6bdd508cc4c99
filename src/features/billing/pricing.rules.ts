// The price of a customer's month (docs/decisions/063): work, travel, material and purchased prepaid hours become lines and sums.
// Pure and exact: the order of its input never changes the result.
import type { OpeningCalendar } from '#features/company/working-time.rules.ts'
import type { ExpenseKind } from '#features/time/expenses.contract.ts'
import { type Ore, priceFor, sumOre } from '#shared/money.rules.ts'
import { type ChargedWork, chargedWork, type Work } from './charging.rules.ts'
import { type Draw, drawMinutes, type PrepaidHours } from './drawing.rules.ts'
import { type Line, type LineSum, linesOf, type Portion, sumOfLine } from './invoice-lines.rules.ts'
import type { Terms } from './terms.rules.ts'

type Expense = {
  id: string
  workDate: string
  kind: ExpenseKind
  article: string
  /** Hundredths of the unit. */
  hundredths: number
  unit: string
  priceOre: Ore
}

type BoughtPrepaidHours = { id: string; boughtOn: string; minutes: number; priceOre: Ore }

export type MonthToPrice = {
  /** 'YYYY-MM'; the dates of work, expenses and purchases are in it. */
  month: string
  work: readonly Work[]
  expenses: readonly Expense[]
  bought: readonly BoughtPrepaidHours[]
  /** With the minutes that were left before this month's work. */
  prepaidHours: readonly PrepaidHours[]
  isPrivate: boolean
  isReverseCharge: boolean
  calendar: OpeningCalendar
  /** Undefined when no terms apply on the date. */
  termsOn: (date: string) => Terms | undefined
  vatPercentOn: (date: string) => number
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
  /** In the order of the work. */
  rows: PricedRow[]
  /** The line position of each expense, by the expense's id. */
  lineOfExpense: ReadonlyMap<string, number>
  lines: Line[]
  /** Without VAT. Start fees count as labour; purchased prepaid hours are a sum of their own. */
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
}

/** Prices a month. VAT is the rate times the net sum, rounded once for each rate. */
export function priceMonth(month: MonthToPrice): PricedMonth {
  const { priced, unpriced } = withTerms(month)
  const work = chargedWork(priced, month.calendar)
  // Included minutes are those of the terms on the first day, whatever changes later in the month.
  const includedMinutes = month.termsOn(`${month.month}-01`)?.includedMinutes ?? 0
  const drawn = drawMinutes(work, includedMinutes, month.prepaidHours)
  const expenses = month.expenses.map(expensePortion)
  const portions: Portion[] = [
    ...drawn.portions.map((portion) => ({ ...portion, isRut: portion.isRut && month.isPrivate })),
    ...startFees(work),
    ...expenses,
    ...month.bought.map(boughtPortion),
  ]
  const { lines, lineOf } = linesOf(portions, (date) => (month.isReverseCharge ? 0 : month.vatPercentOn(date)))
  return {
    rows: rowsOf(work, portions, lineOf),
    lineOfExpense: new Map(expenses.map((portion) => [portion.rowId, lineOf(portion)])),
    ...totalsOf(lines),
    included: { minutes: includedMinutes, used: drawn.includedUsed },
    draws: drawn.draws,
    unpriced,
  }
}

function withTerms({ work, termsOn }: MonthToPrice) {
  const rows = work.map((row) => ({ work: row, terms: termsOn(row.workDate) }))
  return {
    priced: rows.flatMap(({ work: row, terms }) => (terms ? [{ work: row, terms }] : [])),
    unpriced: rows.flatMap(({ work: { id }, terms }) => (terms ? [] : [id])).sort(),
  }
}

/** One for each day and kind of work, on its first row. */
function startFees(work: readonly ChargedWork[]): Portion[] {
  const firsts = Map.groupBy(work, ({ work: { workDate, kind } }) => `${workDate} ${kind}`)
  return [...firsts.values()].flatMap(([first]): Portion[] => {
    if (!first || first.terms.startFeeOre === 0) return []
    const { id: rowId, workDate: date } = first.work
    return [
      { kind: 'start', rowId, date, quantity: 1, per: 1, unit: 'st', unitOre: first.terms.startFeeOre, isRut: false },
    ]
  })
}

const expensePortion = ({
  id,
  workDate,
  kind,
  article,
  hundredths,
  unit,
  priceOre,
}: Expense): Portion & { rowId: string } => ({
  kind,
  rowId: id,
  date: workDate,
  quantity: hundredths,
  per: 100,
  unit,
  unitOre: priceOre,
  isRut: false,
  article,
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

function rowsOf(work: readonly ChargedWork[], portions: readonly Portion[], lineOf: (portion: Portion) => number) {
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

/** The sums of lines, with VAT rounded once a rate. */
export function totalsOf(lines: Line[]) {
  const netOf = (chosen: (line: Line) => boolean) => sumOre(lines.filter(chosen).map((line) => line.netOre))
  const sum = (name: LineSum) => netOf(({ kind }) => sumOfLine(kind) === name)
  const vat = vatSums(lines)
  const [netOre, vatOre] = [netOf(() => true), sumOre(vat.map((one) => one.vatOre))]
  return {
    lines,
    sums: {
      labour: sum('labour'),
      travel: sum('travel'),
      material: sum('material'),
      prepaidHours: sum('prepaidHours'),
    },
    rutOre: netOf(({ isRut }) => isRut),
    netOre,
    vat,
    vatOre,
    totalOre: sumOre([netOre, vatOre]),
  }
}

/** The sums of each rate that has an amount; reverse charge has the rate 0. */
function vatSums(lines: Line[]): VatSum[] {
  return [...Map.groupBy(lines, ({ vatPercent }) => vatPercent)]
    .map(([percent, ofRate]) => {
      const netOre = sumOre(ofRate.map((line) => line.netOre))
      return { percent, netOre, vatOre: priceFor(netOre, percent, 100) }
    })
    .filter(({ netOre }) => netOre !== 0)
    .sort((one, other) => other.percent - one.percent)
}
