import { afterAll, beforeAll, expect, test } from 'vitest'
import { contacts } from '#features/customers/contacts.contract.ts'
import { customers } from '#features/customers/customers.contract.ts'
import { equipment } from '#features/equipment/equipment.contract.ts'
import { enquiries } from '#features/inbox/enquiries.contract.ts'
import { anEnquiry } from '#features/inbox/testing/an-enquiry.ts'
import { tickets } from '#features/tickets/tickets.contract.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { PALETTE_HITS_MAX, type PaletteHits, palette } from '../palette.contract.ts'

let h: Harness
let orgId: string
let anna: Person
let customerId: string

beforeAll(async () => {
  h = await startHarness()
  orgId = (await h.anOrganization()).id
  anna = await h.aTechnician({ orgId })
  customerId = (await aCustomer({ name: 'Bergs Bageri', email: 'info@berg.example' })).id
})
afterAll(() => h.stop())

const find = (search: string, person = anna) => h.as(person).call(palette.search, { query: { search } })
/** The names of the hits by kind, without kinds that have none. */
async function found(search: string, person = anna) {
  const { tickets: found, ...others } = await find(search, person)
  const names = { tickets: found.map(({ title }) => title), ...namesOf(others) }
  return Object.fromEntries(Object.entries(names).filter(([, hits]) => hits.length > 0))
}
const namesOf = (hits: Omit<PaletteHits, 'tickets'>) =>
  Object.fromEntries(Object.entries(hits).map(([kind, rows]) => [kind, rows.map(({ name }) => name)]))
const aCustomer = (body: { name: string; email?: string }) => h.as(anna).call(customers.create, { body })
const aTicket = (title: string, description = 'x') =>
  h.as(anna).call(tickets.create, { body: { title, description, customerId } })
const addContact = (name: string, fields: object = {}) =>
  h.as(anna).call(contacts.create, { params: { id: customerId }, body: { name, ...fields } })
const addEquipment = (name: string, fields: object = {}) =>
  h.as(anna).call(equipment.create, { params: { id: customerId }, body: { name, ...fields } })

test('one search finds tickets, customers, contacts, equipment and Inkorg, each with what tells it apart', async () => {
  const ticket = await aTicket('Kvarnen tiger')
  const contact = await addContact('Kvarnell Lo', { title: 'Vd' })
  const machine = await addEquipment('Kvarnen', { model: 'K-9', serial: 'SN77' })
  const enquiry = await anEnquiry(h, { orgId, name: 'Kvarnholmen' })
  const other = await aCustomer({ name: 'Kvarnby Rör', email: 'info@kvarnby.example' })
  const customer = { customerId, customerName: 'Bergs Bageri' }
  const { enquiries: ofInbox, ...hits } = await find('kvarn')
  expect(hits).toEqual({
    tickets: [
      {
        id: ticket.id,
        ticketNumber: ticket.ticketNumber,
        title: 'Kvarnen tiger',
        status: 'open',
        customerName: 'Bergs Bageri',
      },
    ],
    // As in the list of customers, a contact's name finds its customer.
    customers: [
      { id: other.id, name: 'Kvarnby Rör', email: 'info@kvarnby.example' },
      { id: customerId, name: 'Bergs Bageri', email: 'info@berg.example' },
    ],
    contacts: [{ id: contact.id, name: 'Kvarnell Lo', title: 'Vd', ...customer }],
    equipment: [{ id: machine.id, name: 'Kvarnen', model: 'K-9', serial: 'SN77', ...customer }],
  })
  expect(ofInbox).toMatchObject([{ id: enquiry, name: 'Kvarnholmen' }])
})

