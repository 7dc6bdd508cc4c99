import { copiedSpan, fromText, toText } from '#features/time/time.rules.ts'
import { invalid } from '#platform/http/app-error.ts'
import type { Transaction } from '#platform/http/serve.ts'
import { type CsvColumn, csvHead, csvHours, csvRow } from '#shared/csv.rules.ts'
import { NOTHING_TO_EXPORT } from '../reports.contract.ts'
import { reportFileName } from '../reports.rules.ts'
import { getReportHead, rowsAfter } from './reports.queries.ts'

const BATCH_ROWS = 1000

type Row = Awaited<ReturnType<typeof rowsAfter>>[number]

function timeOf(row: Row, text: typeof fromText) {
  const span = copiedSpan(row)
  return span ? text(span) : null
}

const columns: readonly CsvColumn<Row>[] = [
  { heading: 'Datum', cell: ({ workDate }) => workDate },
  { heading: 'Kund', cell: ({ customerName }) => customerName },
  { heading: 'Tekniker', cell: ({ technician }) => technician },
  { heading: 'Från', cell: (row) => timeOf(row, fromText) },
  { heading: 'Till', cell: (row) => timeOf(row, toText) },
  { heading: 'Timmar', cell: ({ minutes }) => csvHours(minutes) },
  { heading: 'Beskrivning', cell: ({ description }) => description },
]

/** The report as CSV, read while it is sent, as its rows never change. Throws 404 for an unknown report and 422 for an empty one. */
export async function reportFile(transaction: Transaction, id: string) {
  const { periodFrom, periodTo, rows } = await transaction((db) => getReportHead(db, id))
  if (rows === 0) throw invalid(NOTHING_TO_EXPORT)
  return { filename: reportFileName({ periodFrom, periodTo }), content: linesOf(transaction, id, rows) }
}

async function* linesOf(transaction: Transaction, id: string, count: number) {
  yield csvHead(columns)
  // Positions are consecutive from 1.
  for (let position = 0; position < count; ) {
    const after = position
    const rows = await transaction((db) => rowsAfter(db, id, after, BATCH_ROWS))
    const last = rows.at(-1)
    if (!last) throw new Error('The report was removed while it was sent')
    position = last.position
    yield rows.map((row) => csvRow(columns, row)).join('')
  }
}
