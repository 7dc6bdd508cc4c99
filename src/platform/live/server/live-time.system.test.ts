// Events of time and of staff, on real streams.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { tickets } from '#features/tickets/tickets.contract.ts'
import { clocks } from '#features/time/clock.contract.ts'
import { time } from '#features/time/time.contract.ts'
import { until } from '#shared/testing/until.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { openStream, type Stream, untilBegun } from '../testing/stream.ts'

let h: Harness
let orgId: string
let address: string
let technician: Person
let customer: { id: string; orgId: string }
let staff: Stream
let portal: Stream
let outsider: Stream
/** The events that the other organization received while it was set up. */
let otherCompanysBefore: string

beforeAll(async () => {
  h = await startHarness()
  orgId = (await h.anOrganization()).id
  technician = await h.aTechnician({ orgId })
  customer = await h.aCustomer({ orgId })
  address = await h.app.listen({ port: 0, host: '127.0.0.1' })
  staff = await openStream(`${address}/api/live`, technician)
  portal = await openStream(`${address}/api/portal/live`, await h.aPortalUser(customer))
  const other = await h.anOrganization('Annan AB')
  const otherAdmin = await h.anAdmin({ orgId: other.id })
  outsider = await openStream(`${address}/api/live`, otherAdmin)
  await untilBegun([staff, portal, outsider])
  // The events of the new people have been received with that of a ticket.
  const { id: own } = await open()
  await until(() => expect(staff.events).toContainEqual({ about: 'ticket', ticketId: own }))
  const { id: ticketId } = await h.as(otherAdmin).call(tickets.create, {
    body: { title: 'Skrivare', description: 'x', customerId: (await h.aCustomer({ orgId: other.id })).id },
  })
  await until(() => expect(outsider.events).toContainEqual({ about: 'ticket', ticketId }))
  otherCompanysBefore = outsider.bytes()
})
beforeEach(async () => {
  await h.test.superuser.query('delete from time_entries')
  staff.events.length = 0
})
afterEach(async () => {
  // Events sent earlier have been received with those of the ticket.
  const { id: ticketId } = await open()
  await until(() => expect(portal.events).toContainEqual({ about: 'ticket', ticketId }))
  expect(portal.bytes() + outsider.bytes().slice(otherCompanysBefore.length)).not.toMatch(/time|user|clock/)
})
afterAll(() => {
  for (const stream of [staff, portal, outsider]) stream.close()
  return h.stop()
})

const open = () =>
  h.as(technician).call(tickets.create, { body: { title: 'WiFi nere', description: 'x', customerId: customer.id } })
const log = (values: { timeFrom: string; ticketId?: string }) =>
  h.as(technician).call(time.create, {
    body: { customerId: customer.id, workDate: '2026-11-02', timeTo: '12:00', ...values },
  })
const sql = (text: string, values: unknown[] = []) => h.test.superuser.query(text, values)
/** The events of time that staff received before an event of a new user. */
async function notifiedOfTime() {
  await h.aTechnician({ orgId })
  await until(() => expect(staff.events).toContainEqual({ about: 'user' }))
  return staff.events.filter(({ about }) => about === 'time')
}

test('events of time and staff go to the organization’s staff, once per statement, and never to the portal', async () => {
  for (const timeFrom of ['08:00', '09:00']) await log({ timeFrom })
  await sql('update time_entries set reported = true, reported_at = now() where org_id = $1', [orgId])
  const about = { about: 'time', ticketIds: [] }
  expect(await notifiedOfTime()).toEqual([false, false, true].map((hasReported) => ({ ...about, hasReported })))
})

test('an event of time has the tickets whose sum changed; marking a row as reported changes none', async () => {
  const [{ id: first }, { id: second }] = [await open(), await open()]
  await log({ timeFrom: '08:00', ticketId: first })
  await sql('update time_entries set time_to = $1', ['13:00'])
  await sql('update time_entries set ticket_id = $1', [second])
  await sql('update time_entries set deleted_at = now()')
  await sql('update time_entries set deleted_at = null')
  await sql('update time_entries set reported = true, reported_at = now()')
  const ticketIdsOfEvents = (await notifiedOfTime()).map(({ ticketIds }) => ticketIds?.toSorted())
  expect(ticketIdsOfEvents).toEqual([[first], [first], [first, second].toSorted(), [second], [second], []])
})

test('an event of time with more than 50 tickets lists none, as it may concern any', async () => {
  const ids = []
  for (let count = 0; count < 51; count += 1) ids.push((await open()).id)
  await sql(
    `insert into time_entries (org_id, id, user_id, customer_id, ticket_id, work_date, time_from, time_to, created_by, minutes)
     select $1, gen_random_uuid(), $2, $3, id, '2026-11-02', '08:00', '09:00', $2, 1 from unnest($4::uuid[]) id`,
    [orgId, technician.userId, customer.id, ids],
  )
  expect(await notifiedOfTime()).toEqual([{ about: 'time', hasReported: false, ticketIds: null }])
})

test('A-345: events of a clock go only to its user, on every device', async () => {
  const colleague = await openStream(`${address}/api/live`, await h.aTechnician({ orgId }))
  const desk = await openStream(`${address}/api/live`, technician)
  await untilBegun([colleague, desk])
  const { id } = await h.as(technician).call(clocks.start, { body: {} })
  await h.as(technician).call(clocks.stop, { params: { id } })
  await h.as(technician).call(clocks.discard, { params: { id } })
  const notifiedOfClock = (stream: Stream) => stream.events.filter(({ about }) => about === 'clock')
  for (const stream of [staff, desk]) await until(() => expect(notifiedOfClock(stream)).toHaveLength(3))
  // Events sent earlier have been received with those of the ticket.
  const { id: ticketId } = await open()
  await until(() => expect(colleague.events).toContainEqual({ about: 'ticket', ticketId }))
  expect(colleague.bytes()).not.toContain('clock')
  for (const stream of [colleague, desk]) stream.close()
})
