// What people do to one customer, ticket, colleague, report and enquiry. Each pair of a list is tried at the same moment.
import { archive } from '#archive/archive.contract.ts'
import { credentials } from '#credentials/credentials.contract.ts'
import { customers } from '#customers/customers.contract.ts'
import { customerImport } from '#customers/import.contract.ts'
import { logins } from '#customers/logins.contract.ts'
import { uuidv7 } from '#db/uuid.ts'
import { enquiries } from '#enquiries/enquiries.contract.ts'
import type { Call } from '#lib/web/call.ts'
import { portal } from '#portal/portal.contract.ts'
import { reports } from '#reports/reports.contract.ts'
import { tickets } from '#tickets/tickets.contract.ts'
import { time } from '#time/time.contract.ts'
import { users } from '#users/users.contract.ts'
import type { Person } from '../harness.ts'
import { type Scene, today } from './scene.ts'

/** Where a success leaves one more row, by the column that names the subject. */
export type Added = { table: string; column: string; of: (scene: Scene) => string }

export type Operation = {
  name: string
  by: (scene: Scene) => Person
  does: (call: Call, scene: Scene) => Promise<unknown>
  adds?: Added[]
  /** A success raises the version of this row by one. */
  bumps?: Added
  /** A success may raise it, by what it finds. */
  mayBump?: true
  /** Succeeds only right after the other operation of some pair, or never. */
  isUnlikely?: true
  /** What the audit log says of a success. */
  audits?: string
}

type Facts = Pick<Operation, 'adds' | 'bumps' | 'mayBump' | 'isUnlikely' | 'audits'>
const by =
  (who: (scene: Scene) => Person) =>
  (name: string, does: Operation['does'], facts: Facts = {}): Operation => ({ name, by: who, does, ...facts })
const admin = by((scene) => scene.admin)
const technician = by((scene) => scene.technician)
const portalUser = by((scene) => scene.portalUser)
const colleague = by((scene) => scene.colleague)

const texts = { title: 'WiFi nere', description: 'Ingen kontakt' }
const password = 'sommar-i-uppsala-17'
const address = () => `${uuidv7()}@example.se`
const ofCustomer = (table: string): Added => ({ table, column: 'customer_id', of: ({ id }) => id })
const ofTicket = (table: string): Added => ({ table, column: 'ticket_id', of: ({ ticketId }) => ticketId })
const ofEnquiry = (table: string): Added => ({ table, column: 'enquiry_id', of: ({ enquiryId }) => enquiryId })
const row = (table: string, of: Added['of']): Added => ({ table, column: 'id', of })
const timeRow = row('time_entries', ({ timeId }) => timeId)
const ticketRow = row('tickets', ({ ticketId }) => ticketId)
const enquiryRow = row('enquiries', ({ enquiryId }) => enquiryId)

const month = { from: today, to: today }
const span = { workDate: today, timeFrom: '10:00', timeTo: '11:30' }

