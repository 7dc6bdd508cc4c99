// The price of rows that arrive after their month is billed (docs/decisions/120), and of months that share an invoice basis.
import { ore } from '#shared/money.rules.ts'
import type { Draw } from './drawing.rules.ts'
import { keyOf, type Line } from './invoice-lines.rules.ts'
import { type MonthToPrice, type PricedMonth, type PricedRow, priceRows, totalsOf } from './pricing.rules.ts'

/** Rows of a month that are billed; they are compared at today's terms and never priced again. */
export type BilledRows = Pick<MonthToPrice, 'work' | 'expenses'>

/** Rows whose price together is added (1) or taken off (-1). */
export type PricedSet = BilledRows & { sign: 1 | -1 }

/**
 * What the rows of a month cost beside those that are billed already: the price of all, by rank (billed rows before late ones), less
 * what the billed ones cost as they were priced, line by line. `asPriced` says how: rows that were billed before others are still
 * so when those have been taken back. Lines, draws and the charged minutes of a row may be negative.
 */
export function priceLate(
  late: MonthToPrice,
  billed: BilledRows,
  asPriced: readonly PricedSet[] = [{ ...billed, sign: 1 }],
): PricedMonth {
  if (billed.work.length + billed.expenses.length === 0) return priceRows(late)
  const before = asPriced.map(({ sign, ...rows }) => ({ sign, priced: priceRows({ ...late, ...rows, bought: [] }) }))
  const whole = priceRows({ ...late, ...allOf(late, billed) })
  const { lines, positions } = linesLess(whole, before)
  const isLate = new Set(late.work.map(({ id }) => id))
  const work = [...asPriced.flatMap((set) => set.work), ...billed.work, ...late.work]
  const usedBefore = before.reduce((sum, { sign, priced }) => sum + sign * priced.included.used, 0)
  return {
    rows: lateRows({ work, whole, before, isLate, positions }),
    lineOfExpense: new Map(
      late.expenses.map(({ id }) => [id, positions.get(whole.lineOfExpense.get(id) ?? -1) ?? -1] as const),
    ),
    ...totalsOf(lines),
    included: { minutes: whole.included.minutes, used: whole.included.used - usedBefore },
    draws: drawsLess(whole.draws, before),
    unpriced: whole.unpriced.filter((id) => isLate.has(id)),
    discounted: [],
    unpricedCharges: [],
  }
}

const LATE = 1
const allOf = (late: BilledRows, billed: BilledRows): BilledRows => ({
  work: [...billed.work, ...late.work.map((row) => ({ ...row, rank: row.rank ?? LATE }))],
  expenses: [...billed.expenses, ...late.expenses],
})

/** How rows are priced beside billed ones, to be compared with later: sets that cancel each other are left out. */
export function setsOf(late: BilledRows, billed: BilledRows, asPriced: readonly PricedSet[]): PricedSet[] {
  const signed = [
    { ...allOf(late, billed), sign: 1 } as const,
    ...asPriced.map((set) => ({ ...set, sign: set.sign === 1 ? -1 : 1 }) as const),
  ]
  const sets: PricedSet[] = []
  for (const set of signed) {
    const other = sets.findIndex((one) => one.sign !== set.sign && contentOf(one) === contentOf(set))
    if (other < 0) sets.push(set)
    else sets.splice(other, 1)
  }
  return sets
}

/** The same for the same rows in any order, with their fields in any order. */
const contentOf = ({ work, expenses }: BilledRows) =>
  JSON.stringify([work, expenses].map((rows) => rows.map(fieldsOf).sort()))
const fieldsOf = (row: object) =>
  Object.entries(row)
    .map((field) => JSON.stringify(field))
    .sort()
    .join()

const keyOfLine = (line: Line) => keyOf(line, line)

type Before = readonly { sign: 1 | -1; priced: PricedMonth }[]

