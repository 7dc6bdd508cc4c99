import { afterAll, beforeAll, expect, test } from 'vitest'
import { portal } from '#screens/portal/portal.contract.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { TicketScreen, tickets } from '../tickets.contract.ts'

let h: Harness
let technician: Person
let colleague: Person
let customer: { id: string; orgId: string }
let portalUser: Person

beforeAll(async () => {
  h = await startHarness()
  const orgId = (await h.anOrganization()).id
  technician = await h.aTechnician({ orgId, fullName: 'Tove Teknik' })
  colleague = await h.anAdmin({ orgId, fullName: 'Bo Ek' })
  customer = await h.aCustomer({ orgId })
  portalUser = await h.aPortalUser(customer)
})
afterAll(() => h.stop())

const open = () =>
  h.as(technician).call(tickets.create, { body: { title: 'WiFi', description: 'Nere', customerId: customer.id } })
const change = <B extends { version: number }>(id: string, body: B) =>
  h.as(technician).call(tickets.change, { params: { id }, body })
const thread = (id: string) => h.as(technician).call(tickets.thread, { params: { id } })
const comment = (id: string, body: { comment: string; isInternal?: boolean }) =>
  h.as(technician).call(tickets.comment, { params: { id }, body })

test('a ticket’s screen has the ticket and its thread, with every character as stored', async () => {
  const formerUser = await h.aPortalUser(customer)
  const { id } = await h
    .as(portalUser)
    .call(portal.create, { body: { title: 'Citat " och \\', description: 'Rad 1\nRad 2\t\u0001 🔥 </script>' } })
  await h.as(formerUser).call(portal.comment, { params: { id }, body: { comment: 'Jag slutar\u2028i dag' } })
  await comment(id, { comment: 'Internt "citat"', isInternal: true })
  await change(id, { assignedTo: colleague.userId, version: 1 })
  await change(id, { status: 'resolved', version: 2 })
  await change(id, { assignedTo: '', version: 3 })
  await h.as(portalUser).call(portal.comment, { params: { id }, body: { comment: 'Det är borta igen' } })
  await h.test.superuser.query('delete from customer_users where user_id = $1', [formerUser.userId])
  const { call } = h.as(technician)
  const [shown, ticket, entries] = [
    await call(tickets.screen, { params: { id } }),
    await call(tickets.get, { params: { id } }),
    await thread(id),
  ]
  expect(shown).toEqual({
    ticket,
    contact: shown.contact,
    billing: null,
    visits: [],
    equipment: [],
    files: [],
    mailId: null,
    remindOn: null,
    thread: entries,
    time: { rows: 0, minutes: 0 },
    expenses: { rows: 0, ore: 0, unpriced: 0, hundredthsOfKm: 0 },
    merged: [],
    related: [],
  })
  expect(TicketScreen.parse(shown)).toEqual(shown)
  expect(ticket).toMatchObject({
    title: 'Citat " och \\',
    createdBy: { fullName: portalUser.email },
    resolvedAt: expect.any(String),
  })
  expect(entries).toMatchObject([
    {
      kind: 'comment',
      comment: 'Jag slutar\u2028i dag',
      author: { fullName: 'Tidigare användare' },
      byCustomer: true,
    },
    { kind: 'comment', comment: 'Internt "citat"', isInternal: true, byCustomer: false },
    { kind: 'change', field: 'assignee', before: null, after: 'Bo Ek', author: { fullName: 'Tove Teknik' } },
    { kind: 'change', field: 'status', before: 'open', after: 'resolved' },
    { kind: 'change', field: 'assignee', before: 'Bo Ek', after: null },
    { kind: 'comment', comment: 'Det är borta igen', author: { fullName: portalUser.email } },
    { kind: 'change', field: 'status', before: 'resolved', after: 'open', byComment: true },
  ])
})

test('fields changed at once are in the order of the dialog: status, priority, assignee', async () => {
  const { id } = await open()
  await change(id, { assignedTo: colleague.userId, priority: 'high', status: 'in_progress', version: 1 })
  expect((await thread(id)).map((entry) => entry.kind === 'change' && entry.field)).toEqual([
    'status',
    'priority',
    'assignee',
  ])
})

test('a ticket without a creator or a comment has neither', async () => {
  const { id } = await open()
  await h.test.superuser.query('update tickets set created_by = null where id = $1', [id])
  const shown = await h.as(technician).call(tickets.screen, { params: { id } })
  expect(shown).toMatchObject({ ticket: { createdBy: null, assignee: null, enquiryId: null }, thread: [] })
})
