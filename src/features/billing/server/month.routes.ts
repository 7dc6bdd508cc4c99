import type { App } from '#platform/http/app.ts'
import { serve } from '#platform/http/serve.ts'
import { month } from '../month.contract.ts'
import { billMany, createForMany } from './all-at-once.queries.ts'
import { listMonthLines, monthFile } from './month-file.queries.ts'
import { sendTogether, undoSending } from './send-together.queries.ts'

export function monthRoutes(app: App) {
  serve(app, month.csv, ({ transaction, query }) => monthFile(transaction, query))
  serve(app, month.lines, ({ db, query }) => listMonthLines(db, query))
  serve(app, month.create, ({ transaction, actor, body, request: { log } }) =>
    createForMany({ transaction, actor, log }, body),
  )
  serve(app, month.bill, ({ transaction, actor, body, request: { log } }) =>
    billMany({ transaction, actor, log }, body.ids),
  )
  serve(app, month.send, ({ db, actor, body }) => sendTogether(db, actor, body.ids))
  serve(app, month.undo, ({ db, params }) => undoSending(db, params.id))
}
