// The expected status of every endpoint for every actor. Unless a line states otherwise it follows from `for`: 401
// without a session, 403 for actors outside the audience, `done` for own rows (for staff: all rows of the
// organization), otherwise 404.
import { agreementExpectations } from './agreement-expectations.ts'
import { apiKeyExpectations } from './api-key-expectations.ts'
import { articleExpectations } from './article-expectations.ts'
import { aLogin, aPassword, aReport, aTicket, aUser, someTickets } from './bodies.ts'
import { customerExpectations } from './customer-expectations.ts'
import type { Line } from './expected-line.ts'
import { factorExpectations } from './factor-expectations.ts'
import { frameExpectations } from './frame-expectations.ts'
import { mailboxExpectations } from './mailbox-expectations.ts'
import { passkeyExpectations } from './passkey-expectations.ts'
import { settingsExpectations } from './settings-expectations.ts'
import { timeExpectations } from './time-expectations.ts'

const staff = { for: 'staff' } as const
const admin = { for: 'admin' } as const
const customer = { for: 'customer' } as const
/** The tickets belong to a colleague, so a login with 'Egna ärenden' sees none of them. */
const ofColleague = { but: { colleague: { own: 404 } } } as const
const signedIn = { for: 'signedIn' } as const
const anyone = { for: 'anyone' } as const
const noFile = { own: 404, sibling: 404 } as const
const otherCustomers = { customer: { sibling: 404 }, otherCustomer: { sibling: 404 } } as const
/** Files of tickets, which can be read by the readers of the ticket. */
const filesOfTickets = { but: { unlinked: noFile, colleague: noFile, ...otherCustomers } } as const
/** Files of internal comments. */
const filesOfStaff = { but: { unlinked: noFile, colleague: noFile, customer: noFile, otherCustomer: noFile } } as const

/** A clock, a view and a bulk change are visible only to their user. */
const ofAnother = {
  but: {
    technician: { own: 404, sibling: 404 },
    admin: { own: 404, sibling: 404 },
    otherAdmin: { own: 404, sibling: 404 },
  },
} as const
/** A ticket is not related to itself. */
const itself = { own: 422 } as const
/** An id in the body gives the same status as one in the path, but a malformed one is invalid input. */
const ofCustomer = { names: ['customerId', 'customer'] } as const
const toColleague = { names: ['assignedTo', 'user'] } as const

