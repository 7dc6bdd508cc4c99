// The expected status of the endpoints of mailboxes, as in expectations.ts.
import { aMailbox, aMailServer } from './bodies.ts'
import type { Line } from './expected-line.ts'

const admin = { for: 'admin' } as const
const staff = { for: 'staff' } as const
const ofCustomer = { names: ['customerId', 'customer'] } as const

export const mailboxExpectations: Record<string, Line | readonly Line[]> = {
  'GET /api/enquiries/:id/mail': { ...staff, ids: ['mailInInbox'] },
  'POST /api/enquiries/:id/acceptance': { ...staff, ids: ['mailInInbox'] },
  'POST /api/enquiries/:id/contact': { ...staff, ids: ['anonymousMail'], ...ofCustomer, sends: {} },
  'POST /api/enquiries/:id/rule': [
    { ...staff, ids: ['anonymousMail'], sends: { rule: 'inbox' } },
    { ...staff, ids: ['anonymousMail'], ...ofCustomer, sends: { rule: 'ticket' } },
  ],
  'GET /api/sender-rules': staff,
  'DELETE /api/sender-rules/:id': { ...staff, ids: ['senderRule'], done: 204 },
  'GET /api/mailboxes': admin,
  'POST /api/mailboxes': { ...admin, sends: aMailbox },
  'PUT /api/mailboxes/:id': {
    ...admin,
    ids: ['mailbox'],
    sends: { ...aMailbox, address: 'bytt@nordnat.example', version: 1 },
  },
  'DELETE /api/mailboxes/:id': { ...admin, ids: ['mailbox'], done: 204 },
  'GET /api/mail-messages/:id': { ...staff, ids: ['mailMessage'] },
  'POST /api/mail-messages/:id/copies': {
    ...staff,
    ids: ['mailMessage'],
    sends: { address: 'ny@okand.example' },
    done: 404,
  },
  'GET /api/mail-messages/:id/original': { ...staff, ids: ['mailMessage'] },
  'GET /api/settings/mail-server': admin,
  'PUT /api/settings/mail-server': { ...admin, sends: { ...aMailServer, version: 1 }, done: 422 },
  'POST /api/settings/mail-server/trial': { ...admin, sends: aMailServer, done: 422 },
  'DELETE /api/settings/mail-server': { ...admin, done: 204 },
  'POST /api/mailboxes/:id/trial': { ...admin, ids: ['mailbox'] },
}
