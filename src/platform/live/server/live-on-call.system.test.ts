// Events of jour, on real streams.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { onCall } from '#features/on-call/on-call.contract.ts'
import { tickets } from '#features/tickets/tickets.contract.ts'
import { addDays, todayInStockholm } from '#shared/dates.rules.ts'
import { until } from '#shared/testing/until.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { openStream, type Stream, untilBegun } from '../testing/stream.ts'

let h: Harness
let orgId: string
let admin: Person
let staff: Stream
let portal: Stream
let outsider: Stream

beforeAll(async () => {
  h = await startHarness()
  orgId = (await h.anOrganization()).id
  admin = await h.anAdmin({ orgId })
  const customer = await h.aCustomer({ orgId })
  const stranger = await h.aTechnician({ orgId: (await h.anOrganization('Annan AB')).id })
  const address = await h.app.listen({ port: 0, host: '127.0.0.1' })
  staff = await openStream(`${address}/api/live`, admin)
  portal = await openStream(`${address}/api/portal/live`, await h.aPortalUser(customer))
  outsider = await openStream(`${address}/api/live`, stranger)
  await untilBegun([staff, portal, outsider])
})
beforeEach(() => {
  staff.events.length = 0
})
afterAll(() => {
  for (const stream of [staff, portal, outsider]) stream.close()
  return h.stop()
})

const event = { about: 'on-call' }
const isTold = () => until(() => expect(staff.events).toContainEqual(event))

test('staff get one when the roster is filled, and others do not', async () => {
  const days = [addDays(todayInStockholm(), 1), addDays(todayInStockholm(), 2)]
  await h.as(admin).call(onCall.fill, { body: { days, people: [admin.userId], seen: [] } })
  await isTold()
  expect(staff.events.filter(({ about }) => about === 'on-call')).toEqual([event])
  expect(portal.bytes() + outsider.bytes()).not.toContain('on-call')
})

test('staff get one when an alarm is raised and when it is taken', async () => {
  const customer = await h.aCustomer({ orgId })
  const body = { title: 'Kassan', description: 'x', customerId: customer.id, priority: 'urgent' as const }
  const { id: ticketId } = await h.as(admin).call(tickets.create, { body })
  const insert = 'insert into on_call_alarms (org_id, ticket_id) values ($1, $2) returning id'
  const { rows } = await h.test.superuser.query(insert, [orgId, ticketId])
  await isTold()
  staff.events.length = 0
  await h.as(admin).call(onCall.take, { params: { id: rows[0].id } })
  await isTold()
  await until(() => expect(staff.events).toContainEqual({ about: 'ticket', ticketId }))
  expect(portal.bytes() + outsider.bytes()).not.toContain('on-call')
})
