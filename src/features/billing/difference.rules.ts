// Compares an invoice basis with what creating it now would give (docs/decisions/120), and says the difference.
import { formatKronor, type Ore, ore } from '#shared/money.rules.ts'
import { formatMonth } from '#shared/month-names.rules.ts'
import { formatNumber, plural } from '#shared/plural.rules.ts'
import type { Difference, LineDifference } from './difference.contract.ts'
import type { LineKind } from './invoice-lines.rules.ts'
import { lineName, plainQuantity } from './line-texts.rules.ts'

export type ComparedRow = {
  source: string
  sourceId: string
  /** Of the source: rises with each change, also one that is undone. */
  version: number
  workDate: string
  timeFrom: string | null
  timeTo: string | null
  fromIsFirst: boolean
  toIsFirst: boolean
  kind: string
  technician: string | null
  description: string | null
  ticketNumber: number | null
  minutes: number
  unbilledReason: string | null
  /** Positions of its lines, from 1. */
  lines: readonly number[]
}

export type ComparedLine = {
  kind: LineKind
  article: string | null
  articleNumber: string | null
  isRut: boolean
  month: string | null
  unit: string
  per: number
  quantity: number
  unitOre: Ore
  netOre: Ore
  vatPercent: number
  recipientId?: string | null
  orderNumber?: string | null
}

export type ComparedBasis = {
  rows: readonly ComparedRow[]
  lines: readonly ComparedLine[]
  netOre: Ore
  totalOre: Ore
  needsApproval: boolean
  isPrivate: boolean
}

/** Undefined when nothing differs. */
export function differenceOf(before: ComparedBasis, after: ComparedBasis): Difference | undefined {
  const rows = changedRows(before, after)
  const lines = changedLines(before.lines, after.lines)
  const changedTo = (field: 'needsApproval' | 'isPrivate') => (after[field] === before[field] ? null : after[field])
  const [needsApproval, isPrivate] = [changedTo('needsApproval'), changedTo('isPrivate')]
  const isSame = !hasChangedRows({ rows }) && lines.length === 0 && needsApproval === null && isPrivate === null
  if (isSame && before.netOre === after.netOre && before.totalOre === after.totalOre) return undefined
  return {
    rows,
    lines,
    netOre: { before: before.netOre, after: after.netOre },
    totalOre: { before: before.totalOre, after: after.totalOre },
    needsApproval,
    isPrivate,
  }
}

export const hasChangedRows = ({ rows: { added, changed, removed } }: Pick<Difference, 'rows'>): boolean =>
  added + changed + removed > 0

const idOf = ({ source, sourceId }: ComparedRow) => `${source} ${sourceId}`

/** A row of the same version is the same: a technician who has another name now changes nothing. */
function changedRows(before: ComparedBasis, after: ComparedBasis): Difference['rows'] {
  const earlier = new Map(before.rows.map((row) => [idOf(row), row]))
  const now = new Set(after.rows.map(idOf))
  const isChanged = (row: ComparedRow) => {
    const found = earlier.get(idOf(row))
    return found && found.version !== row.version && saidOf(found, before.lines) !== saidOf(row, after.lines)
  }
  return {
    added: after.rows.filter((row) => !earlier.has(idOf(row))).length,
    changed: after.rows.filter(isChanged).length,
    removed: before.rows.filter((row) => !now.has(idOf(row))).length,
  }
}

/** Everything that is said of a row; of travel and material also the price, of work whether it is RUT work. */
function saidOf(row: ComparedRow, lines: readonly ComparedLine[]): string {
  const { workDate, timeFrom, timeTo, fromIsFirst, toIsFirst, kind, technician, description, ticketNumber, minutes } =
    row
  const { unbilledReason } = row
  const own = row.lines.map((position) => lines[position - 1])
  return JSON.stringify([
    ...[workDate, timeFrom, timeTo, fromIsFirst, toIsFirst, kind, technician, description, ticketNumber, minutes],
    unbilledReason,
    row.source === 'expense' ? own.map((line) => line?.unitOre) : own.some((line) => line?.isRut),
  ])
}

const nameOf = ({ kind, article, isRut, month, unit, per }: ComparedLine) =>
  JSON.stringify([month, kind, article, isRut, unit, per])
const amountOf = ({ quantity, unitOre, netOre, vatPercent, articleNumber, ...line }: ComparedLine) =>
  JSON.stringify([quantity, unitOre, netOre, vatPercent, articleNumber, placeOf(line)])
/** Who gets the line, and its order number. */
const placeOf = ({ recipientId, orderNumber }: Pick<ComparedLine, 'recipientId' | 'orderNumber'>) =>
  JSON.stringify([recipientId ?? null, orderNumber ?? null])

/**
 * Lines of one name are compared in pairs: those that are the same first, then those of one price, of one recipient before others,
 * then in order.
 */
