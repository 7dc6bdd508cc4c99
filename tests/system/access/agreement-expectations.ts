// The expected status of the endpoints of agreements, as in expectations.ts.
import { someRecurring, someTerms } from './bodies.ts'
import type { Line } from './expected-line.ts'

const staff = { for: 'staff' } as const
const admin = { for: 'admin' } as const
/** The colleague sees only its own tickets, and may not approve. */
const approver = { for: 'customer', but: { colleague: 404 } } as const

export const agreementExpectations: Record<string, Line | readonly Line[]> = {
  'GET /api/terms': staff,
  'POST /api/terms': { ...admin, sends: someTerms },
  'POST /api/terms/:id/versions': { ...admin, ids: ['terms'], sends: { ...someTerms, validFrom: '2026-12-01' } },
  'POST /api/terms/:id/remove': { ...admin, ids: ['terms'] },
  'PUT /api/default-terms': { ...admin, names: ['termsId', 'terms'], sends: { validFrom: '2026-12-01' } },
  'POST /api/default-terms/remove': { ...admin, sends: { validFrom: '2026-12-01' }, done: 404 },
  'PUT /api/vat-rates': { ...admin, sends: { validFrom: '2026-12-01', percent: 12 } },
  'POST /api/vat-rates/remove': { ...admin, sends: { validFrom: '2026-12-01' }, done: 404 },
  'GET /api/customers/:id/agreement': { ...staff, ids: ['customer'] },
  'GET /api/customers/:id/price': { ...staff, ids: ['customer'], query: '?month=2026-11' },
  'PUT /api/customers/:id/agreement': [
    { ...admin, ids: ['customer'], sends: { validFrom: '2026-12-01', termsId: null } },
    { ...admin, ids: ['customer'], names: ['termsId', 'terms'], sends: { validFrom: '2026-12-01' } },
  ],
  'POST /api/customers/:id/agreement/remove': { ...admin, ids: ['customer'], sends: { validFrom: '2026-11-01' } },
  'PUT /api/customers/:id/billing': { ...admin, ids: ['customer'], sends: { vat: 'reverse', isPrivate: false } },
  'GET /api/answer-recomputation': staff,
  'GET /api/customers/:id/recurring': { ...staff, ids: ['customer'] },
  'POST /api/customers/:id/recurring': { ...staff, ids: ['customer'], sends: someRecurring },
  'PUT /api/recurring/:id': { ...staff, ids: ['recurring'], sends: { ...someRecurring, version: 1 } },
  'PUT /api/recurring/:id/pause': { ...staff, ids: ['recurring'], sends: { isPaused: true } },
  'DELETE /api/recurring/:id': { ...staff, ids: ['recurring'] },
  'POST /api/recurring/:id/restore': { ...staff, ids: ['removedRecurring'] },
  'GET /api/customers/:id/prepaid-hours': { ...staff, ids: ['customer'] },
  'POST /api/customers/:id/prepaid-hours': {
    ...admin,
    ids: ['customer'],
    sends: { boughtOn: '2026-11-01', validUntil: null, minutes: 600, priceOre: 850_000 },
  },
  'POST /api/prepaid-hours/:id/remove': { ...admin, ids: ['prepaid'] },
  'GET /api/invoice-bases': { ...staff, query: '?month=2026-11' },
  'POST /api/invoice-bases': {
    ...staff,
    names: ['customerId', 'customer'],
    sends: { month: '2026-11', replaces: null },
  },
  'GET /api/invoice-bases/:id': { ...staff, ids: ['draftInvoiceBasis'] },
  'GET /api/invoice-bases/:id/rows': { ...staff, ids: ['draftInvoiceBasis'] },
  'GET /api/invoice-bases/:id/csv': { ...staff, ids: ['draftInvoiceBasis'] },
  'GET /api/invoice-bases/:id/pdf': { ...staff, ids: ['draftInvoiceBasis'] },
  'POST /api/invoice-bases/:id/send': { ...staff, ids: ['draftInvoiceBasis'] },
  'POST /api/invoice-bases/:id/approve': { ...admin, ids: ['sentInvoiceBasis'], sends: { note: 'Per telefon' } },
  'POST /api/invoice-bases/:id/withdraw-approval': { ...admin, ids: ['notedInvoiceBasis'] },
  'POST /api/invoice-bases/:id/bill': { ...staff, ids: ['readyInvoiceBasis'] },
  'POST /api/invoice-bases/:id/withdraw': { ...admin, ids: ['billedInvoiceBasis'], sends: { reason: 'Fel rad' } },
  'POST /api/invoice-bases/:id/answers': {
    ...staff,
    ids: ['sentInvoiceBasis'],
    sends: { position: 1, answer: 'Så här' },
  },
  'DELETE /api/invoice-bases/:id': { ...staff, ids: ['draftInvoiceBasis'], done: 204 },
  'GET /api/portal/invoice-bases': { for: 'customer' },
  'GET /api/portal/invoice-bases/:id': { ...approver, ids: ['sentInvoiceBasis'] },
  'GET /api/portal/invoice-bases/:id/rows': [
    { ...approver, ids: ['sentInvoiceBasis'] },
    { ...approver, ids: ['billedInvoiceBasis'] },
  ],
  'GET /api/portal/invoice-bases/:id/pdf': { ...approver, ids: ['sentInvoiceBasis'] },
  'POST /api/portal/invoice-bases/:id/approve': { ...approver, ids: ['sentInvoiceBasis'] },
  'POST /api/portal/invoice-bases/:id/withdraw-approval': { ...approver, ids: ['approvedInvoiceBasis'] },
  'POST /api/portal/invoice-bases/:id/questions': {
    ...approver,
    ids: ['sentInvoiceBasis'],
    sends: { position: 2, question: 'Vad är det här?' },
  },
}