const editCustomer = technician(
  'edit the customer',
  (call, { id }) => call(customers.change, { params: { id }, body: { name: 'Nytt namn AB', version: 1 } }),
  { bumps: row('customers', ({ id }) => id), audits: 'changed customer' },
)
const removeCustomer = admin('remove the customer', (call, { id }) => call(customers.remove, { params: { id } }))
const restoreCustomer = admin('restore the customer', (call, { id }) => call(customers.restore, { params: { id } }), {
  audits: 'restored customer',
})
const invite = technician(
  'invite',
  (call, { id }) => call(logins.invite, { params: { id }, body: { email: address(), password } }),
  { adds: [ofCustomer('customer_users')], audits: 'invited login' },
)
const newTicket = technician(
  'new ticket',
  (call, { id }) => call(tickets.create, { body: { ...texts, customerId: id } }),
  { adds: [ofCustomer('tickets')] },
)
const newTime = technician('new time row', (call, { id }) => call(time.create, { body: { ...span, customerId: id } }), {
  adds: [ofCustomer('time_entries')],
  audits: 'created time_entry',
})
const moveTime = technician(
  'move a time row to the customer',
  (call, { id, timeId }) =>
    call(time.change, { params: { id: timeId }, body: { ...span, customerId: id, version: 1 } }),
  { adds: [ofCustomer('time_entries')], bumps: timeRow, audits: 'changed time_entry' },
)
const generate = technician(
  'generate a report',
  (call, { id }) => call(reports.generate, { body: { customerId: id, ...month } }),
  { adds: [ofCustomer('reports')] },
)
const generateAll = technician('generate a report of all', (call) =>
  call(reports.generate, { body: { customerId: '', ...month } }),
)
const saveVault = (version: number) =>
  technician(
    'save technical information',
    (call, { id }) => call(credentials.save, { params: { id }, body: { text: `Kod ${uuidv7()}`, version } }),
    { adds: [ofCustomer('customer_credentials')], audits: 'changed credentials' },
  )
const readVault = technician('read technical information', (call, { id }) => call(credentials.read, { params: { id } }))
const makeTicket = technician(
  'make a ticket of the enquiry',
  (call, { id, enquiryId }) =>
    call(enquiries.makeTicket, { params: { id: enquiryId }, body: { ...texts, customerId: id } }),
  { adds: [ofCustomer('tickets'), ofEnquiry('tickets')], bumps: enquiryRow, audits: 'made_ticket enquiry' },
)
const importAlike = technician(
  'import customers of that name',
  (call) => call(customerImport.create, { body: { rows: [{ name: 'Kund AB' }, { name: 'Ny kund AB' }] } }),
  { audits: 'imported customer' },
)
const login = ({ id, portalUser: { userId } }: Scene) => ({ id, userId })

export const customerOperations: Operation[] = [
  ...[editCustomer, removeCustomer, restoreCustomer, invite, newTicket, newTime, moveTime, generate, generateAll],
  ...[saveVault(0), readVault, makeTicket, importAlike],
  technician('look at the customer', (call, { id }) => call(customers.get, { params: { id } })),
  technician('list the logins', (call, { id }) => call(logins.list, { params: { id } })),
  technician('export the customers', (call) => call(customers.exportFile, { query: {} })),
]

export const busyCustomerOperations: Operation[] = [
  ...[editCustomer, removeCustomer, restoreCustomer, invite, newTicket, newTime, generate, saveVault(1), readVault],
  technician('revoke the login', (call, scene) => call(logins.revoke, { params: login(scene) })),
  technician('reopen the login', (call, scene) => call(logins.reopen, { params: login(scene) })),
  technician('send a new link', (call, scene) => call(logins.newLink, { params: login(scene) })),
  admin('set the login’s password', (call, scene) =>
    call(logins.setPassword, { params: login(scene), body: { password } }),
  ),
  technician(
    'restore technical information',
    (call, { id }) => call(credentials.restore, { params: { id }, body: { version: 1, basedOn: 1 } }),
    { adds: [ofCustomer('customer_credentials')], audits: 'restored credentials' },
  ),
  portalUser('new ticket in the portal', (call) => call(portal.create, { body: texts }), {
    adds: [ofCustomer('tickets')],
  }),
  portalUser('comment in the portal', (call, { ticketId }) =>
    call(portal.comment, { params: { id: ticketId }, body: { comment: 'Hur går det?' } }),
  ),
  portalUser('list tickets in the portal', (call) => call(portal.list, { query: {} })),
]

const changeTicket = (name: string, body: object) =>
  technician(
    name,
    (call, { ticketId }) => call(tickets.change, { params: { id: ticketId }, body: { ...body, version: 1 } }),
    { bumps: ticketRow },
  )
const comment = (name: string, isInternal: boolean) =>
  technician(
    name,
    (call, { ticketId }) =>
      call(tickets.comment, { params: { id: ticketId }, body: { comment: 'Vi tittar', isInternal } }),
    { adds: [ofTicket('ticket_comments')] },
  )
