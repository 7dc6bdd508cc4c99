import type { StaffActor } from '#platform/database/actor.ts'
import type { App } from '#platform/http/app.ts'
import { organizationOf } from '#platform/http/organization.ts'
import { serve, type Transaction } from '#platform/http/serve.ts'
import { invoiceBases } from '../invoice-bases.contract.ts'
import { month } from '../month.contract.ts'
import { billMany, createForMany } from './all-at-once.queries.ts'
import {
  answerQuestion,
  approveForCustomer,
  billInvoiceBasis,
  keepApproved,
  removeDraft,
  sendAgain,
  sendInvoiceBasis,
  withdrawInvoiceBasis,
  withdrawNotedApproval,
} from './change-invoice-basis.queries.ts'
import { checkInvoiceBasis } from './check-invoice-basis.queries.ts'
import { createInvoiceBasis } from './create-invoice-basis.queries.ts'
import { getInvoiceBasis, listInvoiceBasisRows } from './invoice-bases.queries.ts'
import { invoiceBasisFile } from './invoice-basis-file.ts'
import { invoiceBasisPdf } from './invoice-basis-pdf.ts'
import { listMonth } from './month-customers.queries.ts'
import { listMonthLines, monthFile } from './month-file.queries.ts'
import { sendTogether, undoSending } from './send-together.queries.ts'

/** A check in a transaction of its own, so that its outcome stays when the act is refused. */
const checkFirst = (transaction: Transaction, actor: StaffActor, id: string) =>
  transaction((db) => checkInvoiceBasis(db, organizationOf(actor), id))

export function invoiceBasisRoutes(app: App) {
  serve(app, invoiceBases.list, ({ db, actor, query }) => listMonth(db, organizationOf(actor), query))
  serve(app, invoiceBases.create, async ({ db, actor, body }) =>
    getInvoiceBasis(db, await createInvoiceBasis(db, actor, body)),
  )
  serve(app, invoiceBases.get, ({ db, params }) => getInvoiceBasis(db, params.id))
  serve(app, invoiceBases.rows, ({ db, params, query }) => listInvoiceBasisRows(db, params.id, query))
  serve(app, invoiceBases.csv, ({ transaction, params }) => invoiceBasisFile(transaction, params.id))
  serve(app, invoiceBases.pdf, ({ transaction, params, request }) =>
    invoiceBasisPdf(transaction, params.id, request.signal),
  )
  serve(app, invoiceBases.check, async ({ db, actor, params }) => {
    await checkInvoiceBasis(db, organizationOf(actor), params.id)
    return getInvoiceBasis(db, params.id)
  })
  serve(app, invoiceBases.keep, ({ db, actor, params, body }) => keepApproved(db, actor, params.id, body.reason))
  serve(app, invoiceBases.send, async ({ transaction, actor, params }) => {
    await checkFirst(transaction, actor, params.id)
    return transaction((db) => sendInvoiceBasis(db, actor, params.id))
  })
  serve(app, invoiceBases.sendAgain, async ({ transaction, actor, params }) => {
    await checkFirst(transaction, actor, params.id)
    return transaction((db) => sendAgain(db, actor, params.id))
  })
  serve(app, invoiceBases.approve, async ({ transaction, actor, params, body }) => {
    await checkFirst(transaction, actor, params.id)
    return transaction((db) => approveForCustomer(db, actor, params.id, body.note))
  })
  serve(app, invoiceBases.withdrawApproval, ({ db, actor, params }) => withdrawNotedApproval(db, actor, params.id))
  serve(app, invoiceBases.bill, async ({ transaction, actor, params }) => {
    await checkFirst(transaction, actor, params.id)
    return transaction((db) => billInvoiceBasis(db, actor, params.id))
  })
  serve(app, invoiceBases.withdraw, ({ db, actor, params, body }) =>
    withdrawInvoiceBasis(db, actor, params.id, body.reason),
  )
  serve(app, invoiceBases.answer, ({ db, actor, params, body }) => answerQuestion(db, actor, params.id, body))
  serve(app, invoiceBases.remove, ({ db, actor, params }) => removeDraft(db, actor, params.id))
}

/** All invoice bases of a month at once. */
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
