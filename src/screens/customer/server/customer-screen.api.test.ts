import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contacts, type NewContact } from '#features/customers/contacts.contract.ts'
import { customers } from '#features/customers/customers.contract.ts'
import { logins } from '#features/customers/logins.contract.ts'
import { customerTickets, SHOWN_TICKETS_MAX } from '#features/tickets/customer-tickets.contract.ts'
import { type NewTicket, tickets } from '#features/tickets/tickets.contract.ts'
import { time } from '#features/time/time.contract.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { CustomerScreen, customerScreen } from '../customer-screen.contract.ts'

let h: Harness
let technician: Person
let outsider: Person

beforeAll(async () => {
  h = await startHarness()
  technician = await h.aTechnician({ orgId: (await h.anOrganization()).id, fullName: 'Tove "T" \\ Teknik' })
  outsider = await h.anAdmin({ orgId: (await h.anOrganization('Annan AB')).id })
})
afterAll(() => h.stop())

const noDetails = { title: null, phone: null, mobile: null, email: null, note: null }
const screenOf = (id: string, person = technician) => h.as(person).call(customerScreen.get, { params: { id } })

async function aCustomerWith(entries: number) {
  const { call } = h.as(technician)
  const { id } = await call(customers.create, {
    body: { name: 'Bröd & "Bulle"', email: 'info@bulle.se', notes: 'Rad 1\nRad 2\t\u2028 </script> 😀' },
  })
  await h.test.superuser.query(
    `insert into time_entries (org_id, id, user_id, customer_id, work_date, time_from, time_to, description, notes, created_by)
     select $1, gen_random_uuid(), $2, $3, '2026-01-01'::date + n, '08:05', '09:00', E'Bytte "kabel"\nrad 2', null, $2
     from generate_series(1, $4::int) n`,
    [technician.orgId, technician.userId, id, entries],
  )
  return id
}

const aTicket = async (customerId: string, fields: Partial<NewTicket> = {}) =>
  (
    await h.as(technician).call(tickets.create, {
      body: { title: 'Skrivaren "HP" \\ står', description: 'Rad 1\nRad 2', customerId, ...fields },
    })
  ).id
const ticketsOf = (id: string, after?: string) =>
  h.as(technician).call(customerTickets.list, { params: { id }, query: after ? { after } : {} })

test('the customer’s screen has its logins, unresolved tickets and first page of time, unaltered', async () => {
  const id = await aCustomerWith(51)
  await aTicket(id, { assignedTo: technician.userId })
  const [first, second] = [
    await h.aPortalUser({ id, orgId: technician.orgId ?? '' }),
    await h.aPortalUser({ id, orgId: technician.orgId ?? '' }),
  ]
  const { call } = h.as(technician)
  await call(logins.revoke, { params: { id, userId: second.userId } })
  const shown = await screenOf(id)
  expect(shown).toEqual({
    customer: await call(customers.get, { params: { id } }),
    contacts: {
      rows: [expect.objectContaining({ email: first.email }), expect.objectContaining({ email: second.email })],
      total: 2,
    },
    logins: await call(logins.list, { params: { id } }),
    unresolved: { rows: (await ticketsOf(id)).rows, total: 1 },
    expiring: [],
    agreement: null,
    answers: { kept: 0, missed: 0, medianMinutes: null },
    hours: [],
    equipmentCount: 0,
    documentCount: 0,
    time: await call(time.list, { query: { customerId: id, reported: 'true' } }),
  })
  expect(CustomerScreen.parse(shown)).toEqual(shown)
  expect(shown.logins).toMatchObject([
    { id: first.userId, isRevoked: false },
    { id: second.userId, isRevoked: true },
  ])
  expect(shown.time).toMatchObject({ total: { rows: 51, minutes: 51 * 55 }, next: expect.any(String) })
  expect(shown.time.rows).toHaveLength(50)
  const { rows } = await call(time.list, { query: { customerId: id, reported: 'true', after: shown.time.next ?? '' } })
  expect(rows).toMatchObject([{ workDate: '2026-01-02', timeFrom: '08:05', description: 'Bytte "kabel"\nrad 2' }])
})

