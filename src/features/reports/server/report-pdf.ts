import { readPdfCompany } from '#features/company/server/pdf-company.queries.ts'
import { invalid } from '#platform/http/app-error.ts'
import type { Download } from '#platform/http/download.ts'
import type { Transaction } from '#platform/http/serve.ts'
import { makePdf } from '#platform/pdf/make-pdf.ts'
import { reportDocument } from '../report-document.rules.ts'
import { NOTHING_TO_EXPORT } from '../reports.contract.ts'
import { reportPdfName } from '../reports.rules.ts'
import { getReport, rowsAfter } from './reports.queries.ts'

/** The report as PDF. Throws 404 for an unknown report, 422 for an empty one, and what `makePdf` throws. */
export async function reportPdf(
  transaction: Transaction,
  orgId: string | null,
  { id, signal }: { id: string; signal: AbortSignal },
): Promise<Download> {
  const { report, document } = await transaction(async (db) => {
    const report = await getReport(db, id)
    if (report.rows === 0) throw invalid(NOTHING_TO_EXPORT)
    const rows = await rowsAfter(db, id, 0, report.rows)
    return { report, document: reportDocument(await readPdfCompany(db, orgId ?? ''), report, rows) }
  })
  const content = await makePdf(document, { signal })
  return { filename: reportPdfName(report), bytes: content.length, content: [content] }
}
