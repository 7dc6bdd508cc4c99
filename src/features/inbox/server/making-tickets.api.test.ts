import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { contacts } from '#features/customers/contacts.contract.ts'
import { customers } from '#features/customers/customers.contract.ts'
import { tickets } from '#features/tickets/tickets.contract.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import { portal } from '#screens/portal/portal.contract.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { enquiries } from '../enquiries.contract.ts'
import { anEnquiry } from '../testing/an-enquiry.ts'

let h: Harness
let orgId: string
let technician: Person & { fullName: string }
let colleague: Person & { fullName: string }

beforeAll(async () => {
  h = await startHarness()
})
beforeEach(async () => {
  orgId = (await h.anOrganization()).id
  technician = await h.aTechnician({ orgId, fullName: 'Tove Teknik' })
  colleague = await h.anAdmin({ orgId, fullName: 'Bo Ek' })
})
afterAll(() => h.stop())

const received = (fields: Partial<Parameters<typeof anEnquiry>[1]> = {}) => anEnquiry(h, { orgId, ...fields })
const texts = { title: ' Nätet nere ', description: 'Sedan i morse.', priority: 'urgent' as const }
const make = (id: string, body: object, { person = technician, key }: { person?: Person; key?: string } = {}) =>
  h
    .as(person)
    .call(
      enquiries.makeTicket,
      { params: { id }, body: { ...texts, ...body } },
      key === undefined ? undefined : { idempotencyKey: key },
    )
const get = (id: string) => h.as(technician).call(enquiries.get, { params: { id } })
const count = async (table: string) =>
  (await h.test.superuser.query(`select from ${table} where org_id = $1`, [orgId])).rowCount ?? 0
const addCustomer = (fields: object) =>
  h.as(technician).call(customers.create, { body: { name: 'Kund AB', ...fields } })

describe('the sender of a form', () => {
  const reporterOf = async (id: string) =>
    (await h.as(technician).call(tickets.get, { params: { id } })).reportedBy?.name ?? null
  const lisa = { kind: 'contact', name: 'Lisa Ek', email: 'Lisa@kund.example' } as const

  test('who is a contact of the chosen customer reports the ticket', async () => {
    const [customer, other] = [await addCustomer({}), await addCustomer({ name: 'Annan AB' })]
    const body = {
      name: 'Lisa på kontoret',
      email: 'lisa@kund.example',
      phone: null,
      title: null,
      mobile: null,
      note: null,
    }
    await h.as(technician).call(contacts.create, { params: { id: customer.id }, body })
    const ofContact = await make(await received(lisa), { customerId: customer.id })
    expect(await reporterOf(ofContact.id)).toBe('Lisa på kontoret')
    const ofOther = await make(await received(lisa), { customerId: other.id })
    expect(await reporterOf(ofOther.id)).toBeNull()
  })

  test('becomes a contact and gets the answers if staff choose it', async () => {
    const customer = await addCustomer({})
    const unsaved = await make(await received(lisa), { customerId: customer.id })
    expect(await reporterOf(unsaved.id)).toBeNull()
    for (const _each of [1, 2]) {
      const saved = await make(await received(lisa), { customerId: customer.id, savesSender: true })
      expect(await reporterOf(saved.id)).toBe('Lisa Ek')
    }
    const listed = await h.as(technician).call(contacts.list, { params: { id: customer.id } })
    expect(listed.map(({ email }) => email?.toLowerCase())).toEqual(['lisa@kund.example'])
    const ofNew = await make(await received(lisa), { newCustomer: { name: 'Ny AB' }, savesSender: true })
    expect(await reporterOf(ofNew.id)).toBe('Lisa Ek')
  })
})

