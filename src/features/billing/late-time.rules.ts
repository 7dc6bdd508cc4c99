// The price of rows that arrive after their month is billed (docs/decisions/120), and of months that share an invoice basis.
import { ore } from '#shared/money.rules.ts'
import type { Draw } from './drawing.rules.ts'
import { keyOf, type Line } from './invoice-lines.rules.ts'
import { type MonthToPrice, type PricedMonth, type PricedRow, priceRows, totalsOf } from './pricing.rules.ts'

/** Rows of a month that are billed; they are compared at today's terms and never priced again. */
export type BilledRows = Pick<MonthToPrice, 'work' | 'expenses'>

/**
 * What the rows of a month cost beside those that are billed already: the price of both, billed rows first, less that of the
 * billed rows alone, line by line. Lines, draws and the charged minutes of a row may be negative.
 */
export function priceLate(late: MonthToPrice, billed: BilledRows): PricedMonth {
  if (billed.work.length + billed.expenses.length === 0) return priceRows(late)
  const before = priceRows({ ...late, ...billed, bought: [] })
  const whole = priceRows({
    ...late,
    work: [...billed.work, ...late.work.map((row) => ({ ...row, isLate: true }))],
    expenses: [...billed.expenses, ...late.expenses],
  })
  const { lines, positions } = linesLess(whole, before)
  const isLate = new Set(late.work.map(({ id }) => id))
  return {
    rows: lateRows({ late, billed, whole, before, isLate, positions }),
    lineOfExpense: new Map(
      late.expenses.map(({ id }) => [id, positions.get(whole.lineOfExpense.get(id) ?? -1) ?? -1] as const),
    ),
    ...totalsOf(lines),
    included: { minutes: whole.included.minutes, used: whole.included.used - before.included.used },
    draws: drawsLess(whole.draws, before.draws),
    unpriced: whole.unpriced.filter((id) => isLate.has(id)),
    unpricedCharges: [],
  }
}

const keyOfLine = (line: Line) => keyOf(line, line)

/** The lines of `whole` less those of `before`, without those that are the same, and the position of each line of `whole`. */
function linesLess(whole: PricedMonth, before: PricedMonth) {
  const [now, earlier] = [whole, before].map(({ lines }) => new Map(lines.map((line) => [keyOfLine(line), line])))
  const all = new Map([...(earlier ?? []), ...(now ?? [])])
  const changed = [...all]
    .map(([key, line]): [key: string, line: Line] => {
      const [more, less] = [now?.get(key), earlier?.get(key)]
      const quantity = (more?.quantity ?? 0) - (less?.quantity ?? 0)
      return [key, { ...line, quantity, netOre: ore((more?.netOre ?? 0) - (less?.netOre ?? 0)) }]
    })
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
  late: MonthToPrice
  billed: BilledRows
  whole: PricedMonth
  before: PricedMonth
  isLate: ReadonlySet<string>
  /** Of lines of `whole`. */
  positions: ReadonlyMap<number, number>
}

/** The late rows. What rounding no longer adds to a billed row of the same day and ticket is taken off the late row there. */
function lateRows({ late, billed, whole, before, isLate, positions }: Late): PricedRow[] {
  const rows = whole.rows.filter(({ id }) => isLate.has(id))
  const place = new Map(
    [...billed.work, ...late.work].map(({ id, workDate, ticketId, unbilledReason }) => [
      id,
      // What is not billed is rounded with nothing.
      unbilledReason === null ? `${workDate} ${ticketId}` : id,
    ]),
  )
  const takes = new Map<string | undefined, string>()
  for (const { id, minutes, chargedMinutes } of rows)
    if (chargedMinutes > minutes || !takes.has(place.get(id))) takes.set(place.get(id), id)
  const earlier = new Map(before.rows.map((row) => [row.id, row]))
  return rows.map((row) => {
    const moved = whole.rows.filter(
      ({ id }) => earlier.has(id) && place.get(id) === place.get(row.id) && takes.get(place.get(id)) === row.id,
    )
    const less = (of: (row: PricedRow) => number) =>
      moved.reduce((sum, one) => sum + of(one) - of(earlier.get(one.id) ?? one), of(row))
    return {
      ...row,
      chargedMinutes: less(({ chargedMinutes }) => chargedMinutes),
      afterHoursMinutes: less(({ afterHoursMinutes }) => afterHoursMinutes),
      shares: row.shares.flatMap(({ line, minutes }) => {
        const position = positions.get(line)
        return position === undefined ? [] : [{ line: position, minutes }]
      }),
    }
  })
}

function drawsLess(now: readonly Draw[], before: readonly Draw[]): Draw[] {
  const minutes = new Map(now.map((draw) => [draw.prepaidHoursId, draw.minutes]))
  for (const draw of before) minutes.set(draw.prepaidHoursId, (minutes.get(draw.prepaidHoursId) ?? 0) - draw.minutes)
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
    unpricedCharges: [],
  }
}
