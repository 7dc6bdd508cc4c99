import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { customers } from '#features/customers/customers.contract.ts'
import { tickets } from '#features/tickets/tickets.contract.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { CLOCK_GONE, CLOCK_RUNS, type Clock, clocks } from '../clock.contract.ts'
import { TICKET_OF_OTHER_CUSTOMER, time } from '../time.contract.ts'

let h: Harness
let technician: Person
let admin: Person
let customer: { id: string; orgId: string }
let ticketId: string

beforeAll(async () => {
  h = await startHarness()
  const org = await h.anOrganization()
  technician = await h.aTechnician({ orgId: org.id, fullName: 'Tove Teknik' })
  admin = await h.anAdmin({ orgId: org.id })
  customer = await h.aCustomer({ orgId: org.id, name: 'Åkeriet AB' })
  const body = { title: 'WiFi nere', description: 'x', customerId: customer.id }
  ticketId = (await h.as(technician).call(tickets.create, { body })).id
})
beforeEach(() => h.test.superuser.query('delete from clocks; delete from time_entries'))
afterAll(() => h.stop())

const own = async (person = technician) => (await h.as(person).call(clocks.own, {})).clock
const start = (body: { customerId?: string; ticketId?: string } = {}, person = technician) =>
  h.as(person).call(clocks.start, { body })
const of = (id: string) => ({ params: { id } })
const startedAgo = (interval: string) =>
  h.test.superuser.query('update clocks set started_at = now() - $1::interval', [interval])
const entry = (clockId?: string) => ({
  body: {
    customerId: customer.id,
    workDate: '2026-11-20',
    timeFrom: '08:00',
    timeTo: '09:00',
    ...(clockId && { clockId }),
  },
})
const rows = async () => (await h.as(admin).call(time.list, { query: {} })).rows

test('a clock is started for nothing, a customer, or a ticket of the customer', async () => {
  expect(await own()).toBeNull()
  expect(await start()).toMatchObject({ stoppedAt: null, customer: null, ticket: null })
  await h.test.superuser.query('delete from clocks')
  expect(await start({ customerId: customer.id })).toMatchObject({ customer: { name: 'Åkeriet AB' }, ticket: null })
  await h.test.superuser.query('delete from clocks')
  await start({ customerId: customer.id, ticketId })
  expect(await own()).toMatchObject({
    customer: { id: customer.id, isArchived: false },
    ticket: { id: ticketId, title: 'WiFi nere' },
  })
})

test('A-344: a person has one clock, even if two requests start one; others have their own', async () => {
  const both = await Promise.allSettled([start(), start()])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  await expect(start()).rejects.toMatchObject({ status: 409, code: 'clock_runs', message: CLOCK_RUNS })
  expect(await own(admin)).toBeNull()
  await start({}, admin)
  expect((await own(admin))?.id).not.toBe((await own())?.id)
})

test('A-344: the database refuses a second clock of a person, whoever writes', async () => {
  await start()
  const second = `insert into clocks (org_id, user_id, id) select org_id, user_id, gen_random_uuid() from clocks`
  await expect(h.test.superuser.query(second)).rejects.toMatchObject({ constraint: 'clocks_pkey' })
})

test('A-345: another’s clock gets 404 for every operation', async () => {
  const { id } = await start()
  for (const endpoint of [clocks.stop, clocks.resume, clocks.discard])
    await expect(h.as(admin).call(endpoint, of(id))).rejects.toMatchObject({ status: 404, message: CLOCK_GONE })
  await expect(h.as(admin).call(time.create, entry(id))).rejects.toMatchObject({ status: 404 })
  expect(await own()).toMatchObject({ id, stoppedAt: null })
})

/** The length of a stopped clock, by its timestamps. */
const lengthOf = ({ startedAt, stoppedAt }: Clock) => (Date.parse(stoppedAt ?? '') - Date.parse(startedAt)) / 1000

test('a stopped clock does not count, can be stopped again, and can be resumed', async () => {
  const { id } = await start()
  await startedAgo('90 minutes')
  const stopped = await h.as(technician).call(clocks.stop, of(id))
  expect(stopped.seconds).toBeGreaterThanOrEqual(5400)
  expect(stopped.seconds).toBeCloseTo(lengthOf(stopped), -1)
  await h.test.superuser.query(
    `update clocks set started_at = started_at - interval '1 hour', stopped_at = stopped_at - interval '1 hour'`,
  )
  expect(await h.as(technician).call(clocks.stop, of(id))).toMatchObject({ seconds: stopped.seconds })
  const resumed = await h.as(technician).call(clocks.resume, of(id))
  expect(resumed.stoppedAt).toBeNull()
  expect(resumed.seconds).toBeGreaterThanOrEqual(stopped.seconds + 3600)
})

