// Operations on the contacts of one customer, and on the login of one contact. Each pair of the list is run
// concurrently.
import { contacts } from '#features/customers/contacts.contract.ts'
import { logins } from '#features/customers/logins.contract.ts'
import { tickets } from '#features/tickets/tickets.contract.ts'
import type { Scene } from './company.ts'
import { address, type Operation, ofCustomer, password, row, technician, ticketRow } from './operation.ts'

const typed = { name: 'Kim Lund', title: null, phone: null, mobile: null, email: null, note: null }
const ofContact = ({ id, contactId }: Scene) => ({ id, contactId })
const ofLogin = ({ id, portalUser: { userId } }: Scene) => ({ id, userId })
const contactRow = row('contacts', ({ contactId }) => contactId)
const loginRow = { table: 'customer_users', column: 'user_id', of: ({ portalUser }: Scene) => portalUser.userId }

export const addContact = technician(
  'add a contact',
  (call, { id }) => call(contacts.create, { params: { id }, body: typed }),
  { adds: [ofCustomer('contacts')], audits: 'created contact' },
)
export const listContacts = technician('list the contacts', (call, { id }) => call(contacts.list, { params: { id } }))
export const archiveContact = technician(
  'archive the contact',
  (call, scene) => call(contacts.archive, { params: ofContact(scene) }),
  { bumps: contactRow },
)
export const nameContact = technician(
  'name the contact as reporter and for copies',
  (call, { ticketId, contactId }) =>
    call(tickets.change, {
      params: { id: ticketId },
      body: { reportedBy: contactId, copies: [contactId], version: 1 },
    }),
  { bumps: ticketRow },
)

export const contactOperations: Operation[] = [
  ...[addContact, listContacts, archiveContact, nameContact],
  technician(
    'change the contact',
    (call, scene) => call(contacts.change, { params: ofContact(scene), body: { ...typed, title: 'VD', version: 1 } }),
    { bumps: contactRow, audits: 'changed contact' },
  ),
  technician('restore the contact', (call, scene) => call(contacts.restore, { params: ofContact(scene) }), {
    bumps: contactRow,
    isUnlikely: true,
  }),
  technician(
    'invite the contact',
    (call, { id, contactId }) =>
      call(logins.invite, { params: { id }, body: { email: address(), password, contactId } }),
    { adds: [ofCustomer('customer_users')], audits: 'invited login' },
  ),
  technician(
    'change the rights of the login',
    (call, scene) =>
      call(logins.changeRights, {
        params: ofLogin(scene),
        body: { seesCompany: false, mayApprove: true, getsCompanyMail: false, version: 1 },
      }),
    { bumps: loginRow, audits: 'rights_changed login' },
  ),
  technician('revoke the login', (call, scene) => call(logins.revoke, { params: ofLogin(scene) })),
  technician('reopen the login', (call, scene) => call(logins.reopen, { params: ofLogin(scene) })),
  technician(
    'archive the login’s contact',
    (call, { id, loginContactId }) => call(contacts.archive, { params: { id, contactId: loginContactId } }),
    { isUnlikely: true },
  ),
]
