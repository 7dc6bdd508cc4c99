// The expected status of the endpoints of a customer's page, as in expectations.ts: also of contacts, logins,
// equipment, documents and credentials.
import { aLogin, aPassword } from './bodies.ts'
import type { Line } from './expected-line.ts'

const staff = { for: 'staff' } as const
const admin = { for: 'admin' } as const

export const customerExpectations: Record<string, Line | readonly Line[]> = {
  'GET /api/customers': staff,
  'GET /api/customers/names': staff,
  'GET /api/customers/similar': staff,
  'GET /api/customers/export': staff,
  'GET /api/customers/:id': { ...staff, ids: ['customer'] },
  'GET /api/customers/:id/screen': { ...staff, ids: ['customer'] },
  'GET /api/customers/:id/tickets': { ...staff, ids: ['customer'] },
  'POST /api/customers': { ...staff, sends: { name: 'Ny kund' } },
  'PUT /api/customers/:id': { ...staff, ids: ['customer'], sends: { name: 'Nytt namn', version: 1 } },
  'DELETE /api/customers/:id': { ...admin, ids: ['customer'] },
  'POST /api/customers/:id/restore': { ...admin, ids: ['removedCustomer'] },
  'POST /api/customers/import': { ...staff, sends: { rows: [{ name: 'Ny kund' }] } },
  'POST /api/customers/import/check': { ...staff, sends: { rows: [{ name: 'Ny kund' }] } },

  'GET /api/customers/:id/contacts': { ...staff, ids: ['customer'] },
  'POST /api/customers/:id/contacts': { ...staff, ids: ['customer'], sends: { name: 'Ny kontakt' } },
  'PUT /api/customers/:id/contacts/:contactId': {
    for: 'staff',
    ids: ['customer', 'contact'],
    sends: { name: 'Nytt namn', version: 1 },
  },
  'POST /api/customers/:id/contacts/:contactId/archive': { ...staff, ids: ['customer', 'contact'] },
  'POST /api/customers/:id/contacts/:contactId/restore': { ...staff, ids: ['customer', 'removedContact'] },
  'GET /api/contacts/export': staff,
  // No customer has this name.
  'POST /api/contacts/import': { ...staff, sends: { rows: [{ customer: 'Kund AB', name: 'Ny kontakt' }] }, done: 422 },
  'POST /api/contacts/import/check': { ...staff, sends: { rows: [{ customer: 'Kund AB', name: 'Ny kontakt' }] } },

  'GET /api/customers/:id/logins': { ...staff, ids: ['customer'] },
  'POST /api/customers/:id/logins': { ...staff, ids: ['customer'], sends: aLogin },
  'PUT /api/customers/:id/logins/:userId/rights': {
    for: 'staff',
    ids: ['customer', 'login'],
    sends: { seesCompany: false, mayApprove: true, getsCompanyMail: false, version: 1 },
  },
  'POST /api/customers/:id/logins/:userId/revoke': { ...staff, ids: ['customer', 'login'] },
  'POST /api/customers/:id/logins/:userId/reopen': { ...staff, ids: ['customer', 'login'] },
  'POST /api/customers/:id/logins/:userId/reset-factors': { ...admin, ids: ['customer', 'login'], done: 204 },
  'POST /api/customers/:id/logins/:userId/link': { ...staff, ids: ['customer', 'login'] },
  'PUT /api/customers/:id/logins/:userId/password': {
    for: 'admin',
    ids: ['customer', 'login'],
    sends: aPassword,
    done: 204,
  },

  'GET /api/customers/:id/billing-details': { ...staff, ids: ['customer'] },
  'PUT /api/customers/:id/billing-details': {
    ...staff,
    ids: ['customer'],
    sends: { customerNumber: 'NY-1', version: 1 },
  },
  'GET /api/customers/:id/recipients': { ...staff, ids: ['customer'] },
  'POST /api/customers/:id/recipients': { ...staff, ids: ['customer'], sends: { name: 'Ny mottagare' } },
  'PUT /api/customers/:id/recipients/:recipientId': {
    ...staff,
    ids: ['customer', 'recipient'],
    sends: { name: 'Nytt namn', version: 1 },
  },
  'POST /api/customers/:id/recipients/:recipientId/archive': { ...staff, ids: ['customer', 'recipient'] },
  'POST /api/customers/:id/recipients/:recipientId/restore': { ...staff, ids: ['customer', 'removedRecipient'] },

  'GET /api/customers/:id/equipment': { ...staff, ids: ['customer'] },
  'GET /api/equipment/types': staff,
  'POST /api/customers/:id/equipment': { ...staff, ids: ['customer'], sends: { name: 'Dator' } },
  'PUT /api/equipment/:id': { ...staff, ids: ['equipment'], sends: { name: 'Dator', version: 1 } },
  'DELETE /api/equipment/:id': { ...staff, ids: ['equipment'] },
  'POST /api/equipment/:id/restore': { ...staff, ids: ['removedEquipment'] },
  'GET /api/customers/:id/documents': { ...staff, ids: ['customer'] },
  'POST /api/customers/:id/documents': { ...staff, ids: ['customer'], sends: { fileIds: [] }, done: 204 },
  'PUT /api/documents/:id': { ...staff, ids: ['document'], sends: { isShown: false }, done: 204 },
  'DELETE /api/documents/:id': { ...staff, ids: ['document'], done: 204 },
  'GET /api/customers/:id/credentials': { ...staff, ids: ['customer'] },
  'POST /api/customers/:id/credentials/text': { ...staff, ids: ['customer'], sends: { reason: 'Ärende #12' } },
  'PUT /api/customers/:id/credentials': { ...staff, ids: ['customer'], sends: { text: 'Nytt', version: 1 } },
  'GET /api/customers/:id/credentials/versions': { ...staff, ids: ['customer'] },
  'POST /api/customers/:id/credentials/restore': { ...staff, ids: ['customer'], sends: { version: 1, basedOn: 1 } },
  'GET /api/customers/:id/credentials/log': { ...admin, ids: ['customer'] },
}