describe('a ticket of an enquiry', () => {
  test('is opened for the chosen customer, and the enquiry is read, not suspect and done', async () => {
    const customer = await h.aCustomer({ orgId, name: 'Åkeriet AB' })
    const id = await received({ kind: 'support', isUrgent: true, isSuspect: true })
    const created = await make(id, { customerId: customer.id, assignedTo: colleague.userId })
    const ticket = await h.as(technician).call(tickets.get, { params: { id: created.id } })
    expect(ticket).toMatchObject({
      title: 'Nätet nere',
      status: 'open',
      priority: 'urgent',
      ticketNumber: 1001,
      enquiryId: id,
      customer: { name: 'Åkeriet AB' },
      assignee: { fullName: 'Bo Ek' },
      createdBy: { fullName: 'Tove Teknik' },
    })
    const enquiry = await get(id)
    expect(enquiry).toMatchObject({ ticket: { id: created.id, ticketNumber: 1001 }, isSuspect: false, version: 2 })
    expect([typeof enquiry.readAt, typeof enquiry.doneAt]).toEqual(['string', 'string'])
    const { rows } = await h.test.superuser.query(
      'select user_id, detail from audit_log where action = $1 and org_id = $2',
      ['made_ticket', orgId],
    )
    expect(rows).toEqual([
      {
        user_id: technician.userId,
        detail: { ticketId: created.id, customerId: customer.id, isNewCustomer: false },
      },
    ])
  })

  test('opened directly by staff has no enquiry', async () => {
    const { id: customerId } = await h.aCustomer({ orgId })
    const { enquiryId } = await h.as(technician).call(tickets.create, { body: { ...texts, customerId } })
    expect(enquiryId).toBeNull()
  })

  test('is opened for a new customer with the sender’s details, whose creation is in the audit log', async () => {
    const id = await received()
    const newCustomer = { name: ' Sofia Lind ', email: 'sofia.lind@example.se', phone: '070-123 45 67' }
    const created = await make(id, { newCustomer })
    const { customer } = await h.as(technician).call(tickets.get, { params: { id: created.id } })
    expect(await h.as(technician).call(customers.get, { params: { id: customer.id } })).toMatchObject({
      ...newCustomer,
      name: 'Sofia Lind',
    })
    const { rowCount } = await h.test.superuser.query(
      `select from audit_log where action = 'created' and subject_id = $1`,
      [customer.id],
    )
    expect(rowCount).toBe(1)
  })

  test('does not show the customer that it comes from an enquiry', async () => {
    const customer = await h.aCustomer({ orgId })
    const portalUser = await h.aPortalUser(customer)
    const id = await received()
    const created = await make(id, { customerId: customer.id })
    const list = await h.app.inject({
      url: '/api/portal/tickets',
      headers: { authorization: `Bearer ${portalUser.token}` },
    })
    const one = await h.as(portalUser).call(portal.get, { params: { id: created.id } })
    expect(list.json().rows).toHaveLength(1)
    expect(JSON.stringify([list.json(), one])).not.toMatch(new RegExp(`${id}|enquiry`, 'i'))
  })

  test('is created once: a second request gets a conflict with the current enquiry, and nothing is stored', async () => {
    const customer = await h.aCustomer({ orgId })
    const id = await received()
    const created = await make(id, { customerId: customer.id })
    await expect(make(id, { newCustomer: { name: 'Ny AB' } }, { person: colleague })).rejects.toMatchObject({
      status: 409,
      message: 'Förfrågan har redan blivit ett ärende',
      current: { ticket: { id: created.id } },
    })
    expect([await count('tickets'), await count('customers')]).toEqual([1, 1])
  })

  test('is created once by two concurrent requests, with one customer and no number lost', async () => {
    const id = await received()
    const outcomes = await Promise.allSettled([
      make(id, { newCustomer: { name: 'Ny AB' } }),
      make(id, { newCustomer: { name: 'Ny AB' } }, { person: colleague }),
    ])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { status: 409 } })
    expect([await count('tickets'), await count('customers')]).toEqual([1, 1])
    const { id: customerId } = await h.aCustomer({ orgId })
    expect((await make(await received(), { customerId })).ticketNumber).toBe(1002)
  })

  test('sent twice with one key is one ticket', async () => {
    const id = await received()
    const send = () => make(id, { newCustomer: { name: 'Ny AB' } }, { key: 'samma-nyckel-2' })
    const [one, other] = await Promise.all([send(), send()])
    expect(one).toEqual(other)
    expect([await count('tickets'), await count('customers')]).toEqual([1, 1])
  })

  test.each([
    ['no customer', {}, 'Välj en kund', 'customerId'],
    ['a customer and a new one', { customerId: uuidv7(), newCustomer: { name: 'x' } }, 'Välj en kund', 'customerId'],
    ['an invalid customer id', { customerId: '' }, 'Välj en kund', 'customerId'],
    ['a new customer without a name', { newCustomer: { name: ' ' } }, 'Namn krävs', 'newCustomer.name'],
    ['no title', { title: ' ', newCustomer: { name: 'x' } }, 'Titel krävs', 'title'],
    [
      'no description at all',
      { description: undefined, newCustomer: { name: 'x' } },
      'Beskrivning krävs',
      'description',
    ],
    ['an unknown priority', { priority: 'x', newCustomer: { name: 'x' } }, 'Välj en prioritet', 'priority'],
    ['an invalid assignee id', { assignedTo: 'Bo', newCustomer: { name: 'x' } }, 'Välj en ansvarig', 'assignedTo'],
  ])('with %s is refused with a message at the field', async (_name, fields, message, field) => {
    const id = await received()
    await expect(make(id, fields)).rejects.toMatchObject({ status: 422, message, fields: { [field]: message } })
    expect((await get(id)).ticket).toBeNull()
  })

  test('A-60: is refused for a foreign or archived customer or a foreign assignee, and nothing is stored', async () => {
    const other = await h.anOrganization('Annan AB')
    const theirs = await h.aCustomer({ orgId: other.id })
    const outsider = await h.anAdmin({ orgId: other.id })
    const archived = await h.aCustomer({ orgId, name: 'Borta AB' })
    await h.as(colleague).call(tickets.create, { body: { ...texts, customerId: archived.id } })
    await h.as(colleague).call(customers.remove, { params: { id: archived.id } })
    const id = await received()
    await expect(make(id, { customerId: theirs.id })).rejects.toMatchObject({
      status: 404,
      message: 'Kund hittades inte',
    })
    await expect(make(id, { customerId: archived.id })).rejects.toMatchObject({
      fields: { customerId: 'Kunden är arkiverad. Välj en annan kund.' },
    })
    await expect(make(id, { newCustomer: { name: 'Ny AB' }, assignedTo: outsider.userId })).rejects.toMatchObject({
      status: 404,
      message: 'Den ansvarige finns inte',
    })
    expect([await count('customers'), (await get(id)).version]).toEqual([1, 1])
  })
})