/** The lines of `whole` less those of `before`, without those that are the same, and the position of each line of `whole`. */
function linesLess(whole: PricedMonth, before: Before) {
  const sums = new Map<string, Line>()
  for (const { sign, priced } of [...before.map((one) => ({ ...one, sign: 0 - one.sign })), { sign: 1, priced: whole }])
    for (const line of priced.lines) {
      const { quantity, netOre } = sums.get(keyOfLine(line)) ?? { quantity: 0, netOre: 0 }
      sums.set(keyOfLine(line), {
        ...line,
        quantity: quantity + sign * line.quantity,
        netOre: ore(netOre + sign * line.netOre),
      })
    }
  const changed = [...sums]
    .filter(([, { quantity, netOre }]) => quantity !== 0 || netOre !== 0)
    .sort(([one], [other]) => (one < other ? -1 : 1))
  const places = new Map(changed.map(([key], position) => [key, position]))
  const positions = new Map(
    whole.lines.flatMap((line, position) => {
      const place = places.get(keyOfLine(line))
      return place === undefined ? [] : [[position, place] as const]
    }),
  )
  return { lines: changed.map(([, line]) => line), positions }
}

type Late = {
  work: MonthToPrice['work']
  whole: PricedMonth
  before: Before
  isLate: ReadonlySet<string>
  /** Of lines of `whole`. */
  positions: ReadonlyMap<number, number>
}

type Minutes = Pick<PricedRow, 'chargedMinutes' | 'afterHoursMinutes'>

/** The late rows. What rounding no longer adds to a billed row of the same day and ticket is taken off the late row there. */
function lateRows({ work, whole, before, isLate, positions }: Late): PricedRow[] {
  const rows = whole.rows.filter(({ id }) => isLate.has(id))
  const place = new Map(
    work.map(({ id, workDate, ticketId, unbilledReason }) => [
      id,
      // What is not billed is rounded with nothing.
      unbilledReason === null ? `${workDate} ${ticketId}` : id,
    ]),
  )
  const takes = new Map<string | undefined, string>()
  for (const { id, minutes, chargedMinutes } of rows)
    if (chargedMinutes > minutes || !takes.has(place.get(id))) takes.set(place.get(id), id)
  const earlier = before.flatMap(({ sign, priced }) => priced.rows.map((row) => ({ sign, row })))
  return rows.map((row) => {
    const isOf = ({ id }: PricedRow) =>
      id === row.id || (!isLate.has(id) && place.get(id) === place.get(row.id) && takes.get(place.get(id)) === row.id)
    const less = (of: keyof Minutes) =>
      whole.rows.filter(isOf).reduce((sum, one) => sum + one[of], 0) -
      earlier.filter((one) => isOf(one.row)).reduce((sum, one) => sum + one.sign * one.row[of], 0)
    return {
      ...row,
      chargedMinutes: less('chargedMinutes'),
      afterHoursMinutes: less('afterHoursMinutes'),
      shares: row.shares.flatMap(({ line, minutes }) => {
        const position = positions.get(line)
        return position === undefined ? [] : [{ line: position, minutes }]
      }),
    }
  })
}

function drawsLess(now: readonly Draw[], before: Before): Draw[] {
  const minutes = new Map(now.map((draw) => [draw.prepaidHoursId, draw.minutes]))
  for (const { sign, priced } of before)
    for (const draw of priced.draws)
      minutes.set(draw.prepaidHoursId, (minutes.get(draw.prepaidHoursId) ?? 0) - sign * draw.minutes)
  return [...minutes]
    .map(([prepaidHoursId, drawn]) => ({ prepaidHoursId, minutes: drawn }))
    .filter((draw) => draw.minutes !== 0)
}

type MonthOfBasis = {
  /** Undefined for the month of the basis itself. */ month: string | undefined
  priced: PricedMonth
}

/** Several months on one invoice basis, in this order: lines keep their month, VAT is rounded once a rate for all. */
export function joinMonths(months: readonly MonthOfBasis[]): PricedMonth {
  const lines: Line[] = []
  const [rows, lineOfExpense]: [PricedRow[], Map<string, number>] = [[], new Map()]
  for (const { month, priced } of months) {
    const offset = lines.length
    rows.push(
      ...priced.rows.map((row) => ({
        ...row,
        shares: row.shares.map(({ line, minutes }) => ({ line: line + offset, minutes })),
      })),
    )
    for (const [id, line] of priced.lineOfExpense) lineOfExpense.set(id, line < 0 ? line : line + offset)
    lines.push(...priced.lines.map((line) => (month === undefined ? line : { ...line, month })))
  }
  return {
    rows,
    lineOfExpense,
    ...totalsOf(lines),
    included: months[0]?.priced.included ?? { minutes: 0, used: 0 },
    draws: months.flatMap(({ priced }) => priced.draws),
    unpriced: months.flatMap(({ priced }) => priced.unpriced),
    discounted: [],
    unpricedCharges: [],
  }
}
