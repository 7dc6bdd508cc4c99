// Groups portions of rows into lines with one kind, price and VAT rate.
import type { ExpenseKind } from '#features/time/expense-kinds.rules.ts'
import type { TimeKind } from '#features/time/work-kinds.rules.ts'
import { type Ore, priceFor } from '#shared/money.rules.ts'
import type { ChargedPeriod } from './charges.rules.ts'

type LineKindRow<Sum = 'recurring' | 'labour' | 'prepaidHours' | 'other' | ExpenseKind> = { name: string; sum: Sum }

/**
 * The kinds of lines in their order on the invoice basis, each with its name and the sum that it belongs to. The kinds
 * of work and of expenses are kinds of lines too; the type refuses one name for both.
 */
const lineKindRows = {
  fee: { name: 'Månadsavgift', sum: 'recurring' },
  charge: { name: 'Abonnemang', sum: 'recurring' },
  adjustment: { name: 'Justering', sum: 'recurring' },
  remote: { name: 'Arbete fjärr', sum: 'labour' },
  onsite: { name: 'Arbete på plats', sum: 'labour' },
  after_hours: { name: 'Jour', sum: 'labour' },
  start: { name: 'Startavgift', sum: 'labour' },
  included: { name: 'Timmar som ingår', sum: 'labour' },
  drawn: { name: 'Från timbank', sum: 'labour' },
  travel: { name: 'Resa', sum: 'travel' },
  material: { name: 'Material', sum: 'material' },
  bought: { name: 'Timbank', sum: 'prepaidHours' },
  free: { name: 'Egen rad', sum: 'other' },
  discount: { name: 'Rabatt', sum: 'other' },
  carried: { name: 'Förs över', sum: 'recurring' },
} as const satisfies Record<string, LineKindRow> &
  Record<TimeKind, LineKindRow<'labour'>> & { [Kind in ExpenseKind]: LineKindRow<Kind> }
export type LineKind = keyof typeof lineKindRows
export type LineSum = (typeof lineKindRows)[LineKind]['sum']

export const lineKinds = Object.keys(lineKindRows) as [LineKind, ...LineKind[]]
export const lineKindName = (kind: LineKind): string => lineKindRows[kind].name
export const sumOfLine = (kind: LineKind): LineSum => lineKindRows[kind].sum
/** Whether lines of the kind have rows of time, travel, material or purchases. */
export const hasRows = (kind: LineKind): boolean => !['recurring', 'other'].includes(sumOfLine(kind))

/** To whom the charge or ticket of a line is invoiced. */
export type InvoicedTo = {
  /** Null and undefined: the customer's first recipient. */
  recipientId?: string | null | undefined
  /** Null and undefined: the customer's. */
  orderNumber?: string | null | undefined
}

type Priced = InvoicedTo & {
  kind: LineKind
  unit: string
  /** Without VAT, of one unit. */
  unitOre: Ore
  isRut: boolean
  article?: string
  prepaidHoursId?: string
}

/** What a row, start fee or purchase of prepaid hours adds to a line. */
export type Portion = Priced & {
  rowId?: string
  /** The article of travel or material. */
  articleId?: string | null
  /** Why the row is shown but not billed. */
  unbilledReason?: string | null
  /** Decides the VAT rate. */
  date: string
  /** In units / `per`: minutes of an hour, hundredths of a kilometre. */
  quantity: number
  per: number
}

/** What a line says of its article (articles.rules.ts), and its VAT. */
export type LineFacts = {
  vatPercent: number
  /** The name of the article, for lines without a text of their own. */
  article?: string
  articleNumber?: string | null
  account?: string | null
  /** Printed where the VAT is 0. */
  vatReason?: string | null
  /** As its article said (reverse-charge.rules.ts). */
  isElectronics?: boolean
  /** Of a fee, a charge or its adjustment. */
  period?: { from: string; to: string }
  /** Of a charge or its adjustment. */
  charge?: { id: string; charged: ChargedPeriod }
  /** Of late rows: their month. */
  month?: string
  /** The month whose discount a charge, a fee, a correction or a discount has, where that is not the month of the basis. */
  discountMonth?: string
}

export type Line = Priced &
  LineFacts & {
    quantity: number
    per: number
    /** Quantity × price, rounded once to whole öre. */
    netOre: Ore
  }

/** The lines in their order, and the position of each portion's line. */
export function linesOf(portions: readonly Portion[], factsOf: (portion: Portion) => LineFacts) {
  const facts = new Map(portions.map((portion) => [portion, factsOf(portion)]))
  const keys = new Map([...facts].map(([portion, ofLine]) => [portion, keyOf(portion, ofLine)]))
  const grouped = Map.groupBy(facts, ([portion]) => keys.get(portion) ?? '')
  const sorted = [...grouped].sort(([one], [other]) => (one < other ? -1 : 1))
  const positions = new Map(sorted.map(([key], position) => [key, position]))
  return {
    lines: sorted.flatMap(([, [first, ...rest]]) => (first ? [lineOf(first, rest)] : [])),
    lineOf: (portion: Portion): number => positions.get(keys.get(portion) ?? '') ?? -1,
  }
}

type WithFacts = [portion: Portion, facts: LineFacts]

function lineOf([first, facts]: WithFacts, rest: WithFacts[]): Line {
  const {
    rowId: _row,
    date: _date,
    articleId: _article,
    unbilledReason: _reason,
    quantity: _quantity,
    per,
    ...priced
  } = first
  const quantity = rest.reduce((sum, [portion]) => sum + portion.quantity, first.quantity)
  return { ...priced, quantity, per, netOre: priceFor(first.unitOre, quantity, per), ...facts }
}

/** The key by which portions share a line; lines are sorted by it. Its number says all of an article. */
export function keyOf(
  portion: Priced,
  { vatPercent, articleNumber, article = portion.article ?? '' }: LineFacts,
): string {
  const { kind, unit, unitOre, isRut, prepaidHoursId = '', recipientId, orderNumber } = portion
  const number = (value: number) => String(value).padStart(16, '0')
  return JSON.stringify([
    number(lineKinds.indexOf(kind)),
    number(100 - vatPercent),
    Number(isRut),
    article,
    unit,
    number(unitOre),
    prepaidHoursId,
    articleNumber ?? '',
    recipientId ?? '',
    orderNumber ?? '',
  ])
}
