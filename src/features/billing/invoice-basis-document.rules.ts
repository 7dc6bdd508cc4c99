// The PDF of an invoice basis as a document: which texts stand where. A further field is a fact, a column or a sum here.
import { copiedTimes } from '#features/time/time.rules.ts'
import type { PdfColumn, PdfCompany, PdfDocument, PdfSum, PdfTable } from '#platform/pdf/pdf-document.ts'
import { formatKronor } from '#shared/money.rules.ts'
import { formatMonth } from '#shared/month-names.rules.ts'
import { plural } from '#shared/plural.rules.ts'
import { formatDate, formatHours } from '#shared/ui/format.ts'
import { buyerText } from './buyer-texts.rules.ts'
import type { InvoiceBasis } from './invoice-bases.contract.ts'
import { invoiceBasisStateLabels, rowText } from './invoice-bases.rules.ts'
import type { InvoiceBasisLine } from './invoice-basis-content.contract.ts'
import type { InvoiceBasisRow } from './invoice-basis-row.contract.ts'
import {
  amountHeading,
  lineName,
  noVatText,
  quantityText,
  type Summed,
  sumsText,
  unitPriceHeading,
} from './line-texts.rules.ts'
import { groupsOf, isGrouped, type RecipientGroup } from './recipient-groups.rules.ts'
import {
  ALL_RECIPIENTS,
  orderNumberText,
  RECIPIENT,
  recipientSums,
  recipientText,
  summedBasis,
  summedOf,
} from './recipient-texts.rules.ts'
import { type ShownLine, shownLines } from './shown-lines.rules.ts'

export const NOT_AN_INVOICE = 'Fakturaunderlag – detta är inte en faktura'

export type DocumentBasis = Pick<
  InvoiceBasis,
  | 'number'
  | 'month'
  | 'state'
  | 'isPrivate'
  | 'isReverseCharge'
  | 'rowCount'
  | 'minutes'
  | 'chargedMinutes'
  | 'netOre'
  | 'vat'
  | 'totalOre'
  | 'approvedAt'
  | 'approvedName'
  | 'billedAt'
  | 'endedAt'
  | 'createdAt'
  | 'buyer'
  | 'recipients'
> & { lines: InvoiceBasisLine[] } & { customer: { name: string; address: string | null } }
type Row = Omit<InvoiceBasisRow, 'kind'>

/** The document that a PDF is drawn from. */
export const invoiceBasisDocument = (company: PdfCompany, basis: DocumentBasis, rows: readonly Row[]): PdfDocument => ({
  title: ['Fakturaunderlag', basis.number].filter(Boolean).join(' '),
  notice: NOT_AN_INVOICE,
  company,
  recipient: [basis.customer.name, ...(basis.customer.address?.split('\n') ?? [])],
  facts: factsOf(basis),
  tables: [...linesTables(basis), ...(rows.length > 0 ? [rowsTable(basis, rows)] : [])],
})

function factsOf(basis: DocumentBasis): PdfDocument['facts'] {
  const { month, rowCount, minutes, state, approvedAt, approvedName, billedAt, endedAt, createdAt } = basis
  const facts: (readonly [string, string | null])[] = [
    ['Månad', formatMonth(month)],
    ['Omfattning', rowCount > 0 ? `${plural(rowCount, 'post', 'poster')}, ${formatHours(minutes)} tim` : null],
    ['Läge', invoiceBasisStateLabels[state]],
    ['Godkänt', approvedAt && `${formatDate(approvedAt)}, ${approvedName}`],
    ['Datum', formatDate(billedAt ?? createdAt)],
    ['Tillbakataget', state === 'withdrawn' && endedAt ? formatDate(endedAt) : null],
    ...buyerText({ ...basis.buyer, address: null }, basis),
  ]
  return facts.flatMap(([label, value]) => (value ? [[label, value] as const] : []))
}

/** The line's name with the month of late rows, its order number, and why it has no VAT. */
const whatOf = (line: ShownLine<InvoiceBasisLine>, { buyer }: DocumentBasis) =>
  [
    `${lineName(line)}${line.month ? ` (${formatMonth(line.month)})` : ''}`,
    orderNumberText(line, buyer),
    noVatText(line),
  ]
    .filter(Boolean)
    .join('\n')