test('a contact is found by address and telephone number, equipment by model and serial number', async () => {
  await addContact('Örjan Ek', { email: 'orjan@berg.example', mobile: '070-812 12 12' })
  await addEquipment('Dator', { model: 'ThinkPad T14', serial: 'PF-3Q7', type: 'Bärbar', place: 'Östra 50 %' })
  expect(await found('orjan@')).toMatchObject({ contacts: ['Örjan Ek'] })
  expect(await found('070 812 12')).toMatchObject({ contacts: ['Örjan Ek'] })
  expect(await found('ÖRJAN')).toMatchObject({ contacts: ['Örjan Ek'] })
  expect(await found('thinkpad')).toEqual({ equipment: ['Dator'] })
  for (const part of ['pf-3q', 'PF', 'bärb', 'östra 50 %', '%'])
    expect(await found(part), part).toMatchObject({ equipment: ['Dator'] })
  expect(await found('%_')).toEqual({})
})

test('names that begin with the search are first, and there are no more than the limit of each', async () => {
  for (const name of ['Nya Linden', 'Lindens El', 'Alinden']) await aCustomer({ name })
  expect((await found('linden')).customers).toEqual(['Lindens El', 'Nya Linden', 'Alinden'])
  for (let nth = 0; nth <= PALETTE_HITS_MAX; nth++) {
    await aTicket(`Ormbunke ${nth}`)
    await addContact(`Ormbunke ${nth}`)
    await addEquipment(`Ormbunke ${nth}`)
    await anEnquiry(h, { orgId, name: `Ormbunke ${nth}` })
    await aCustomer({ name: `Ormbunke ${nth}` })
  }
  const hits = await find('ormbunke')
  expect(Object.values(hits).map(({ length }) => length)).toEqual(Array(5).fill(PALETTE_HITS_MAX))
})

test('several words are found in any order, and what has the whole text is before the limit', async () => {
  await aCustomer({ name: 'Vidings Juristbyrå' })
  await addContact('Vidar Alströmer')
  await addEquipment('Skrivare', { model: 'LaserJet 400', place: 'Arkivet' })
  const of = (kind: string) => async (search: string) => (await found(search))[kind]
  expect(await of('customers')('juristbyrå vidings')).toEqual(['Vidings Juristbyrå'])
  expect(await of('customers')('alströmer bergs')).toEqual(['Bergs Bageri'])
  expect(await of('contacts')('alströmer vidar')).toEqual(['Vidar Alströmer'])
  expect(await of('equipment')('arkivet laserjet')).toEqual(['Skrivare'])
  expect(await of('equipment')('arkivet brother')).toBeUndefined()
  for (let nth = 0; nth < PALETTE_HITS_MAX; nth++) {
    await aCustomer({ name: `Apel Rönn ${nth}` })
    await addContact(`Apel Rönn ${nth}`)
    await addEquipment(`Apel Rönn ${nth}`)
  }
  await aCustomer({ name: 'Över Rönn Apel' })
  await addContact('Över Rönn Apel')
  await addEquipment('Ö-skrivaren', { model: 'Rönn Apel' })
  const hits = await found('rönn apel')
  expect(hits.customers?.slice(0, 2)).toEqual(['Över Rönn Apel', 'Bergs Bageri'])
  expect(hits.contacts?.[0]).toBe('Över Rönn Apel')
  expect(hits.equipment?.[0]).toBe('Ö-skrivaren')
  expect([hits.customers, hits.contacts].map((names) => names?.length)).toEqual([PALETTE_HITS_MAX, PALETTE_HITS_MAX])
})

test('the ticket with the number is first, also a closed one, and closed ones are after active ones', async () => {
  const numbered = await aTicket('Gammalt ärende')
  await h
    .as(anna)
    .call(tickets.change, { params: { id: numbered.id }, body: { status: 'closed', version: numbered.version } })
  await aTicket(`Maskin ${numbered.ticketNumber} larmar`)
  for (const search of [`${numbered.ticketNumber}`, `#${numbered.ticketNumber}`, ` # ${numbered.ticketNumber}`])
    expect((await find(search)).tickets[0]).toMatchObject({ id: numbered.id, status: 'closed' })
  expect((await found(`${numbered.ticketNumber}`)).tickets).toEqual([
    'Gammalt ärende',
    `Maskin ${numbered.ticketNumber} larmar`,
  ])
  const closed = await aTicket('Syrenen ett')
  await h
    .as(anna)
    .call(tickets.change, { params: { id: closed.id }, body: { status: 'closed', version: closed.version } })
  await aTicket('Syrenen två')
  expect((await found('syrenen')).tickets).toEqual(['Syrenen två', 'Syrenen ett'])
})

