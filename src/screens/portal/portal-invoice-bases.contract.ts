// Invoice bases, as the customer reads and approves them in the portal.
import { z } from 'zod'
import { PortalInvoiceBasis, PortalInvoiceBasisPage } from '#features/billing/invoice-bases.contract.ts'
import { NewQuestion, RowsQuery } from '#features/billing/invoice-basis-input.contract.ts'
import { InvoiceBasisRow } from '#features/billing/invoice-basis-row.contract.ts'
import { file, get, Id, IdParams, pageOf, post } from '#shared/contract.ts'

export const portalInvoiceBases = {
  list: get('/api/portal/invoice-bases', {
    allow: 'customer',
    summary: 'The bases that the login may approve or has approved, newest month first; others get an empty list',
    returns: z.array(PortalInvoiceBasis),
  }),
  get: get('/api/portal/invoice-bases/:id', {
    allow: 'customer',
    summary: 'One basis with its lines, sums, VAT and questions',
    params: IdParams,
    returns: PortalInvoiceBasisPage,
  }),
  current: get('/api/portal/invoice-bases/:id/current', {
    allow: 'customer',
    summary:
      'The basis that applies now for the month of one that was sent and may have been replaced; 404 without one',
    params: IdParams,
    returns: z.object({ id: Id }),
  }),
  rows: get('/api/portal/invoice-bases/:id/rows', {
    allow: 'customer',
    summary: 'The rows of a basis, without internal notes',
    params: IdParams,
    query: RowsQuery,
    returns: pageOf(InvoiceBasisRow),
  }),
  pdf: get('/api/portal/invoice-bases/:id/pdf', {
    allow: 'customer',
    summary: 'The basis as PDF; once it is billed, as it was then',
    params: IdParams,
    returns: file('application/pdf'),
  }),
  approve: post('/api/portal/invoice-bases/:id/approve', {
    allow: 'customer',
    ownTransactions: true,
    summary: 'Approves a basis; 409 when it is no longer current',
    params: IdParams,
    returns: PortalInvoiceBasisPage,
  }),
  withdrawApproval: post('/api/portal/invoice-bases/:id/withdraw-approval', {
    allow: 'customer',
    summary: 'Takes the approval back, until the basis is billed; 409 when there is none',
    params: IdParams,
    returns: PortalInvoiceBasisPage,
  }),
  ask: post('/api/portal/invoice-bases/:id/questions', {
    allow: 'customer',
    summary: 'Asks about a row',
    params: IdParams,
    body: NewQuestion,
    returns: PortalInvoiceBasisPage,
  }),
}
