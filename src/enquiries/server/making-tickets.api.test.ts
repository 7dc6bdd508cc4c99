import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { customers } from '#customers/customers.contract.ts'
import { uuidv7 } from '#db/uuid.ts'
import { portal } from '#portal/portal.contract.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { tickets } from '#tickets/tickets.contract.ts'
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

const sent = (given: Partial<Parameters<typeof anEnquiry>[1]> = {}) => anEnquiry(h, { orgId, ...given })
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
const add = (given: object) => h.as(technician).call(customers.create, { body: { name: 'Kund AB', ...given } })

describe('a ticket of an enquiry', () => {
  test('is opened for the chosen customer, and the enquiry is read, real and done', async () => {
    const customer = await h.aCustomer({ orgId, name: 'Åkeriet AB' })
    const id = await sent({ kind: 'support', isUrgent: true, isSuspect: true })
    const made = await make(id, { customerId: customer.id, assignedTo: colleague.userId })
    const ticket = await h.as(technician).call(tickets.get, { params: { id: made.id } })
    expect(ticket).toMatchObject({
      ...{ title: 'Nätet nere', status: 'open', priority: 'urgent', ticketNumber: 1001, enquiryId: id },
      ...{ customer: { name: 'Åkeriet AB' }, assignee: { fullName: 'Bo Ek' }, createdBy: { fullName: 'Tove Teknik' } },
    })
    const enquiry = await get(id)
    expect(enquiry).toMatchObject({ ticket: { id: made.id, ticketNumber: 1001 }, isSuspect: false, version: 2 })
    expect([typeof enquiry.readAt, typeof enquiry.doneAt]).toEqual(['string', 'string'])
    const { rows } = await h.test.superuser.query(
      'select user_id, detail from audit_log where action = $1 and org_id = $2',
      ['made_ticket', orgId],
    )
    expect(rows).toEqual([
      {
        user_id: technician.userId,
        detail: { ticketId: made.id, customerId: customer.id, isNewCustomer: false },
      },
    ])
  })

  test('that staff open by themselves comes from no enquiry', async () => {
    const { id: customerId } = await h.aCustomer({ orgId })
    const { enquiryId } = await h.as(technician).call(tickets.create, { body: { ...texts, customerId } })
    expect(enquiryId).toBeNull()
  })

  test('is opened for a new customer with the details filled in, who is written down as added', async () => {
    const id = await sent()
    const newCustomer = { name: ' Sofia Lind ', email: 'sofia.lind@example.se', phone: '070-123 45 67' }
    const made = await make(id, { newCustomer })
    const { customer } = await h.as(technician).call(tickets.get, { params: { id: made.id } })
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

  test('is never seen by the customer as one of an enquiry', async () => {
    const customer = await h.aCustomer({ orgId })
    const portalUser = await h.aPortalUser(customer)
    const id = await sent()
    const made = await make(id, { customerId: customer.id })
    const list = await h.app.inject({
      url: '/api/portal/tickets',
      headers: { authorization: `Bearer ${portalUser.token}` },
    })
    const one = await h.as(portalUser).call(portal.get, { params: { id: made.id } })
    expect(list.json().rows).toHaveLength(1)
    expect(JSON.stringify([list.json(), one])).not.toMatch(new RegExp(`${id}|enquiry`, 'i'))
  })

  test('is made once: a second one is told with the enquiry as it is, and nothing is stored', async () => {
    const customer = await h.aCustomer({ orgId })
    const id = await sent()
    const made = await make(id, { customerId: customer.id })
    await expect(make(id, { newCustomer: { name: 'Ny AB' } }, { person: colleague })).rejects.toMatchObject({
      ...{ status: 409, message: 'Förfrågan har redan blivit ett ärende', current: { ticket: { id: made.id } } },
    })
    expect([await count('tickets'), await count('customers')]).toEqual([1, 1])
  })

  test('is one when two make it at once, with one customer and no number lost', async () => {
    const id = await sent()
    const answers = await Promise.allSettled([
      make(id, { newCustomer: { name: 'Ny AB' } }),
      make(id, { newCustomer: { name: 'Ny AB' } }, { person: colleague }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(answers.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { status: 409 } })
    expect([await count('tickets'), await count('customers')]).toEqual([1, 1])
    const { id: customerId } = await h.aCustomer({ orgId })
    expect((await make(await sent(), { customerId })).ticketNumber).toBe(1002)
  })

  test('sent twice with one key is one ticket', async () => {
    const id = await sent()
    const send = () => make(id, { newCustomer: { name: 'Ny AB' } }, { key: 'samma-nyckel-2' })
    const [one, other] = await Promise.all([send(), send()])
    expect(one).toEqual(other)
    expect([await count('tickets'), await count('customers')]).toEqual([1, 1])
  })

  test.each([
    ['no customer', {}, 'Välj en kund', 'customerId'],
    ['a customer and a new one', { customerId: uuidv7(), newCustomer: { name: 'x' } }, 'Välj en kund', 'customerId'],
    ['a customer that is no id', { customerId: '' }, 'Välj en kund', 'customerId'],
    ['a new customer without a name', { newCustomer: { name: ' ' } }, 'Namn krävs', 'newCustomer.name'],
    ['no title', { title: ' ', newCustomer: { name: 'x' } }, 'Titel krävs', 'title'],
    [
      'no description at all',
      { description: undefined, newCustomer: { name: 'x' } },
      'Beskrivning krävs',
      'description',
    ],
    ['an unknown priority', { priority: 'x', newCustomer: { name: 'x' } }, 'Välj en prioritet', 'priority'],
    ['somebody who is no id', { assignedTo: 'Bo', newCustomer: { name: 'x' } }, 'Välj en ansvarig', 'assignedTo'],
  ])('with %s is refused beside the field', async (_name, given, message, field) => {
    const id = await sent()
    await expect(make(id, given)).rejects.toMatchObject({ status: 422, message, fields: { [field]: message } })
    expect((await get(id)).ticket).toBeNull()
  })

  test('A-60: for a foreign or archived customer, or assigned to a stranger, is refused without a trace', async () => {
    const other = await h.anOrganization('Annan AB')
    const theirs = await h.aCustomer({ orgId: other.id })
    const stranger = await h.anAdmin({ orgId: other.id })
    const gone = await h.aCustomer({ orgId, name: 'Borta AB' })
    await h.as(colleague).call(tickets.create, { body: { ...texts, customerId: gone.id } })
    await h.as(colleague).call(customers.remove, { params: { id: gone.id } })
    const id = await sent()
    await expect(make(id, { customerId: theirs.id })).rejects.toMatchObject({
      status: 404,
      message: 'Kund hittades inte',
    })
    await expect(make(id, { customerId: gone.id })).rejects.toMatchObject({
      fields: { customerId: 'Kunden är arkiverad. Välj en annan kund.' },
    })
    await expect(make(id, { newCustomer: { name: 'Ny AB' }, assignedTo: stranger.userId })).rejects.toMatchObject({
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

  test('have the sender’s address, in any letters, or the number, however it was typed; e-mail first, archived last', async () => {
    await add({ name: 'Samma nummer', phone: '+46 (0)70-123 45 67' })
    await add({ name: 'Samma adress', email: 'Sofia.Lind@Example.SE' })
    await add({ name: 'Båda', email: 'sofia.lind@example.se', phone: '0701234567' })
    const gone = await add({ name: 'Arkiverad', email: 'sofia.lind@example.se' })
    await h.as(technician).call(tickets.create, { body: { ...texts, customerId: gone.id } })
    await h.as(colleague).call(customers.remove, { params: { id: gone.id } })
    await add({ name: 'En annan', email: 'info@example.se', phone: '070-123 45 68' })
    const other = await h.anOrganization('Annan AB')
    const stranger = await h.anAdmin({ orgId: other.id })
    await h.as(stranger).call(customers.create, { body: { name: 'Främmande', email: 'sofia.lind@example.se' } })
    expect(await suggested(await sent())).toEqual([
      { name: 'Båda', matches: ['email', 'phone'], isArchived: false },
      { name: 'Samma adress', matches: ['email'], isArchived: false },
      { name: 'Samma nummer', matches: ['phone'], isArchived: false },
      { name: 'Arkiverad', matches: ['email'], isArchived: true },
    ])
  })

  test('are found by a login’s address too, of the own organization alone', async () => {
    const customer = await h.aCustomer({ orgId, name: 'Kajens Café' })
    const { email } = await h.aPortalUser(customer)
    expect(await suggested(await sent({ email: email.toUpperCase() }))).toEqual([
      { name: 'Kajens Café', matches: ['email'], isArchived: false },
    ])
    const other = await h.anOrganization('Annan AB')
    const theirs = await h.aPortalUser(await h.aCustomer({ orgId: other.id }))
    expect(await suggested(await sent({ email: theirs.email }))).toEqual([])
  })

  test('are none for a number that cannot be called', async () => {
    await add({ name: 'Samma', phone: 'växeln' })
    expect(await suggested(await sent({ phone: 'växeln' }))).toEqual([])
    expect(await suggested(await sent({ phone: null }))).toEqual([])
  })
})
