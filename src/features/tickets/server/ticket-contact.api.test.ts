import { afterAll, beforeAll, expect, test } from 'vitest'
import { contacts } from '#features/customers/contacts.contract.ts'
import { customers } from '#features/customers/customers.contract.ts'
import { enquiries } from '#features/inbox/enquiries.contract.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import { portal } from '#screens/portal/portal.contract.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { tickets } from '../tickets.contract.ts'

let h: Harness
let orgId: string
let anna: Person
let kim: Person
let customerId: string

beforeAll(async () => {
  h = await startHarness()
  orgId = (await h.anOrganization()).id
  anna = await h.aTechnician({ orgId })
  const customer = await h.aCustomer({ orgId, name: 'Kajens Café' })
  customerId = customer.id
  kim = await h.aPortalUser(customer)
  const set = `update customers set phone = '018-12 34 56', email = 'kajen@example.se' where id = $1`
  await h.test.superuser.query(set, [customerId])
  await h.test.superuser.query(
    `update contacts set name = 'Kim Lund' where id = (select contact_id from customer_users where user_id = $1)`,
    [kim.userId],
  )
})
afterAll(() => h.stop())

const texts = { title: 'WiFi nere', description: 'Ingen kontakt' }
const contactOf = async (id: string) => (await h.as(anna).call(tickets.screen, { params: { id } })).contact

test('the person to contact is the login that opened the ticket, with the customer’s telephone', async () => {
  const { id } = await h.as(kim).call(portal.create, { body: texts })
  const contact = { name: 'Kim Lund', phone: '018-12 34 56', email: kim.email, hasReported: true }
  expect(await contactOf(id)).toEqual(contact)
})

test('for a ticket registered by staff it is the customer', async () => {
  const { id } = await h.as(anna).call(tickets.create, { body: { ...texts, customerId } })
  const contact = { name: 'Kajens Café', phone: '018-12 34 56', email: 'kajen@example.se', hasReported: false }
  expect(await contactOf(id)).toEqual(contact)
})

test('for a ticket created from an enquiry it is the sender', async () => {
  const enquiryId = uuidv7()
  await h.test.superuser.query(
    `insert into enquiries (org_id, id, kind, name, email, phone, message)
     values ($1, $2, 'support', 'Lo Ek', 'lo@example.se', '070-123 45 67', 'Hej')`,
    [orgId, enquiryId],
  )
  const body = { ...texts, customerId, priority: 'normal' } as const
  const { id } = await h.as(anna).call(enquiries.makeTicket, { params: { id: enquiryId }, body })
  const contact = { name: 'Lo Ek', phone: '070-123 45 67', email: 'lo@example.se', hasReported: true }
  expect(await contactOf(id)).toEqual(contact)
})

test('a comment may resolve the ticket in the same request; a resolved one stays as it is', async () => {
  const { id } = await h.as(kim).call(portal.create, { body: texts })
  const send = (resolves: boolean) =>
    h.as(anna).call(tickets.comment, { params: { id }, body: { comment: 'Bytt router.', resolves } })
  await send(false)
  await send(true)
  const { ticket, thread } = await h.as(anna).call(tickets.screen, { params: { id } })
  expect(ticket).toMatchObject({ status: 'resolved', version: 2, unansweredSince: null })
  expect(thread.map((entry) => ('after' in entry ? entry.after : 'comment' in entry && entry.comment))).toEqual([
    ...['Bytt router.', 'Test Person', 'Bytt router.', 'resolved'],
  ])
  await h.as(anna).call(tickets.change, { params: { id }, body: { status: 'closed', version: 2 } })
  await send(true)
  expect(await h.as(anna).call(tickets.get, { params: { id } })).toMatchObject({ status: 'closed', version: 3 })
})

test('an answer’s recipients are its mail’s: reporter, copies, else customer’s address, or none', async () => {
  const customer = await h.aCustomer({ orgId, name: 'Glödlampan AB' })
  const set = (sql: string, ...values: unknown[]) => h.test.superuser.query(sql, values)
  const contact = async (name: string, email: string | null) =>
    (await h.as(anna).call(contacts.create, { params: { id: customer.id }, body: { name, email: email ?? '' } })).id
  const { id, version } = await h.as(anna).call(tickets.create, { body: { ...texts, customerId: customer.id } })
  const recipients = () => h.as(anna).call(tickets.recipients, { params: { id }, query: {} })
  expect(await recipients()).toEqual([])
  await set('update customers set email = $2 where id = $1', customer.id, 'info@glod.example')
  expect(await recipients()).toEqual([{ name: null, email: 'info@glod.example' }])
  const lisa = await contact('Lisa Ek', 'lisa@glod.example')
  const emma = await contact('Emma Eklund', 'emma@glod.example')
  const bo = await contact('Bo Utan', null)
  const change = { params: { id }, body: { version, reportedBy: emma, copies: [lisa, bo] } }
  await h.as(anna).call(tickets.change, change)
  expect(await recipients()).toEqual([
    { name: 'Emma Eklund', email: 'emma@glod.example' },
    { name: 'Lisa Ek', email: 'lisa@glod.example' },
  ])
  const admin = await h.anAdmin({ orgId })
  await h.as(admin).call(customers.remove, { params: { id: customer.id } })
  expect(await recipients()).toEqual([])
})
