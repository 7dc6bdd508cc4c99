// The endpoints of Inställningar and of the own sessions.
import { someFacts } from './bodies.ts'
import type { Line } from './expected-line.ts'

const staff = { for: 'staff' } as const
const admin = { for: 'admin' } as const
const signedIn = { for: 'signedIn' } as const
const noSession = { sibling: 404 } as const
const sessionOfAnother = {
  unlinked: noSession,
  customer: noSession,
  colleague: noSession,
  otherCustomer: noSession,
  technician: noSession,
  admin: noSession,
  otherAdmin: noSession,
}

export const settingsExpectations: Record<string, Line> = {
  'GET /api/settings/organization': staff,
  'PUT /api/settings/organization': { ...admin, sends: { name: 'Nytt namn', version: 1 } },
  'GET /api/settings/facts': staff,
  'GET /api/settings/hours': staff,
  'PUT /api/settings/facts': {
    ...admin,
    sends: { ...someFacts, version: 1 },
  },
  'GET /api/settings/brand': staff,
  'PUT /api/settings/colors': { ...admin, sends: { mainColor: '#12493d', accentColor: null } },
  // A success is tested in brand.system.test.ts: there is no file here.
  'PUT /api/settings/pictures': {
    ...admin,
    query: '?place=logo',
    sends: { fileId: '0190d0c0-0000-7000-8000-000000000000' },
    done: 422,
  },
  'DELETE /api/settings/pictures': { ...admin, query: '?place=logo' },
  'GET /api/first-hour': admin,
  'POST /api/first-hour/hidden': { ...admin, done: 204 },
  'GET /api/settings/security': admin,
  // The version of another change.
  'PUT /api/settings/security': {
    ...admin,
    sends: { factorRequiredFrom: null, vaultProofHours: 8, version: 0 },
    done: 409,
  },
  'GET /api/settings/sign-ins': admin,
  'GET /api/settings/mail': admin,
  'POST /api/settings/mail/:id/link': { ...admin, ids: ['mail'] },
  'POST /api/settings/test-mail': admin,
  'GET /api/settings/sessions': signedIn,
  // Sessions are visible only to their user, also within the organization.
  'DELETE /api/settings/sessions/:id': {
    for: 'signedIn',
    ids: ['session'],
    done: 204,
    but: sessionOfAnother,
  },
  'DELETE /api/settings/sessions': signedIn,
}