function changedLines(before: readonly ComparedLine[], after: readonly ComparedLine[]): LineDifference[] {
  const [earlier, now] = [before, after].map((lines) => Map.groupBy(lines, nameOf))
  const names = [...new Set([...after, ...before].map(nameOf))]
  return names.flatMap((name) => {
    const left = [...(earlier?.get(name) ?? [])]
    const take = (isPair: (line: ComparedLine) => boolean) => left.splice(left.findIndex(isPair) >>> 0, 1)[0]
    const unpaired = (now?.get(name) ?? []).filter((line) => !take((one) => amountOf(one) === amountOf(line)))
    const isOfPrice = (line: ComparedLine) => (one: ComparedLine) =>
      one.unitOre === line.unitOre && one.vatPercent === line.vatPercent
    const pairs = unpaired
      .map((line) => ({ line, earlier: take((one) => isOfPrice(line)(one) && placeOf(one) === placeOf(line)) }))
      .map((pair) => ({ ...pair, earlier: pair.earlier ?? take(isOfPrice(pair.line)) }))
      .map((pair) => ({ ...pair, earlier: pair.earlier ?? take(() => true) }))
    return [
      ...pairs.map(({ line, earlier: pair }) => toDifference(line, pair, line)),
      ...left.map((line) => toDifference(line, line, undefined)),
    ]
  })
}

const toDifference = (
  { kind, article, isRut, month, unit, per }: ComparedLine,
  before: ComparedLine | undefined,
  after: ComparedLine | undefined,
): LineDifference => ({ kind, article, isRut, month, unit, per, before: sideOf(before), after: sideOf(after) })

const sideOf = (line: ComparedLine | undefined) =>
  line
    ? {
        quantity: line.quantity,
        unitOre: line.unitOre,
        netOre: line.netOre,
        recipientId: line.recipientId ?? null,
        orderNumber: line.orderNumber ?? null,
      }
    : null

const signed = (amount: number) => `${amount > 0 ? '+' : ''}${formatKronor(ore(amount))}`

/** 'Arbete fjärr: 3,5 → 4 tim, +475,00 kr': a line's quantity and price where they differ, and what that costs without VAT. */
function lineDifferenceText(line: LineDifference): string {
  const { before, after, unit, per, month } = line
  const name = `${lineName(line)}${month ? ` (${formatMonth(month)})` : ''}`
  const cost = signed((after?.netOre ?? 0) - (before?.netOre ?? 0))
  const quantity = (side: { quantity: number }) =>
    per === 1 ? formatNumber(side.quantity) : plainQuantity({ quantity: side.quantity, per }).replace(/,?0+$/, '')
  if (!before) return `${name}: ny rad, ${after ? quantity(after) : ''} ${unit}, ${cost}`
  if (!after) return `${name}: raden borttagen, ${quantity(before)} ${unit}, ${cost}`
  const parts = [
    before.quantity !== after.quantity && `${quantity(before)} → ${quantity(after)} ${unit}`,
    before.unitOre !== after.unitOre && `${formatKronor(before.unitOre)} → ${formatKronor(after.unitOre)} per ${unit}`,
    (before.recipientId ?? null) !== (after.recipientId ?? null) && 'annan fakturamottagare',
    (before.orderNumber ?? null) !== (after.orderNumber ?? null) && orderNumberText(after),
  ].filter((part) => part !== false)
  if (parts.length === 0) parts.push('annan artikel, moms eller avrundning')
  return `${name}: ${parts.join(', ')}, ${cost}`
}

const orderNumberText = ({ orderNumber }: NonNullable<LineDifference['after']>) =>
  orderNumber ? `ordernummer ${orderNumber}` : 'inget eget ordernummer'

/** What is different, a sentence each, rows first. */
export function differenceTexts({ rows, lines, totalOre, needsApproval, isPrivate }: Difference): string[] {
  const { added, changed, removed } = rows
  const posts = (count: number, one: string, many: string) =>
    count > 0 && plural(count, `post ${one}`, `poster ${many}`)
  return [
    [posts(added, 'till', 'till'), posts(changed, 'ändrad', 'ändrade'), posts(removed, 'borttagen', 'borttagna')]
      .filter(Boolean)
      .join(', '),
    ...lines.map(lineDifferenceText),
    needsApproval === null ? '' : needsApproval ? 'Kunden ska godkänna nu' : 'Kunden behöver inte godkänna längre',
    isPrivate === null ? '' : isPrivate ? 'Kunden är privatperson nu' : 'Kunden är inte privatperson längre',
    totalOre.before === totalOre.after
      ? ''
      : `Att betala: ${formatKronor(totalOre.before)} → ${formatKronor(totalOre.after)}`,
  ].filter((text) => text !== '')
}