test('confirming that a clock should keep running records the elapsed time, repeatedly', async () => {
  const { id, confirmedSeconds } = await start()
  expect(confirmedSeconds).toBe(0)
  for (const hours of [10, 21]) {
    await startedAgo(`${hours} hours`)
    const { seconds, confirmedSeconds: confirmed } = await h.as(technician).call(clocks.resume, of(id))
    expect(confirmed).toBeGreaterThanOrEqual(hours * 3600)
    expect(seconds).toBeGreaterThanOrEqual(confirmed)
  }
  const stopped = await h.as(technician).call(clocks.stop, of(id))
  expect(stopped.confirmedSeconds).toBeGreaterThanOrEqual(21 * 3600)
  expect(stopped.seconds).toBeCloseTo(lengthOf(stopped), -1)
})

test('elapsed time is real time: across midnight, clock changes and days', async () => {
  await start()
  for (const [from, until, seconds] of [
    ['2026-10-24T22:30:00Z', '2026-10-25T03:30:00Z', 5 * 3600],
    ['2026-03-29T00:30:00Z', '2026-03-29T01:30:00Z', 3600],
    ['2026-11-20T08:00:00Z', '2026-11-23T08:00:00Z', 72 * 3600],
  ] as const) {
    await h.test.superuser.query('update clocks set started_at = $1, stopped_at = $2', [from, until])
    expect(await own()).toMatchObject({ seconds, startedAt: from })
  }
})

test('an hour without requests and a restart of the server do not affect a clock', async () => {
  const { id } = await start({ customerId: customer.id, ticketId })
  await startedAgo('1 hour')
  const restarted = await startHarness({ on: h.test, tokens: h.tokens })
  try {
    const { clock } = await restarted.as(technician).call(clocks.own, {})
    expect(clock).toMatchObject({ id, stoppedAt: null, ticket: { id: ticketId } })
    expect(clock?.seconds).toBeGreaterThanOrEqual(3600)
    const stopped = await restarted.as(technician).call(clocks.stop, of(id))
    expect(stopped.seconds).toBeCloseTo(lengthOf(stopped), -1)
  } finally {
    await restarted.stop()
  }
  expect(await own()).toMatchObject({ id, stoppedAt: expect.any(String) })
})

test('A-346: saving the row removes the clock, in the same transaction', async () => {
  const { id } = await start({ customerId: customer.id })
  await h.as(technician).call(clocks.stop, of(id))
  const refused = entry(id)
  await expect(
    h.as(technician).call(time.create, { body: { ...refused.body, workDate: '1999-01-01' } }),
  ).rejects.toMatchObject({ status: 422 })
  expect(await own()).toMatchObject({ id })
  await h.as(technician).call(time.create, entry(id))
  expect(await own()).toBeNull()
  expect(await rows()).toHaveLength(1)
})

test('A-346: two devices that save the same clock create one row', async () => {
  const { id } = await start()
  const both = await Promise.allSettled([
    h.as(technician).call(time.create, entry(id)),
    h.as(technician).call(time.create, entry(id)),
  ])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(both.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { status: 404, message: CLOCK_GONE },
  })
  expect(await rows()).toHaveLength(1)
})

test('a row without a clock leaves the clock alone, and a discarded clock creates no row', async () => {
  const { id } = await start()
  await h.as(technician).call(time.create, entry())
  expect(await own()).toMatchObject({ id })
  await h.as(technician).call(clocks.discard, of(id))
  expect(await own()).toBeNull()
  await expect(h.as(technician).call(clocks.discard, of(id))).rejects.toMatchObject({ status: 404 })
  expect(await rows()).toHaveLength(1)
})

test('A-347: a clock is refused for another customer’s ticket and archived or unknown customers', async () => {
  const other = await h.aCustomer({ orgId: customer.orgId })
  await expect(start({ customerId: other.id, ticketId })).rejects.toMatchObject({
    status: 422,
    fields: { ticketId: TICKET_OF_OTHER_CUSTOMER },
  })
  await expect(start({ ticketId })).rejects.toMatchObject({ status: 422, fields: { customerId: 'Välj en kund' } })
  await expect(start({ customerId: uuidv7() })).rejects.toMatchObject({ status: 404 })
  // A customer with time is archived, not deleted.
  const row = { customerId: other.id, workDate: '2026-11-20', timeFrom: '08:00', timeTo: '09:00' }
  await h.as(technician).call(time.create, { body: row })
  await h.as(admin).call(customers.remove, of(other.id))
  await expect(start({ customerId: other.id })).rejects.toMatchObject({ status: 422 })
  expect(await own()).toBeNull()
})

test('a clock remains, without customer, when its customer is deleted', async () => {
  const other = await h.aCustomer({ orgId: customer.orgId })
  const { id } = await start({ customerId: other.id })
  await h.test.superuser.query('delete from customers where id = $1', [other.id])
  expect(await own()).toMatchObject({ id, customer: null })
})
