// Operations on one ticket, colleague, report and enquiry. Each pair of a list is run concurrently.
import { enquiries } from '#features/inbox/enquiries.contract.ts'
import { archive } from '#features/reports/archive.contract.ts'
import { reports } from '#features/reports/reports.contract.ts'
import { bulk } from '#features/tickets/bulk.contract.ts'
import { merging } from '#features/tickets/merging.contract.ts'
import { tickets } from '#features/tickets/tickets.contract.ts'
import { time } from '#features/time/time.contract.ts'
import { users } from '#features/users/users.contract.ts'
import { portal } from '#screens/portal/portal.contract.ts'
import type { Scene } from './company.ts'
import { archiveContact, nameContact } from './contact-operations.ts'
import { editCustomer, generate, generateAll, makeTicket, newTime, removeCustomer } from './customer-operations.ts'
import {
  address,
  admin,
  colleague,
  enquiryRow,
  type Operation,
  ofCustomer,
  ofEnquiry,
  ofTicket,
  password,
  portalUser,
  span,
  technician,
  texts,
  ticketRow,
} from './operation.ts'

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
  technician(
    'answer with time',
    (call, { ticketId }) =>
      call(tickets.comment, {
        params: { id: ticketId },
        body: { comment: 'Klart', isInternal: false, time: { minutes: 30 } },
      }),
    { adds: [ofTicket('ticket_comments'), ofTicket('time_entries')], audits: 'created time_entry' },
  ),
  portalUser(
    'comment in the portal',
    (call, { ticketId }) => call(portal.comment, { params: { id: ticketId }, body: { comment: 'Hur går det?' } }),
    { adds: [ofTicket('ticket_comments')], mayBump: true },
  ),
  technician(
    'merge another ticket into it',
    async (call, { id, ticketId }) => {
      const other = await call(tickets.create, { body: { ...texts, customerId: id } })
      return call(merging.merge, { params: { id: other.id }, body: { into: ticketId, version: other.version } })
    },
    { bumps: ticketRow },
  ),
  technician(
    'put in progress with others',
    (call, { ticketId }) =>
      call(bulk.change, { body: { tickets: [{ id: ticketId, version: 1 }], status: 'in_progress' } }),
    { mayBump: true },
  ),
  technician('draft', (call, { ticketId }) => call(tickets.saveDraft, { params: { id: ticketId }, body: draft })),
  portalUser('draft in the portal', (call, { ticketId }) =>
    call(portal.saveDraft, { params: { id: ticketId }, body: { comment: 'Jag skriver' } }),
  ),
  technician('renew presence', (call, { ticketId }) => call(tickets.renewPresence, { params: { id: ticketId } })),
  technician('end presence', (call, { ticketId }) => call(tickets.endPresence, { params: { id: ticketId } })),
  technician('read the thread', (call, { ticketId }) => call(tickets.thread, { params: { id: ticketId } })),
  technician('list tickets', (call) => call(tickets.list, { query: { search: 'wifi' } })),
  admin('close the colleague’s login', (call, scene) =>
    call(users.deactivate, { params: { id: scene.colleague.userId } }),
  ),
  ...[editCustomer, removeCustomer, nameContact, archiveContact],
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
  admin('reset the second factors', (call, scene) => call(users.resetFactors, { params: colleagueId(scene) })),
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
  technician('mark', (call, { reportId }) => call(reports.mark, { params: { id: reportId } })),
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
  technician('take a removal back', (call, { timeId }) => call(time.restore, { params: { id: timeId } }), {
    isUnlikely: true,
    audits: 'restored time_entry',
  }),
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
    'forward it',
    (call, { enquiryId }) => call(enquiries.forward, { params: { id: enquiryId }, body: { to: 'lo@example.se' } }),
    { adds: [ofEnquiry('enquiry_forwards')], audits: 'forwarded enquiry' },
  ),
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
