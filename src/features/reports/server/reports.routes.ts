import type { App } from '#platform/http/app.ts'
import { serve } from '#platform/http/serve.ts'
import { reports } from '../reports.contract.ts'
import { markMonth } from './mark-month.queries.ts'
import { markReport } from './marking.queries.ts'
import { reportFile } from './report-file.ts'
import { reportPdf } from './report-pdf.ts'
import { generateReport, getReport, listReports, listRows } from './reports.queries.ts'

export function reportRoutes(app: App) {
  serve(app, reports.list, ({ db, query }) => listReports(db, query.after))
  serve(app, reports.generate, ({ db, actor, body }) => generateReport(db, actor, body))
  serve(app, reports.get, ({ db, params }) => getReport(db, params.id))
  serve(app, reports.rows, ({ db, params, query }) => listRows(db, params.id, query))
  serve(app, reports.csv, ({ transaction, params }) => reportFile(transaction, params.id))
  serve(app, reports.pdf, ({ transaction, actor, params, request }) =>
    reportPdf(transaction, actor.orgId, { id: params.id, signal: request.signal }),
  )
  serve(app, reports.mark, ({ db, actor, params }) => markReport(db, actor, params.id))
  serve(app, reports.markMonth, ({ transaction, actor, body }) => markMonth(transaction, actor, body))
}