const draft = { comment: 'Jag skriver', isInternal: false }

export const ticketOperations: Operation[] = [
  ...[changeTicket('put in progress', { status: 'in_progress' }), changeTicket('close', { status: 'closed' })],
  changeTicket('raise the priority', { priority: 'urgent' }),
  technician(
    'manage all of it',
    (call, { ticketId, technician: { userId } }) =>
      call(tickets.change, {
        params: { id: ticketId },
        body: { status: 'resolved', priority: 'low', assignedTo: userId, version: 1 },
      }),
    { bumps: ticketRow },
  ),
  admin(
    'assign the colleague',
    (call, { ticketId, colleague: { userId } }) =>
      call(tickets.change, { params: { id: ticketId }, body: { assignedTo: userId, version: 1 } }),
    { bumps: ticketRow },
  ),
  ...[comment('comment', false), comment('comment internally', true)],
  portalUser(
    'comment in the portal',
    (call, { ticketId }) => call(portal.comment, { params: { id: ticketId }, body: { comment: 'Hur går det?' } }),
    { adds: [ofTicket('ticket_comments')], mayBump: true },
  ),
  technician('draft', (call, { ticketId }) => call(tickets.saveDraft, { params: { id: ticketId }, body: draft })),
  portalUser('draft in the portal', (call, { ticketId }) =>
    call(portal.saveDraft, { params: { id: ticketId }, body: { comment: 'Jag skriver' } }),
  ),
  technician('look', (call, { ticketId }) => call(tickets.look, { params: { id: ticketId } })),
  technician('look away', (call, { ticketId }) => call(tickets.lookAway, { params: { id: ticketId } })),
  technician('read the thread', (call, { ticketId }) => call(tickets.thread, { params: { id: ticketId } })),
  technician('list tickets', (call) => call(tickets.list, { query: { search: 'wifi' } })),
  admin('close the colleague’s login', (call, scene) =>
    call(users.deactivate, { params: { id: scene.colleague.userId } }),
  ),
  ...[editCustomer, removeCustomer],
]

const colleagueId = ({ colleague: { userId } }: Scene) => ({ id: userId })

export const userOperations: Operation[] = [
  admin('rename', (call, scene) =>
    call(users.change, { params: colleagueId(scene), body: { email: scene.colleague.email, fullName: 'Nytt Namn' } }),
  ),
  admin('change the address', (call, scene) =>
    call(users.change, { params: colleagueId(scene), body: { email: address(), fullName: 'Test Person' } }),
  ),
  admin('make administrator', (call, scene) =>
    call(users.changeRole, { params: colleagueId(scene), body: { role: 'admin' } }),
  ),
  admin('make technician', (call, scene) =>
    call(users.changeRole, { params: colleagueId(scene), body: { role: 'technician' } }),
  ),
  admin('set the password', (call, scene) =>
    call(users.setPassword, { params: colleagueId(scene), body: { password, mustChange: false } }),
  ),
  admin('close the login', (call, scene) => call(users.deactivate, { params: colleagueId(scene) })),
  admin('open the login', (call, scene) => call(users.reactivate, { params: colleagueId(scene) })),
  admin('list users', (call) => call(users.list, {})),
  admin(
    'log time for them',
    (call, { id, colleague: { userId } }) => call(time.create, { body: { ...span, customerId: id, userId } }),
    { adds: [ofCustomer('time_entries')], audits: 'created time_entry' },
  ),
  admin(
    'assign a ticket to them',
    (call, { ticketId, colleague: { userId } }) =>
      call(tickets.change, { params: { id: ticketId }, body: { assignedTo: userId, version: 1 } }),
    { bumps: ticketRow },
  ),
  admin(
    'assign an enquiry to them',
    (call, { enquiryId, colleague: { userId } }) =>
      call(enquiries.change, { params: { id: enquiryId }, body: { assignedTo: userId, version: 1 } }),
    { bumps: enquiryRow, audits: 'changed enquiry' },
  ),
  colleague('log their time', (call, { id }) => call(time.create, { body: { ...span, customerId: id } }), {
    adds: [ofCustomer('time_entries')],
    audits: 'created time_entry',
  }),
  colleague('open a ticket', (call, { id }) => call(tickets.create, { body: { ...texts, customerId: id } }), {
    adds: [ofCustomer('tickets')],
  }),
  colleague(
    'make themselves administrator',
    (call, scene) => call(users.changeRole, { params: colleagueId(scene), body: { role: 'admin' } }),
    { isUnlikely: true },
  ),
]

