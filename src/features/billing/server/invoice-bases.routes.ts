import type { App } from '#platform/http/app.ts'
import { serve } from '#platform/http/serve.ts'
import { invoiceBases } from '../invoice-bases.contract.ts'
import {
  answerQuestion,
  approveForCustomer,
  billInvoiceBasis,
  removeDraft,
  sendInvoiceBasis,
  withdrawInvoiceBasis,
  withdrawNotedApproval,
} from './change-invoice-basis.queries.ts'
import { createInvoiceBasis } from './create-invoice-basis.queries.ts'
import { getInvoiceBasis, listInvoiceBasisRows } from './invoice-bases.queries.ts'
import { invoiceBasisFile } from './invoice-basis-file.ts'
import { invoiceBasisPdf } from './invoice-basis-pdf.ts'
import { listMonth } from './month-customers.queries.ts'

export function invoiceBasisRoutes(app: App) {
  serve(app, invoiceBases.list, ({ db, query }) => listMonth(db, query))
  serve(app, invoiceBases.create, async ({ db, actor, body }) =>
    getInvoiceBasis(db, await createInvoiceBasis(db, actor, body)),
  )
  serve(app, invoiceBases.get, ({ db, params }) => getInvoiceBasis(db, params.id))
  serve(app, invoiceBases.rows, ({ db, params, query }) => listInvoiceBasisRows(db, params.id, query))
  serve(app, invoiceBases.csv, ({ transaction, params }) => invoiceBasisFile(transaction, params.id))
  serve(app, invoiceBases.pdf, ({ transaction, params, request }) =>
    invoiceBasisPdf(transaction, params.id, request.signal),
  )
  serve(app, invoiceBases.send, ({ db, actor, params }) => sendInvoiceBasis(db, actor, params.id))
  serve(app, invoiceBases.approve, ({ db, actor, params, body }) => approveForCustomer(db, actor, params.id, body.note))
  serve(app, invoiceBases.withdrawApproval, ({ db, actor, params }) => withdrawNotedApproval(db, actor, params.id))
  serve(app, invoiceBases.bill, ({ db, actor, params }) => billInvoiceBasis(db, actor, params.id))
  serve(app, invoiceBases.withdraw, ({ db, actor, params, body }) =>
    withdrawInvoiceBasis(db, actor, params.id, body.reason),
  )
  serve(app, invoiceBases.answer, ({ db, actor, params, body }) => answerQuestion(db, actor, params.id, body))
  serve(app, invoiceBases.remove, ({ db, actor, params }) => removeDraft(db, actor, params.id))
}
