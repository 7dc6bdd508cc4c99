// The PDF of a report as a document: what the specified print view shows.
import { copiedTimes } from '#features/time/time.rules.ts'
import type { PdfColumn, PdfCompany, PdfDocument, PdfTable } from '#platform/pdf/pdf-document.ts'
import { formatNumber, plural } from '#shared/plural.rules.ts'
import { formatDate, formatHours } from '#shared/ui/format.ts'
import type { ReportRow, ReportWithSums } from './reports.contract.ts'
import { onlyCustomerOf, periodOf, sumsByTechnician, workOf } from './reports.rules.ts'

/** The document that a PDF is drawn from. */
export function reportDocument(company: PdfCompany, report: ReportWithSums, rows: readonly ReportRow[]): PdfDocument {
  const { customers } = report
  return {
    title: 'Tidrapport',
    company,
    facts: [
      ['Kund', onlyCustomerOf(report) ?? 'Alla kunder'],
      ['Period', periodOf(report)],
      ['Omfattning', `${plural(report.rows, 'tidrad', 'tidrader')}, ${formatHours(report.minutes)} tim`],
      ['Genererad', formatDate(report.createdAt)],
    ],
    tables: [
      sumTable('Timmar per tekniker', 'Tekniker', { sums: sumsByTechnician(rows), total: report }),
      ...(customers.length > 1 ? [sumTable('Timmar per kund', 'Kund', { sums: customers, total: report })] : []),
      rowTable(report, rows),
    ],
  }
}

type Sum = { rows: number; minutes: number }

function sumTable(
  caption: string,
  name: string,
  { sums, total }: { sums: readonly (Sum & { name: string })[]; total: Sum },
): PdfTable {
  const shown = sums.length > 1 ? [...sums, { ...total, name: 'Summa' }] : sums
  return {
    caption,
    columns: [
      { heading: name, grows: 1 },
      { heading: 'Tidrader', isNumber: true },
      { heading: 'Timmar', isNumber: true },
    ],
    rows: shown.map((sum) => [sum.name, formatNumber(sum.rows), formatHours(sum.minutes)]),
  }
}

type RowColumn = PdfColumn & { cell: (row: ReportRow) => string }

/** A report of one customer has no customer column. */
const rowColumns = (isOfOne: boolean): readonly RowColumn[] => [
  { heading: 'Datum', cell: ({ workDate }) => workDate },
  ...(isOfOne ? [] : [{ heading: 'Kund', grows: 3, cell: ({ customerName }: ReportRow) => customerName }]),
  { heading: 'Tekniker', grows: 2, cell: ({ technician }) => technician },
  { heading: 'Tid', cell: (row) => copiedTimes(row) ?? '-' },
  { heading: 'Timmar', isNumber: true, cell: ({ minutes }) => formatHours(minutes) },
  { heading: 'Beskrivning', grows: 5, cell: (row) => workOf(row) ?? '-' },
]

function rowTable(report: ReportWithSums, rows: readonly ReportRow[]): PdfTable {
  const columns = rowColumns(onlyCustomerOf(report) !== undefined)
  return {
    caption: 'Tidrader',
    columns: columns.map(({ cell: _cell, ...column }) => column),
    rows: rows.map((row) => columns.map(({ cell }) => cell(row))),
    sums: [
      {
        label: plural(report.rows, 'tidrad', 'tidrader'),
        value: `${formatHours(report.minutes)} tim`,
        isTotal: true,
      },
    ],
  }
}
