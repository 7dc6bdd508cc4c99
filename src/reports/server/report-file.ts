import { CSV_BOM, csvHours, csvLine } from '#lib/csv.rules.ts'
import { invalid } from '#lib/server/app-error.ts'
import type { Transaction } from '#lib/server/serve.ts'
import { copiedSpan, fromText, toText } from '#time/time.rules.ts'
import { NOTHING_TO_EXPORT } from '../reports.contract.ts'
import { getReportHead, rowsAfter } from './reports.queries.ts'

const BATCH_ROWS = 1000

/** The report as CSV, read while it is sent; its rows never change. Throws 404 for an unknown report and 422 for an empty one. */
export async function reportFile(transaction: Transaction, id: string) {
  const { periodFrom, periodTo, rows } = await transaction((db) => getReportHead(db, id))
  if (rows === 0) throw invalid(NOTHING_TO_EXPORT)
  return { filename: `tidrapport_${periodFrom}_${periodTo}.csv`, content: linesOf(transaction, id, rows) }
}

async function* linesOf(transaction: Transaction, id: string, count: number) {
  yield CSV_BOM + csvLine(['Datum', 'Kund', 'Tekniker', 'Från', 'Till', 'Timmar', 'Beskrivning'])
  // Positions are consecutive from 1.
  for (let position = 0; position < count; ) {
    const after = position
    const rows = await transaction((db) => rowsAfter(db, id, after, BATCH_ROWS))
    const last = rows.at(-1)
    if (!last) throw new Error('The report was removed while it was sent')
    position = last.position
    yield rows
      .map((row) => {
        const { workDate, customerName, technician, minutes, description } = row
        const span = copiedSpan(row)
        const times = span ? [fromText(span), toText(span)] : [null, null]
        return csvLine([workDate, customerName, technician, ...times, csvHours(minutes), description])
      })
      .join('')
  }
}