describe('suggested customers', () => {
  const suggested = async (id: string) =>
    (await h.as(technician).call(enquiries.suggestions, { params: { id } })).map(({ name, matches, isArchived }) => ({
      name,
      matches,
      isArchived,
    }))

  test('have the sender’s e-mail, in any case, or phone, in any format; e-mail first, archived last', async () => {
    await addCustomer({ name: 'Samma nummer', phone: '+46 (0)70-123 45 67' })
    await addCustomer({ name: 'Samma adress', email: 'Sofia.Lind@Example.SE' })
    await addCustomer({ name: 'Båda', email: 'sofia.lind@example.se', phone: '018-12 34 56, 0701234567' })
    const archived = await addCustomer({ name: 'Arkiverad', email: 'sofia.lind@example.se' })
    await h.as(technician).call(tickets.create, { body: { ...texts, customerId: archived.id } })
    await h.as(colleague).call(customers.remove, { params: { id: archived.id } })
    await addCustomer({ name: 'En annan', email: 'info@example.se', phone: '070-123 45 68' })
    const other = await h.anOrganization('Annan AB')
    const outsider = await h.anAdmin({ orgId: other.id })
    await h.as(outsider).call(customers.create, { body: { name: 'Främmande', email: 'sofia.lind@example.se' } })
    expect(await suggested(await received())).toEqual([
      { name: 'Båda', matches: ['email', 'phone'], isArchived: false },
      { name: 'Samma adress', matches: ['email'], isArchived: false },
      { name: 'Samma nummer', matches: ['phone'], isArchived: false },
      { name: 'Arkiverad', matches: ['email'], isArchived: true },
    ])
  })

  test('are found by a login’s address too, of the same organization only', async () => {
    const customer = await h.aCustomer({ orgId, name: 'Kajens Café' })
    const { email } = await h.aPortalUser(customer)
    expect(await suggested(await received({ email: email.toUpperCase() }))).toEqual([
      { name: 'Kajens Café', matches: ['email'], isArchived: false },
    ])
    const other = await h.anOrganization('Annan AB')
    const theirs = await h.aPortalUser(await h.aCustomer({ orgId: other.id }))
    expect(await suggested(await received({ email: theirs.email }))).toEqual([])
  })

  test('are none for a number that cannot be called', async () => {
    await addCustomer({ name: 'Samma', phone: 'växeln' })
    expect(await suggested(await received({ phone: 'växeln' }))).toEqual([])
    expect(await suggested(await received({ phone: null }))).toEqual([])
  })
})