export const reportOperations: Operation[] = [
  technician('mark', (call, { reportId }) => call(reports.mark, { params: { id: reportId } }), {
    audits: 'marked report',
  }),
  technician('look at the report', (call, { reportId }) => call(reports.get, { params: { id: reportId } })),
  technician('read its rows', (call, { reportId }) => call(reports.rows, { params: { id: reportId }, query: {} })),
  technician('download it', (call, { reportId }) => call(reports.csv, { params: { id: reportId } })),
  technician('re-activate a row', (call, { timeId }) => call(archive.reactivate, { params: { id: timeId } }), {
    audits: 'reactivated time_entry',
  }),
  technician(
    'change a row',
    (call, { id, timeId }) =>
      call(time.change, { params: { id: timeId }, body: { ...span, customerId: id, version: 1 } }),
    { audits: 'changed time_entry' },
  ),
  technician('remove a row', (call, { timeId }) => call(time.remove, { params: { id: timeId } }), {
    audits: 'deleted time_entry',
  }),
  technician('take a removal back', (call, { timeId }) => call(time.restore, { params: { id: timeId } })),
  ...[generate, generateAll, newTime, editCustomer, removeCustomer],
]

const changeEnquiry = (name: string, body: object) =>
  technician(
    name,
    (call, { enquiryId }) => call(enquiries.change, { params: { id: enquiryId }, body: { ...body, version: 1 } }),
    { bumps: enquiryRow, audits: 'changed enquiry' },
  )

export const enquiryOperations: Operation[] = [
  ...[changeEnquiry('mark done', { isDone: true }), makeTicket],
  technician(
    'assign the technician',
    (call, { enquiryId, technician: { userId } }) =>
      call(enquiries.change, { params: { id: enquiryId }, body: { assignedTo: userId, version: 1 } }),
    { bumps: enquiryRow, audits: 'changed enquiry' },
  ),
  technician('read it', (call, { enquiryId }) => call(enquiries.read, { params: { id: enquiryId } })),
  technician(
    'answer',
    (call, { enquiryId }) => call(enquiries.reply, { params: { id: enquiryId }, body: { text: 'Vi hör av oss' } }),
    { adds: [ofEnquiry('enquiry_replies')], audits: 'answered enquiry' },
  ),
  technician(
    'make a ticket and a customer of it',
    (call, { enquiryId }) =>
      call(enquiries.makeTicket, { params: { id: enquiryId }, body: { ...texts, newCustomer: { name: 'Ny AB' } } }),
    { adds: [ofEnquiry('tickets')], bumps: enquiryRow, audits: 'made_ticket enquiry' },
  ),
  admin('remove it', (call, { enquiryId }) => call(enquiries.remove, { params: { id: enquiryId } }), {
    audits: 'deleted enquiry',
  }),
  technician('look at it', (call, { enquiryId }) => call(enquiries.get, { params: { id: enquiryId } })),
  technician('look for its customer', (call, { enquiryId }) =>
    call(enquiries.suggestions, { params: { id: enquiryId } }),
  ),
  technician('list enquiries', (call) => call(enquiries.list, { query: { search: 'nät' } })),
  removeCustomer,
]
