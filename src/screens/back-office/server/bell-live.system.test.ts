// The bell in two tabs of one person, over real streams.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { menuCounts } from '#features/inbox/menu-counts.contract.ts'
import { notifyOfEnquiry } from '#features/inbox/server/forms-mail.queries.ts'
import { staffNotifications } from '#features/inbox/staff-notifications.contract.ts'
import { settleAnswers } from '#features/tickets/server/answer-clock.queries.ts'
import { tickets } from '#features/tickets/tickets.contract.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import { openStream, type Stream, untilBegun } from '#platform/live/testing/stream.ts'
import { portal } from '#screens/portal/portal.contract.ts'
import { until } from '#shared/testing/until.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'

let h: Harness
let address: string
let orgId: string
let anna: Person
let bo: Person
let kim: Person
let customer: { id: string; orgId: string }
const opened: Stream[] = []

beforeAll(async () => {
  h = await startHarness()
  address = await h.app.listen({ port: 0, host: '127.0.0.1' })
  orgId = (await h.anOrganization()).id
  anna = await h.aTechnician({ orgId, fullName: 'Anna Ask' })
  bo = await h.aTechnician({ orgId, fullName: 'Bo Ek' })
  customer = await h.aCustomer({ orgId })
  kim = await h.aPortalUser(customer)
})
afterAll(async () => {
  for (const stream of opened) stream.close()
  await h.stop()
})

async function aTab(person: Person) {
  const stream = await openStream(`${address}/api/live`, person)
  opened.push(stream)
  await untilBegun([stream])
  return stream
}
const told = ({ events }: Stream) => events.filter(({ about }) => about === 'notification').length
const unread = async (person = anna) => (await h.as(person).call(menuCounts.get, {})).notifications
const aTicket = (assignedTo: string | null) =>
  h.as(bo).call(tickets.create, { body: { title: 'WiFi nere', description: 'x', customerId: customer.id, assignedTo } })

test('each tab of the person is told of a notification and of its reading, other people’s and the customer’s are not', async () => {
  const [one, two, others, customers] = [
    await aTab(anna),
    await aTab(anna),
    await aTab(bo),
    await openStream(`${address}/api/portal/live`, kim),
  ]
  opened.push(customers)
  const { id } = await aTicket(anna.userId)
  for (const tab of [one, two]) await until(() => expect(told(tab)).toBe(1))
  expect(await unread()).toBe(1)
  await h.as(anna).call(staffNotifications.read, { body: { ticketId: id } })
  for (const tab of [one, two]) await until(() => expect(told(tab)).toBe(2))
  expect(await unread()).toBe(0)
  // What is sent later has arrived, so nothing earlier is on its way.
  const last = await aTicket(null)
  for (const tab of [others, customers])
    await until(() => expect(tab.events).toContainEqual({ about: 'ticket', ticketId: last.id }))
  expect(others.bytes() + customers.bytes()).not.toContain('notification')
})

test('reading what is read already tells nobody', async () => {
  const tab = await aTab(anna)
  await h.as(anna).call(staffNotifications.read, { body: {} })
  const { id } = await aTicket(null)
  await until(() => expect(tab.events).toContainEqual({ about: 'ticket', ticketId: id }))
  expect(told(tab)).toBe(0)
})

test('a tab that slept through the night begins anew, and its count is right', async () => {
  const before = await aTab(anna)
  before.close()
  const { id } = await h
    .as(kim)
    .call(portal.create, { body: { title: 'Skrivaren', description: 'x', priority: 'normal' } })
  await h.as(kim).call(portal.comment, { params: { id }, body: { comment: 'Hallå?' } })
  const after = await aTab(anna)
  expect(after.events[0]).toMatchObject({ about: 'everything' })
  expect([await unread(), await unread(bo)]).toEqual([2, 2])
})

test('a new enquiry is told to all staff, one that is suspect, automatic or of another organization to none', async () => {
  for (const person of [anna, bo]) await h.as(person).call(staffNotifications.read, { body: {} })
  const outsider = await h.anAdmin({ orgId: (await h.anOrganization('Annan AB')).id })
  const enquiryId = uuidv7()
  const enquiry = { orgId, id: enquiryId, kind: 'support' as const, name: 'Sofia Lind', email: 'sofia@example.se' }
  await h.database.as('site', async (db) => {
    const texts = { phone: null, message: 'Kassan är död. Vi har öppet.', isUrgent: true, isSuspect: false }
    await db
      .insertInto('enquiries')
      .values({ ...enquiry, ...texts })
      .execute()
    await settleAnswers(db)
    await notifyOfEnquiry(db, { orgId, enquiryId })
  })
  // Only the transaction that stored the enquiry notifies of it.
  await h.database.as('site', (db) => notifyOfEnquiry(db, { orgId, enquiryId }))
  expect([await unread(anna), await unread(bo), await unread(outsider)]).toEqual([1, 1, 0])
  const [newest] = await h.as(anna).call(staffNotifications.list, {})
  expect(newest).toMatchObject({
    event: 'new',
    by: 'Sofia Lind',
    ticket: null,
    enquiry: { id: enquiryId, kind: 'support', excerpt: 'Kassan är död. Vi har öppet.' },
  })
  await h.as(anna).call(staffNotifications.read, { body: { enquiryId } })
  expect([await unread(anna), await unread(bo)]).toEqual([0, 1])
})
