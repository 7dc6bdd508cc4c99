// The expected status of the endpoints of time, travel and material, as in expectations.ts.
import { aSpan, aTrip } from './bodies.ts'
import type { Line } from './expected-line.ts'
import { visitExpectations } from './visit-expectations.ts'

const staff = { for: 'staff' } as const
const ofCustomer = { names: ['customerId', 'customer'] } as const
/** A technician may not change another technician's rows. */
const ownTimeOnly = { but: { technician: { sibling: 403 } } } as const

export const timeExpectations: Record<string, Line | readonly Line[]> = {
  ...visitExpectations,
  'GET /api/time': staff,
  'POST /api/time': [
    { ...staff, ...ofCustomer, sends: aSpan },
    {
      for: 'staff',
      names: ['userId', 'user'],
      sends: { ...aSpan, customerId: 'own' },
      // Only administrators may log time for another user.
      but: { technician: { own: 403, sibling: 403, foreign: 403, random: 403 } },
    },
  ],
  'PUT /api/time/:id': [
    { ...staff, ids: ['time'], sends: { ...aSpan, customerId: 'own', version: 1 }, ...ownTimeOnly },
    { ...staff, ids: ['time'], ...ofCustomer, sends: { ...aSpan, version: 1 } },
  ],
  'GET /api/time/week': { ...staff, query: '?date=2026-11-20' },
  'GET /api/time/until-now': { ...staff, query: '?minutes=30' },
  'POST /api/time/cells': { ...staff, ...ofCustomer, sends: { workDate: '2026-11-20', minutes: 60 } },
  'PUT /api/time/:id/length': { ...staff, ids: ['time'], ...ownTimeOnly, sends: { minutes: 30, version: 1 } },
  'DELETE /api/time/:id': { ...staff, ids: ['time'], ...ownTimeOnly },
  'POST /api/time/:id/restore': { ...staff, ids: ['removedTime'], ...ownTimeOnly },

  'GET /api/expenses': staff,
  'GET /api/expenses/articles': staff,
  'POST /api/expenses': [
    { ...staff, ...ofCustomer, sends: aTrip },
    {
      for: 'staff',
      names: ['userId', 'user'],
      sends: { ...aTrip, customerId: 'own' },
      // Only administrators may enter for another user.
      but: { technician: { own: 403, sibling: 403, foreign: 403, random: 403 } },
    },
  ],
  'PUT /api/expenses/:id': [
    { ...staff, ids: ['expense'], sends: { ...aTrip, customerId: 'own', version: 1 }, ...ownTimeOnly },
    { ...staff, ids: ['expense'], ...ofCustomer, sends: { ...aTrip, version: 1 } },
  ],
  'DELETE /api/expenses/:id': { ...staff, ids: ['expense'], ...ownTimeOnly },
  'POST /api/expenses/:id/restore': { ...staff, ids: ['removedExpense'], ...ownTimeOnly },
}