test('the enquiry with the number is found, also one of suspected spam, whose sender may call', async () => {
  const id = await anEnquiry(h, { orgId, name: 'Enbusken', isSuspect: true })
  const { number } = await h.as(anna).call(enquiries.get, { params: { id } })
  expect((await find(`#${number}`)).enquiries).toMatchObject([{ id, number, name: 'Enbusken' }])
  expect((await find(`${(number ?? 0) + 1}`)).enquiries).toEqual([])
})

test('what is archived and suspect is not offered; a handled enquiry is, after the open ones', async () => {
  await h.test.superuser.query(
    `with customer as (
       insert into customers (org_id, id, name, archived_at) values ($1, gen_random_uuid(), 'Tallens Trä', now()) returning org_id, id
     ), contact as (
       insert into contacts (org_id, customer_id, id, name) select org_id, id, gen_random_uuid(), 'Tallén Bo' from customer
     ) insert into equipment (org_id, customer_id, id, name) select org_id, id, gen_random_uuid(), 'Tallsåg' from customer`,
    [orgId],
  )
  const contact = await addContact('Tallgren Eva')
  await h.as(anna).call(contacts.archive, { params: { id: customerId, contactId: contact.id } })
  const machine = await addEquipment('Tallpress')
  await h.as(anna).call(equipment.archive, { params: { id: machine.id } })
  await anEnquiry(h, { orgId, name: 'Tallmo', isSuspect: true })
  const done = await anEnquiry(h, { orgId, name: 'Tallvik' })
  await h.as(anna).call(enquiries.change, { params: { id: done }, body: { isDone: true, version: 1 } })
  await anEnquiry(h, { orgId, name: 'Tallnäs' })
  expect(await found('tall')).toEqual({ enquiries: ['Tallnäs', 'Tallvik'] })
})

test('nothing of another organization is found', async () => {
  const outsider = await h.aTechnician({ orgId: (await h.anOrganization('Annan AB')).id })
  const ticket = await aTicket('Björken faller')
  await addContact('Björk Kim')
  await addEquipment('Björken')
  await aCustomer({ name: 'Björkens Bil' })
  await anEnquiry(h, { orgId, name: 'Björkö' })
  expect(Object.keys(await found('björk'))).toHaveLength(5)
  expect(await found('björk', outsider)).toEqual({})
  expect(await found(`#${ticket.ticketNumber}`, outsider)).toEqual({})
})

test('a search needs a text', async () => {
  await expect(find(' ')).rejects.toMatchObject({ status: 422 })
  await expect(find('x'.repeat(201))).rejects.toMatchObject({ status: 422 })
})

test('the last four digits of a number find its customer, contact and enquiry, also when they begin with 46', async () => {
  const of4601 = await h.as(anna).call(customers.create, { body: { name: 'Fyra sista AB', phone: '+46 70-555 46 01' } })
  await h.as(anna).call(contacts.create, {
    params: { id: of4601.id },
    body: { name: 'Nora Sist', mobile: '0046 73 111 46 01' },
  })
  await anEnquiry(h, { orgId, name: 'Frågan', phone: '070-222 46 01' })
  await anEnquiry(h, { orgId, name: 'En etta', phone: '08-123 11 21' })
  const hits = { customers: ['Fyra sista AB'], contacts: ['Nora Sist'], enquiries: ['Frågan'] }
  for (const search of ['4601', '46 01']) expect([search, await found(search)]).toEqual([search, hits])
  for (const search of ['4600', '4602']) expect([search, await found(search)]).toEqual([search, {}])
})