type LineColumn = PdfColumn & { cell: (line: ShownLine<InvoiceBasisLine>) => string }

const lineColumns = (basis: DocumentBasis): readonly LineColumn[] => [
  { heading: 'Rad', cell: ({ position }) => String(position) },
  { heading: 'Vad', grows: 1, cell: (line) => whatOf(line, basis) },
  { heading: 'Antal', isNumber: true, cell: quantityText },
  { heading: unitPriceHeading(basis), isNumber: true, cell: ({ unitOre }) => formatKronor(unitOre) },
  { heading: 'Moms', isNumber: true, cell: ({ vatPercent }) => `${vatPercent} %` },
  { heading: amountHeading(basis), isNumber: true, cell: ({ netOre }) => formatKronor(netOre) },
]

/** One table, or one for each recipient and then the sums of all. */
function linesTables(basis: DocumentBasis): PdfTable[] {
  if (!isGrouped(basis))
    return [linesTable(basis, { caption: 'Att fakturera', lines: basis.lines, summed: summedBasis(basis) })]
  const groups = groupsOf(basis)
  const tables = groups.map((group) => {
    const { name, facts } = recipientText(group, basis.buyer)
    const lead = facts.map(([label, value]) => `${label}: ${value}`).join(' · ')
    return {
      ...linesTable(basis, { caption: name, lines: group.lines, summed: summedOf(group, basis) }),
      lead,
      repeatsCaption: true,
    }
  })
  return groups.length > 1 ? [...tables, allRecipientsTable(basis, groups)] : tables
}

type OfLines = { caption: string; lines: readonly InvoiceBasisLine[]; summed: Summed }

function linesTable(basis: DocumentBasis, { caption, lines, summed }: OfLines): PdfTable {
  const columns = lineColumns(basis)
  return {
    caption,
    columns: columns.map(({ cell: _cell, ...column }) => column),
    rows: shownLines(lines, basis.isPrivate).map((line) => columns.map(({ cell }) => cell(line))),
    sums: sumsOf(summed),
  }
}

const sumsOf = (summed: Summed): PdfSum[] => [
  ...sumsText(summed).map(toSum),
  { ...toSum(['Att betala', formatKronor(summed.totalOre)]), isTotal: true },
]

const allRecipientsTable = (basis: DocumentBasis, groups: readonly RecipientGroup[]): PdfTable => ({
  caption: ALL_RECIPIENTS,
  columns: [
    { heading: RECIPIENT, grows: 1 },
    ...recipientSums.map(({ heading }): PdfColumn => ({ heading, isNumber: true })),
  ],
  rows: groups.map((group) => [
    recipientText(group, basis.buyer).name,
    ...recipientSums.map(({ of }) => formatKronor(of(group))),
  ]),
  sums: sumsOf(summedBasis(basis)),
})

const toSum = ([label, value]: readonly [string, string]): PdfSum => ({ label, value })

/** Only a row of time has hours. */
const hoursOf = ({ source }: Row, minutes: number) => (source === 'time' ? formatHours(minutes) : '-')

type RowColumn = PdfColumn & { cell: (row: Row) => string }
const rowColumns: readonly RowColumn[] = [
  { heading: 'Datum', cell: ({ workDate }) => workDate },
  { heading: 'Tid', cell: (row) => copiedTimes(row) ?? '-' },
  { heading: 'Tekniker', grows: 2, cell: ({ technician }) => technician ?? '-' },
  { heading: 'Beskrivning', grows: 5, cell: (row) => rowText(row) ?? '-' },
  { heading: 'Arbetat', isNumber: true, cell: (row) => hoursOf(row, row.minutes) },
  { heading: 'Debiteras', isNumber: true, cell: (row) => hoursOf(row, row.chargedMinutes) },
  { heading: 'På rad', isNumber: true, cell: ({ lines }) => lines.join(', ') },
]

const rowsTable = ({ rowCount, minutes, chargedMinutes }: DocumentBasis, rows: readonly Row[]): PdfTable => ({
  caption: 'Poster',
  columns: rowColumns.map(({ cell: _cell, ...column }) => column),
  rows: rows.map((row) => rowColumns.map(({ cell }) => cell(row))),
  foot: ['Summa', '', '', plural(rowCount, 'post', 'poster'), formatHours(minutes), formatHours(chargedMinutes), ''],
})
