// Events of a customer's documents, on real streams: staff get all, the portal those of documents that it shows.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { anUploadedFile } from '#features/files/testing/upload.ts'
import { tickets } from '#features/tickets/tickets.contract.ts'
import { documents } from '#screens/customer/documents.contract.ts'
import { until } from '#shared/testing/until.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { openStream, type Stream, untilBegun } from '../testing/stream.ts'

let h: Harness
let technician: Person
let customer: { id: string; orgId: string }
let otherCustomer: { id: string; orgId: string }
let staff: Stream
let portal: Stream
let ownTickets: Stream
let outsider: Stream
const streams = () => [staff, portal, ownTickets, outsider]

beforeAll(async () => {
  h = await startHarness()
  const orgId = (await h.anOrganization()).id
  technician = await h.aTechnician({ orgId })
  customer = await h.aCustomer({ orgId })
  otherCustomer = await h.aCustomer({ orgId, name: 'En annan kund' })
  const address = await h.app.listen({ port: 0, host: '127.0.0.1' })
  const own = await h.aPortalUser(customer)
  await h.test.superuser.query('update customer_users set sees_company = false where user_id = $1', [own.userId])
  staff = await openStream(`${address}/api/live`, technician)
  portal = await openStream(`${address}/api/portal/live`, await h.aPortalUser(customer))
  ownTickets = await openStream(`${address}/api/portal/live`, own)
  outsider = await openStream(`${address}/api/portal/live`, await h.aPortalUser(otherCustomer))
  await untilBegun(streams())
})
beforeEach(() => {
  for (const { events } of streams()) events.length = 0
})
afterAll(() => {
  for (const stream of streams()) stream.close()
  return h.stop()
})

const NAME = 'kanarie-nätverk.pdf'
const call = () => h.as(technician).call
async function add() {
  const { id } = await anUploadedFile(h, technician, 'attachment', 'kanarie', NAME)
  await call()(documents.add, { params: { id: customer.id }, body: { fileIds: [id] } })
  return id
}
const show = (id: string, isShown: boolean) => call()(documents.show, { params: { id }, body: { isShown } })
const remove = (id: string) => call()(documents.remove, { params: { id } })

/** How many events of documents each stream got before the event of a new ticket. */
async function documentEvents() {
  for (const { id: customerId } of [customer, otherCustomer]) {
    const { id } = await call()(tickets.create, { body: { title: 'WiFi nere', description: 'x', customerId } })
    const of = customerId === customer.id ? [staff, portal] : [staff, outsider]
    await until(() => {
      for (const { events } of of) expect(events).toContainEqual({ about: 'ticket', ticketId: id })
    })
  }
  const counts = streams().map(({ events }) => events.filter(({ about }) => about === 'document').length)
  for (const { events } of streams()) events.length = 0
  return counts
}

test('A-379: the portal gets an event when a document is shown, changed while shown, and hidden', async () => {
  const id = await add()
  expect(await documentEvents()).toEqual([1, 0, 0, 0])
  await show(id, true)
  expect(await documentEvents()).toEqual([1, 1, 0, 0])
  await show(id, false)
  expect(await documentEvents()).toEqual([1, 1, 0, 0])
  await remove(id)
  expect(await documentEvents()).toEqual([1, 0, 0, 0])

  const shown = await add()
  await show(shown, true)
  await remove(shown)
  expect(await documentEvents()).toEqual([3, 2, 0, 0])
})

test('A-379: an event contains only the customer’s id', async () => {
  await show(await add(), true)
  await until(() => expect(portal.events).toEqual([{ about: 'document', customerId: customer.id }]))
  for (const stream of streams()) expect(stream.bytes()).not.toContain('kanarie')
})

test('files of tickets cause no events of documents', async () => {
  const { id } = await anUploadedFile(h, technician, 'attachment', 'x', 'x.txt')
  const made = { title: 'WiFi nere', description: 'x', customerId: customer.id }
  const ticket = await call()(tickets.create, { body: made })
  const body = { comment: 'Se filen', isInternal: false, fileIds: [id] }
  await call()(tickets.comment, { params: { id: ticket.id }, body })
  expect(await documentEvents()).toEqual([0, 0, 0, 0])
})