export const expectations: Record<string, Line | readonly Line[]> = {
  ...apiKeyExpectations,
  ...mailboxExpectations,
  ...frameExpectations,
  ...factorExpectations,
  'GET /healthz': anyone,
  'GET /readyz': anyone,
  'GET /api/form-token': anyone,
  'GET /auth/v1/.well-known/jwks.json': anyone,
  'POST /auth/v1/token': [
    {
      for: 'anyone',
      query: '?grant_type=password',
      done: 400,
      sends: { email: 'ingen@example.se', password: 'fel' },
    },
    { for: 'anyone', query: '?grant_type=refresh_token', sends: { refresh_token: 'x'.repeat(43) }, done: 400 },
  ],
  'POST /auth/v1/recover': { for: 'anyone', sends: { email: 'ingen@example.se' } },
  'POST /auth/v1/verify': { for: 'anyone', sends: { token_hash: 'x'.repeat(43), type: 'recovery' }, done: 403 },
  'POST /api/link-owner': { for: 'anyone', sends: { token: 'x'.repeat(43) }, done: 403 },
  'POST /api/link-password': { for: 'anyone', sends: { ...aPassword, token: 'x'.repeat(43) }, done: 403 },
  'POST /api/first-admin': {
    for: 'anyone',
    sends: { ...aLogin, token: 'x'.repeat(43), fullName: 'Kim Ny' },
    done: 410,
  },

  'GET /api/me': signedIn,
  'GET /api/first-screen': { ...signedIn, query: '?path=/&phone=true&wide=false&height=800' },
  'GET /auth/v1/user': signedIn,
  'PUT /auth/v1/user': { for: 'signedIn', sends: aPassword },
  'POST /auth/v1/logout': { for: 'signedIn', done: 204 },
  ...passkeyExpectations,

  'GET /api/openapi.json': staff,
  'GET /api/own-settings': staff,
  'PUT /api/own-settings': { ...staff, sends: { advances: false } },
  'GET /api/dashboard': staff,
  'GET /api/search-counts': { ...staff, query: '?search=x' },
  'GET /api/palette': { ...staff, query: '?search=e' },

  ...customerExpectations,
  ...agreementExpectations,
  ...articleExpectations,

  'GET /api/tickets': staff,
  'GET /api/tickets/:id': { ...staff, ids: ['ticket'] },
  'POST /api/tickets': [
    { ...staff, ...ofCustomer, sends: aTicket },
    { ...staff, ...toColleague, sends: { ...aTicket, customerId: 'own' } },
  ],
  'PUT /api/tickets/:id': [
    { ...staff, ids: ['ticket'], sends: { status: 'closed', version: 1 } },
    { ...staff, ids: ['ticket'], ...toColleague, sends: { version: 1 } },
  ],
  'POST /api/tickets/bulk': [
    { ...staff, sends: { ...someTickets, status: 'closed' } },
    { ...staff, ...toColleague, sends: someTickets },
  ],
  'POST /api/tickets/bulk/:id/undo': { ...staff, ids: ['bulk'], ...ofAnother },
  'GET /api/canned-answers': staff,
  'POST /api/canned-answers': { ...staff, sends: { name: 'nytt', text: 'Hej' } },
  'PUT /api/canned-answers/:id': { ...staff, ids: ['canned'], sends: { name: 'nytt', text: 'Hej', version: 1 } },
  'DELETE /api/canned-answers/:id': { ...staff, ids: ['canned'], done: 204 },
  'PUT /api/tickets/:id/reminder': { ...staff, ids: ['ticket'], sends: { remindOn: null } },
  'GET /api/tickets/:id/others': { ...staff, ids: ['ticket'] },
  'PUT /api/tickets/:id/merged-into': [
    { ...staff, ids: ['ticket'], sends: { into: null, version: 1 } },
    // Not with itself, nor with a ticket of another customer.
    { ...staff, ids: ['ticket'], names: ['into', 'ticket'], sends: { version: 1 }, done: 422 },
  ],
  'POST /api/tickets/:id/related': {
    ...staff,
    ids: ['ticket'],
    names: ['relatedId', 'ticket'],
    sends: {},
    done: 204,
    but: { technician: itself, admin: itself, otherAdmin: itself },
  },
  'DELETE /api/tickets/:id/related/:relatedId': {
    ...staff,
    ids: ['ticket', 'ticket'],
    done: 204,
    // Tickets of different customers may be related.
    but: { technician: { mixed: 204 }, admin: { mixed: 204 }, otherAdmin: { mixed: 204 } },
  },
  'GET /api/todo': staff,
  'GET /api/ticket-views': staff,
  'POST /api/ticket-views': { ...staff, sends: { name: 'Vy', query: 'priority=high' } },
  'PUT /api/ticket-views/:id': { ...staff, ids: ['view'], sends: { name: 'Ny' }, ...ofAnother },
  'DELETE /api/ticket-views/:id': { ...staff, ids: ['view'], done: 204, ...ofAnother },
  'PUT /api/tickets/:id/equipment': { ...staff, ids: ['ticket'], sends: { equipmentIds: [] } },
  'GET /api/tickets/:id/screen': { ...staff, ids: ['ticket'] },
  'GET /api/tickets/:id/thread': { ...staff, ids: ['ticket'] },
  'POST /api/tickets/:id/comments': { ...staff, ids: ['ticket'], sends: { comment: 'Hej', isInternal: true } },
  'GET /api/tickets/:id/recipients': { ...staff, ids: ['ticket'] },
  'GET /api/tickets/:id/draft': { ...staff, ids: ['ticket'] },
  'PUT /api/tickets/:id/draft': { ...staff, ids: ['ticket'], sends: { comment: 'H', isInternal: true } },
  'PUT /api/tickets/:id/presence': { ...staff, ids: ['ticket'] },
  'DELETE /api/tickets/:id/presence': { ...staff, ids: ['ticket'], done: 204 },

  'GET /api/enquiries': staff,
  'GET /api/enquiries/:id': { ...staff, ids: ['enquiry'] },
  'PUT /api/enquiries/:id/read': { ...staff, ids: ['enquiry'], done: 204 },
  'PUT /api/enquiries/:id': [
    { ...staff, ids: ['enquiry'], sends: { isDone: true, version: 1 } },
    { ...staff, ids: ['enquiry'], ...toColleague, sends: { version: 1 } },
  ],
  'DELETE /api/enquiries/:id': { ...admin, ids: ['enquiry'], done: 204 },
  'POST /api/enquiries/:id/replies': { ...staff, ids: ['enquiry'], sends: { text: 'Hej' } },
  'POST /api/enquiries/:id/forwards': { ...staff, ids: ['enquiry'], sends: { to: 'lo@example.se' } },
  'PUT /api/enquiries/:id/presence': { ...staff, ids: ['enquiry'] },
  'DELETE /api/enquiries/:id/presence': { ...staff, ids: ['enquiry'], done: 204 },
  'GET /api/enquiries/:id/suggestions': { ...staff, ids: ['enquiry'] },
  'POST /api/enquiries/:id/ticket': [
    { ...staff, ids: ['enquiry'], sends: { ...aTicket, newCustomer: { name: 'Ny kund' } } },
    { ...staff, ids: ['enquiry'], ...ofCustomer, sends: aTicket },
    { ...staff, ids: ['enquiry'], ...toColleague, sends: { ...aTicket, customerId: 'own' } },
  ],

  'GET /api/portal/company': customer,
  'GET /api/portal/documents': customer,
  'GET /api/portal/promise': customer,
  'GET /api/portal/tickets': customer,
  'GET /api/portal/tickets/:id': { ...customer, ids: ['ticket'], ...ofColleague },
  'POST /api/portal/tickets': { ...customer, sends: aTicket },
  'GET /api/portal/tickets/:id/thread': { ...customer, ids: ['ticket'], ...ofColleague },
  'POST /api/portal/tickets/:id/comments': { ...customer, ids: ['ticket'], ...ofColleague, sends: { comment: 'Hej' } },
  'GET /api/portal/tickets/:id/draft': { ...customer, ids: ['ticket'], ...ofColleague },
  'PUT /api/portal/tickets/:id/draft': {
    ...customer,
    ids: ['ticket'],
    ...ofColleague,
    sends: { comment: 'H' },
  },

  'GET /api/live': staff,
  'GET /api/portal/live': customer,

  ...timeExpectations,

  'GET /api/clock': staff,
  'POST /api/clock': { ...staff, ...ofCustomer, sends: {} },
  'POST /api/clock/:id/stop': { ...staff, ids: ['clock'], ...ofAnother },
  'POST /api/clock/:id/resume': { ...staff, ids: ['clock'], ...ofAnother },
  'DELETE /api/clock/:id': { ...staff, ids: ['clock'], done: 204, ...ofAnother },

  'GET /api/archive': staff,
  'GET /api/archive/total': staff,
  'GET /api/archive/years': staff,
  'POST /api/archive/:id/reactivate': { ...staff, ids: ['reportedTime'] },

  'GET /api/reports': staff,
  'GET /api/reports/company': staff,
  'POST /api/reports': [
    { ...staff, sends: aReport },
    { ...staff, ...ofCustomer, sends: aReport },
  ],
  'GET /api/reports/:id': { ...staff, ids: ['report'] },
  'GET /api/reports/:id/rows': { ...staff, ids: ['report'] },
  'GET /api/reports/:id/csv': { ...staff, ids: ['report'] },
  'GET /api/reports/:id/pdf': { ...staff, ids: ['report'] },
  'POST /api/reports/:id/mark': { ...staff, ids: ['report'] },

  'GET /api/users': staff,
  'GET /api/users/names': staff,
  'GET /api/backup/status': admin,
  'PUT /api/backup/key-copy': { ...admin, done: 204 },

  'POST /api/users': { ...admin, sends: aUser },
  'PUT /api/users/:id': { ...admin, ids: ['user'], sends: { email: 'kim.ny@example.se', fullName: 'Kim Ny' } },
  'PUT /api/users/:id/role': { ...admin, ids: ['user'], sends: { role: 'admin' } },
  'POST /api/users/:id/link': { ...admin, ids: ['user'] },
  'PUT /api/users/:id/password': { ...admin, ids: ['user'], sends: aPassword },
  'POST /api/users/:id/reset-factors': { ...admin, ids: ['user'], done: 204 },
  'POST /api/users/:id/deactivate': { ...admin, ids: ['user'] },
  'POST /api/users/:id/reactivate': { ...admin, ids: ['user'] },

  // A success is tested in upload.system.test.ts: nothing is sent here.
  'POST /api/files': [
    { ...signedIn, query: '?name=bild.png', done: 422, but: { unlinked: 403 } },
    {
      for: 'signedIn',
      query: '?name=bild.png&use=logo',
      done: 422,
      but: { unlinked: 403, customer: 403, colleague: 403, otherCustomer: 403, technician: 403 },
    },
  ],
  'GET /api/files/usage': admin,
  'PUT /api/files/quota': { ...admin, sends: { gigabytes: 2 } },
  'GET /api/files/:id': [
    { ...signedIn, ids: ['file'], ...filesOfTickets },
    { ...signedIn, ids: ['internalFile'], ...filesOfStaff },
  ],
  'GET /api/files/:id/preview': [
    { ...signedIn, ids: ['picture'], ...filesOfTickets },
    { ...signedIn, ids: ['internalPicture'], ...filesOfStaff },
  ],
  // Only its sender may delete it, until it is attached.
  'DELETE /api/files/:id': {
    for: 'signedIn',
    ids: ['sentFile'],
    done: 204,
    but: {
      unlinked: { own: 404, sibling: 404 },
      customer: { sibling: 404 },
      otherCustomer: { sibling: 404 },
      colleague: { own: 404, sibling: 404 },
      technician: { own: 404, sibling: 404 },
      admin: { own: 404, sibling: 404 },
      otherAdmin: { own: 404, sibling: 404 },
    },
  },
  ...settingsExpectations,
}
