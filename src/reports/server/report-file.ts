import type { Db } from '#db/database.ts'
import { CSV_BOM, csvHours, csvLine } from '#lib/csv.rules.ts'
import { invalid } from '#lib/server/app-error.ts'
import { NOTHING_TO_EXPORT } from '../reports.contract.ts'
import { getReportHead, rowsAfter } from './reports.queries.ts'

const BATCH_ROWS = 1000

/** The report as CSV, read while it is sent. Throws 404 for an unknown report and 422 for an empty one. */
export async function reportFile(db: Db, id: string) {
  const { periodFrom, periodTo, rows } = await getReportHead(db, id)
  if (rows === 0) throw invalid(NOTHING_TO_EXPORT)
  return { filename: `tidrapport_${periodFrom}_${periodTo}.csv`, content: linesOf(db, id) }
}

async function* linesOf(db: Db, id: string) {
  yield CSV_BOM + csvLine(['Datum', 'Kund', 'Tekniker', 'Från', 'Till', 'Timmar', 'Beskrivning'])
  for (let position = 0; ; ) {
    const rows = await rowsAfter(db, id, position, BATCH_ROWS)
    const last = rows.at(-1)
    if (!last) return
    position = last.position
    yield rows
      .map(({ workDate, customerName, technician, timeFrom, timeTo, minutes, description }) =>
        csvLine([workDate, customerName, technician, timeFrom, timeTo, csvHours(minutes), description]),
      )
      .join('')
  }
}
