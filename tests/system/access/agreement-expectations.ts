// The expected status of the endpoints of agreements, as in expectations.ts.
import { someCharge, someChargeTexts, someFreeLine, someRecurring, someTerms } from './bodies.ts'
import type { Line } from './expected-line.ts'

const staff = { for: 'staff' } as const
const admin = { for: 'admin' } as const
/** The colleague sees only its own tickets, and may not approve. */
const approver = { for: 'customer', but: { colleague: 404 } } as const

/** Of no row; what is refused of many is in the response. */
const NOTHING = '0190d0c0-0000-7000-8000-000000000000'

const raise = {
  subject: 'charges',
  articleId: null,
  customerId: null,
  termsId: null,
  termsPart: 'all',
  basisPoints: 500,
  amountOre: null,
  rounding: 'krona',
  from: '2026-12-01',
}

export const agreementExpectations: Record<string, Line | readonly Line[]> = {
  'GET /api/terms': staff,
  'POST /api/terms': { ...admin, sends: someTerms },
  'POST /api/terms/:id/versions': { ...admin, ids: ['terms'], sends: { ...someTerms, validFrom: '2026-12-01' } },
  'POST /api/terms/:id/remove': { ...admin, ids: ['terms'] },
  'PUT /api/default-terms': { ...admin, names: ['termsId', 'terms'], sends: { validFrom: '2026-12-01' } },
  'POST /api/default-terms/remove': { ...admin, sends: { validFrom: '2026-12-01' }, done: 404 },
  'PUT /api/vat-rates': { ...admin, sends: { validFrom: '2027-08-01', percent: 12 } },
  'PUT /api/billing-from': { ...admin, sends: { month: '2026-01' } },
  'POST /api/vat-rates/remove': { ...admin, sends: { validFrom: '2026-12-01' }, done: 404 },
  'GET /api/customers/:id/agreement': { ...staff, ids: ['customer'] },
  'GET /api/customers/:id/price': { ...staff, ids: ['customer'], query: '?month=2026-11' },
  'PUT /api/customers/:id/agreement': [
    { ...admin, ids: ['customer'], sends: { validFrom: '2027-09-01', termsId: null } },
    { ...admin, ids: ['customer'], names: ['termsId', 'terms'], sends: { validFrom: '2027-09-01' } },
  ],
  'POST /api/customers/:id/agreement/remove': { ...admin, ids: ['customer'], sends: { validFrom: '2027-08-01' } },
  'PUT /api/customers/:id/billing': {
    ...admin,
    ids: ['customer'],
    sends: { vat: 'standard', reverseReason: null, isPrivate: false },
  },
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
  'POST /api/price-raises/preview': { ...admin, sends: raise },
  // What was seen is not what there is.
  'POST /api/price-raises': {
    ...admin,
    sends: { ...raise, seen: [{ id: NOTHING, state: 'x'.repeat(43), isChosen: true }], sendsMail: false },
    done: 409,
  },
  'GET /api/customers/:id/charges': { ...staff, ids: ['customer'] },
  'POST /api/customers/:id/charges': { ...admin, ids: ['customer'], sends: { ...someCharge, startsOn: '2027-08-01' } },
  'PUT /api/charges/:id': { ...admin, ids: ['charge'], sends: { ...someChargeTexts, version: 1 } },
  'PUT /api/charges/:id/end': { ...admin, ids: ['charge'], sends: { endsOn: '2028-12-31', version: 1 } },
  'PUT /api/charges/:id/counting': {
    ...admin,
    ids: ['charge'],
    sends: { counting: { by: 'equipment', type: 'Server' }, version: 1 },
  },
  // The customer of the list does not exist.
  'POST /api/counts/import': {
    ...staff,
    sends: { countedOn: '2026-11-01', rows: [{ customerId: NOTHING, articleId: NOTHING, hundredths: 100 }] },
    done: 422,
  },
  'POST /api/counts/import/check': {
    ...staff,
    sends: { countedOn: '2026-11-01', rows: [{ customer: 'Okänd', article: 'Okänd', hundredths: 100 }] },
  },
  'POST /api/charges/:id/remove': { ...admin, ids: ['charge'], done: 204 },
  'PUT /api/charges/:id/quantities': {
    ...admin,
    ids: ['charge'],
    sends: { validFrom: '2026-12-01', hundredths: 100 },
  },
  'POST /api/charges/:id/quantities/remove': { ...admin, ids: ['charge'], sends: { validFrom: '2026-11-01' } },
  'PUT /api/charges/:id/prices': { ...admin, ids: ['charge'], sends: { validFrom: '2026-12-01', priceOre: 100 } },
  'POST /api/charges/:id/prices/remove': { ...admin, ids: ['charge'], sends: { validFrom: '2026-11-01' } },
  'PUT /api/charges/:id/discounts': {
    ...admin,
    ids: ['charge'],
    sends: { validFrom: '2026-12-01', basisPoints: 1000, amountOre: null },
  },
  'POST /api/charges/:id/discounts/remove': { ...admin, ids: ['charge'], sends: { validFrom: '2026-11-01' } },
  'PUT /api/customers/:id/discounts': {
    ...admin,
    ids: ['customer'],
    sends: { validFrom: '2027-09-01', basisPoints: 1000, amountOre: null },
  },
  'POST /api/customers/:id/discounts/remove': { ...admin, ids: ['customer'], sends: { validFrom: '2027-08-01' } },
  'PUT /api/invoice-bases/:id/discount': {
    ...staff,
    ids: ['draftInvoiceBasis'],
    sends: { basisPoints: 1000, amountOre: null, text: null, version: 1 },
  },
  'POST /api/invoice-bases/:id/free-lines': { ...staff, ids: ['draftInvoiceBasis'], sends: someFreeLine },
  'PUT /api/free-lines/:id': { ...staff, ids: ['freeLine'], sends: { ...someFreeLine, version: 1 } },
  'POST /api/free-lines/:id/remove': { ...staff, ids: ['freeLine'] },
  'GET /api/invoice-bases': { ...staff, query: '?month=2026-11' },
  'POST /api/invoice-bases': {
    ...staff,
    names: ['customerId', 'customer'],
    sends: { month: '2026-11', replaces: null },
  },
  'GET /api/invoice-bases/:id': { ...staff, ids: ['draftInvoiceBasis'] },
  'GET /api/invoice-bases/:id/rows': { ...staff, ids: ['draftInvoiceBasis'] },
  'GET /api/invoice-bases/:id/csv': { ...staff, ids: ['draftInvoiceBasis'] },
  'POST /api/invoice-bases/:id/check': { ...staff, ids: ['draftInvoiceBasis'] },
  'POST /api/invoice-bases/:id/keep': {
    ...staff,
    ids: ['approvedInvoiceBasis'],
    sends: { reason: 'Avtalat' },
    done: 409,
  },
  'GET /api/invoice-bases/:id/pdf': { ...staff, ids: ['draftInvoiceBasis'] },
  'POST /api/invoice-bases/:id/send': { ...staff, ids: ['draftInvoiceBasis'] },
  'POST /api/invoice-bases/:id/send-again': { ...staff, ids: ['sentInvoiceBasis'], done: 409 },
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
  'GET /api/month/csv': { ...staff, query: '?month=2027-03' },
  'GET /api/month/lines': { ...staff, query: '?month=2027-03' },
  'POST /api/month/invoice-bases': { ...staff, sends: { month: '2026-11', customerIds: [NOTHING] } },
  'POST /api/month/billings': { ...staff, sends: { ids: [NOTHING] } },
  'POST /api/month/sendings': { ...staff, sends: { ids: [NOTHING] } },
  'POST /api/month/sendings/:id/undo': { ...staff, ids: ['sending'] },
  'POST /api/reports/month': { ...staff, sends: { month: '2026-11', customerIds: [NOTHING] } },
  'GET /api/portal/invoice-bases': { for: 'customer' },
  'GET /api/portal/invoice-bases/:id': { ...approver, ids: ['sentInvoiceBasis'] },
  'GET /api/portal/invoice-bases/:id/current': { ...approver, ids: ['sentInvoiceBasis'] },
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
