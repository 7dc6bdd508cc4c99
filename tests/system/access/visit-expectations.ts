// The expected status of the endpoints of planned visits (expectations.ts).
import { aVisit } from './bodies.ts'
import type { Line } from './expected-line.ts'

const staff = { for: 'staff' } as const
const none = { own: 404, sibling: 404 } as const
const ofOwnCustomer = { sibling: 404 } as const

export const visitExpectations: Record<string, Line> = {
  'GET /api/visits': { ...staff, query: `?from=${aVisit.date}&days=7` },
  'POST /api/tickets/:id/visits': { ...staff, ids: ['ticket'], names: ['userId', 'user'], sends: aVisit },
  'PUT /api/visits/:id': { ...staff, ids: ['visit'], names: ['userId', 'user'], sends: { ...aVisit, version: 1 } },
  'PUT /api/visits/:id/cancelled': { ...staff, ids: ['visit'], sends: { version: 1 } },
  // Those who see the ticket.
  'GET /api/visits/:id/calendar': {
    for: 'signedIn',
    ids: ['visit'],
    but: { unlinked: none, colleague: none, customer: ofOwnCustomer, otherCustomer: ofOwnCustomer },
  },
}
