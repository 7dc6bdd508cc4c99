// Numbers while they are typed, and parts of them, in tickets and Inkorg.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { customers } from '#features/customers/customers.contract.ts'
import { tickets } from '#features/tickets/tickets.contract.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { enquiries } from '../enquiries.contract.ts'
import { searchCounts } from '../search-counts.contract.ts'
import { anEnquiry } from '../testing/an-enquiry.ts'

let h: Harness
let technician: Person
let orgId: string
/** Its description has 070-555 46 99. */
let described: string
/** Its customer has +46 73-888 46 01. */
let called: string

beforeAll(async () => {
  h = await startHarness()
  orgId = (await h.anOrganization()).id
  technician = await h.aTechnician({ orgId })
  described = await aTicket('Ring 070-555 46 99 efter kl. 18:15', null)
  called = await aTicket('Skrivaren är trasig', '+46 73-888 46 01')
})
afterAll(() => h.stop())

async function aTicket(description: string, phone: string | null) {
  const { call } = h.as(technician)
  const { id: customerId } = await call(customers.create, { body: { name: 'Kund', phone } })
  return (await call(tickets.create, { body: { title: 'Ärende', description, customerId } })).id
}

const enquiry = (fields: { phone?: string; message?: string }) =>
  anEnquiry(h, { orgId, phone: null, message: 'Hej', ...fields })

async function ticketsFound(search: string) {
  const { rows } = await h.as(technician).call(tickets.list, { query: { tab: 'active', search } })
  const { tickets: counts } = await h.as(technician).call(searchCounts.get, { query: { search } })
  expect(counts.active).toBe(rows.length)
  return rows.map(({ id }) => id)
}

async function enquiriesFound(search: string) {
  const { rows } = await h.as(technician).call(enquiries.list, { query: { tab: 'open', search } })
  return rows.map(({ id }) => id)
}

/** Everything that is in the field while the number is typed, from its first `from` characters. */
const steps = (number: string, from: number) =>
  Array.from({ length: number.length - from + 1 }, (_, at) => number.slice(0, from + at))

test.each([
  ...['070-555 46 99', '0705554699', '070 555 46 99', '(070) 555 46 99'].flatMap((number) => steps(number, 4)),
  ...steps('+46 70-555 46 99', 8),
  ...steps('0046705554699', 7),
  ...['070', '46705554699', '555 46 99', '5554699'],
])('a ticket whose description has 070-555 46 99 is found by %j', async (search) => {
  expect(await ticketsFound(search)).toEqual([described])
})

test.each([...['073-888 46 01', '0738884601'].flatMap((number) => steps(number, 5)), ...steps('+46738884601', 6)])(
  'a ticket whose customer has +46 73-888 46 01 is found by %j',
  async (search) => {
    expect(await ticketsFound(search)).toEqual([called])
  },
)

test.each(['0706', '070-6', '07056', '070-555 46 98', '0699'])(
  'the search %j finds no ticket, as no number begins with it',
  async (search) => {
    expect(await ticketsFound(search)).toEqual([])
  },
)

test('a number in a comment finds its ticket', async () => {
  const id = await aTicket('Fråga Eva', null)
  const body = { comment: 'Hon har 08-650 12 34', isInternal: true }
  await h.as(technician).call(tickets.comment, { params: { id }, body })
  for (const search of ['08', ...steps('08-650 12 34', 4), ...steps('+4686501234', 5)])
    expect([search, await ticketsFound(search)]).toEqual([search, [id]])
})

test('digits that begin with 46 find the enquiries that have them, and not every number with the rest', async () => {
  const owner = await enquiry({ phone: '+46 70-555 46 01' })
  await enquiry({ phone: '08-123 10 21', message: 'Rum 201' })
  for (const search of ['460', '4601', '46 01', '0601', '54601', '5554601', '46705554601', '+46705554601'])
    expect([search, await enquiriesFound(search)]).toEqual([search, [owner]])
  for (const search of ['4600', '4602', '4609']) expect([search, await enquiriesFound(search)]).toEqual([search, []])
})

test('a number in the message of an enquiry is found however it is written', async () => {
  const id = await enquiry({ message: 'Ring mig på 070-777 46 99 2 gånger i dag.' })
  for (const search of ['0707774699', '070-777 46 99', '+46 70 777 46 99', '7774699'])
    expect([search, await enquiriesFound(search)]).toEqual([search, [id]])
})
