// Bases of invoices as the customer's portal reads and approves them.
import { z } from 'zod'
import { get, IdParams, pageOf, post } from '#lib/contract.ts'
import { BasisRow, NewQuestion, PortalBasis, PortalBasisPage, RowsQuery } from './bases.contract.ts'

export const portalBases = {
  list: get('/api/portal/bases', {
    allow: 'customer',
    summary: 'The bases that the login may approve or has approved, newest month first; others get an empty list',
    returns: z.array(PortalBasis),
  }),
  get: get('/api/portal/bases/:id', {
    allow: 'customer',
    summary: 'One basis with its lines, sums, VAT and questions',
    params: IdParams,
    returns: PortalBasisPage,
  }),
  rows: get('/api/portal/bases/:id/rows', {
    allow: 'customer',
    summary: 'The rows of a basis, without internal notes',
    params: IdParams,
    query: RowsQuery,
    returns: pageOf(BasisRow),
  }),
  approve: post('/api/portal/bases/:id/approve', {
    allow: 'customer',
    summary: 'Approves a basis; 409 when it is no longer current',
    params: IdParams,
    returns: PortalBasisPage,
  }),
  withdrawApproval: post('/api/portal/bases/:id/withdraw-approval', {
    allow: 'customer',
    summary: 'Takes the approval back, until the basis is billed; 409 when there is none',
    params: IdParams,
    returns: PortalBasisPage,
  }),
  ask: post('/api/portal/bases/:id/questions', {
    allow: 'customer',
    summary: 'Asks about a row',
    params: IdParams,
    body: NewQuestion,
    returns: PortalBasisPage,
  }),
}