test('contacts to call: those with a number first, the latest to report a ticket first, none archived', async () => {
  const id = await aCustomerWith(0)
  const { call } = h.as(technician)
  const add = (name: string, rest: Partial<NewContact>) =>
    call(contacts.create, { params: { id }, body: { ...noDetails, name, ...rest } })
  const gone = await add('Gustav Gran', { mobile: '070-123 45 67' })
  await call(contacts.archive, { params: { id, contactId: gone.id } })
  const [asta, birk] = [
    await add('Asta "A" \\ Ek', { email: 'asta@bulle.se' }),
    await add('Birk', { phone: '018-12 34 56' }),
  ]
  const [cleo, disa] = [await add('Cleo', { mobile: '070-1', title: 'VD' }), await add('Disa', { phone: '08-1' })]
  await aTicket(id, { reportedBy: cleo.id })
  await aTicket(id, { reportedBy: disa.id })
  await aTicket(id, { reportedBy: asta.id })
  await add('Eskil', {})
  const shown = await screenOf(id)
  expect(CustomerScreen.parse(shown)).toEqual(shown)
  expect(shown.contacts.rows.map((one) => one.name)).toEqual(['Disa', 'Cleo', 'Birk', 'Asta "A" \\ Ek'])
  expect(shown.contacts.rows[1]).toEqual({
    id: cleo.id,
    name: 'Cleo',
    title: 'VD',
    phone: null,
    mobile: '070-1',
    email: null,
  })
  expect(shown.contacts.rows[2]).toMatchObject({ id: birk.id, phone: '018-12 34 56' })
  expect(shown.contacts).toHaveProperty('total', 5)
})

test('a customer without contacts, logins, tickets and time gets empty lists', async () => {
  const id = await aCustomerWith(0)
  expect(await ticketsOf(id)).toEqual({ rows: [], next: null })
  expect(await screenOf(id)).toMatchObject({
    contacts: { rows: [], total: 0 },
    logins: [],
    unresolved: { rows: [], total: 0 },
    time: { rows: [], next: null, total: { rows: 0, minutes: 0 } },
  })
})

test('only the customer’s tickets are listed, open ones first, the newest first of each status', async () => {
  const id = await aCustomerWith(0)
  await aTicket(await aCustomerWith(0))
  const closed = await aTicket(id, { status: 'closed' })
  const older = await aTicket(id)
  const taken = await aTicket(id, { status: 'in_progress' })
  const resolved = await aTicket(id, { status: 'resolved' })
  const newer = await aTicket(id)
  expect((await ticketsOf(id)).rows.map((ticket) => ticket.id)).toEqual([newer, older, taken, resolved, closed])
  const { unresolved } = await screenOf(id)
  expect(unresolved.rows.map((ticket) => ticket.id)).toEqual([newer, older, taken])
  expect(unresolved.total).toBe(3)
})

test('tickets are paged, and the screen shows the first and the count of all unresolved ones', async () => {
  const id = await aCustomerWith(0)
  await h.test.superuser.query(
    `insert into tickets (org_id, id, ticket_number, customer_id, title, description, status)
     select $1, gen_random_uuid(), 5000 + n, $2, 'Ärende ' || n, 'Text', case when n <= 10 then 'closed' else 'open' end
     from generate_series(1, 60) n`,
    [technician.orgId, id],
  )
  const first = await ticketsOf(id)
  const second = await ticketsOf(id, first.next ?? '')
  expect(new Set([...first.rows, ...second.rows].map((ticket) => ticket.id)).size).toBe(60)
  expect(first.rows.every(({ status }) => status === 'open')).toBe(true)
  expect(second).toMatchObject({ rows: Array.from({ length: 10 }, () => ({ status: 'closed' })), next: null })
  const { unresolved } = await screenOf(id)
  expect(unresolved).toEqual({ rows: first.rows.slice(0, SHOWN_TICKETS_MAX), total: 50 })
  await expect(ticketsOf(id, 'nonsens')).rejects.toMatchObject({ status: 422 })
})

test('A-59: another organization’s customer gives the same answer as one that does not exist', async () => {
  const id = await aCustomerWith(1)
  for (const [asked, person] of [
    [id, outsider],
    [uuidv7(), technician],
  ] as const)
    await expect(screenOf(asked, person)).rejects.toMatchObject({ status: 404, message: 'Kund hittades inte' })
  await expect(h.as(outsider).call(customerTickets.list, { params: { id }, query: {} })).rejects.toMatchObject({
    status: 404,
    message: 'Kund hittades inte',
  })
  const { rows } = await h.database.asActor(
    outsider.sessionId,
    () => {},
    (db) => sql`select from logins_of(${id})`.execute(db),
  )
  expect(rows).toEqual([])
})
