import { checkInvoiceBasis } from '#features/billing/server/check-invoice-basis.queries.ts'
import { contentOf, listInvoiceBasisRows } from '#features/billing/server/invoice-bases.queries.ts'
import { invoiceBasisPdf } from '#features/billing/server/invoice-basis-pdf.ts'
import type { App } from '#platform/http/app.ts'
import { organizationOf } from '#platform/http/organization.ts'
import { serve } from '#platform/http/serve.ts'
import { portalInvoiceBases } from '../portal-invoice-bases.contract.ts'
import {
  approveInvoiceBasis,
  askAboutRow,
  getCurrentInvoiceBasis,
  listPortalInvoiceBases,
  withdrawApproval,
} from './portal-invoice-bases.queries.ts'

export function portalInvoiceBasisRoutes(app: App) {
  serve(app, portalInvoiceBases.list, ({ db }) => listPortalInvoiceBases(db))
  serve(app, portalInvoiceBases.get, ({ db, params }) => contentOf(db, params.id))
  serve(app, portalInvoiceBases.current, ({ db, params }) => getCurrentInvoiceBasis(db, params.id))
  serve(app, portalInvoiceBases.rows, ({ db, params, query }) => listInvoiceBasisRows(db, params.id, query))
  serve(app, portalInvoiceBases.pdf, ({ transaction, params, request }) =>
    invoiceBasisPdf(transaction, params.id, request.signal),
  )
  serve(app, portalInvoiceBases.approve, async ({ transaction, actor, params }) => {
    // Customers read no time: the jobs' role checks, once the basis is known to be the approver's.
    await transaction((db) => contentOf(db, params.id))
    await app.database.as('jobs', (db) => checkInvoiceBasis(db, organizationOf(actor), params.id))
    return transaction((db) => approveInvoiceBasis(db, actor, params.id))
  })
  serve(app, portalInvoiceBases.withdrawApproval, ({ db, actor, params }) => withdrawApproval(db, actor, params.id))
  serve(app, portalInvoiceBases.ask, ({ db, actor, params, body }) => askAboutRow(db, actor, params.id, body))
}
