// How long a customer has been waiting for an answer, and when a ticket was last active.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { enquiries } from '#features/inbox/enquiries.contract.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import { portal } from '#screens/portal/portal.contract.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { type TicketStatus, tickets } from '../tickets.contract.ts'

let h: Harness
let orgId: string
let anna: Person
let kim: Person
let customerId: string

beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.stop())
beforeEach(async () => {
  orgId = (await h.anOrganization()).id
  anna = await h.aTechnician({ orgId })
  const customer = await h.aCustomer({ orgId })
  customerId = customer.id
  kim = await h.aPortalUser(customer)
})

const get = (id: string) => h.as(anna).call(tickets.get, { params: { id } })
const since = async (id: string) => (await get(id)).unansweredSince
const texts = { title: 'WiFi nere', description: 'Ingen kontakt' }
const byCustomer = () => h.as(kim).call(portal.create, { body: texts })
const byStaff = () => h.as(anna).call(tickets.create, { body: { ...texts, customerId } })
const ask = (id: string) => h.as(kim).call(portal.comment, { params: { id }, body: { comment: 'Hur går det?' } })
const answer = (id: string, isInternal = false) =>
  h.as(anna).call(tickets.comment, { params: { id }, body: { comment: 'Vi kommer.', isInternal } })
const change = async (id: string, status: TicketStatus) =>
  h.as(anna).call(tickets.change, { params: { id }, body: { status, version: (await get(id)).version } })

async function anEnquiry() {
  const id = uuidv7()
  await h.test.superuser.query(
    `insert into enquiries (org_id, id, kind, name, email, message, created_at)
     values ($1, $2, 'contact', 'Kim', 'kim@example.se', 'Hej', '2026-11-02T08:00:00Z')`,
    [orgId, id],
  )
  return id
}
const makeTicket = (id: string) =>
  h.as(anna).call(enquiries.makeTicket, { params: { id }, body: { ...texts, customerId, priority: 'normal' } })

describe('a customer waits', () => {
  test('since its login opened the ticket, but not in a ticket opened by staff', async () => {
    const { id, createdAt } = await byCustomer()
    expect(await since(id)).toBe(createdAt)
    expect(await since((await byStaff()).id)).toBeNull()
  })

  test('since the ticket’s enquiry arrived, unless it was answered', async () => {
    const enquiry = await anEnquiry()
    expect(await since((await makeTicket(enquiry)).id)).toBe('2026-11-02T08:00:00Z')
    const answered = await anEnquiry()
    await h.as(anna).call(enquiries.reply, { params: { id: answered }, body: { text: 'Vi hör av oss.' } })
    expect(await since((await makeTicket(answered)).id)).toBeNull()
  })

  test('no longer once the enquiry is answered after the ticket was created', async () => {
    const enquiry = await anEnquiry()
    const { id } = await makeTicket(enquiry)
    const reply = () => h.as(anna).call(enquiries.reply, { params: { id: enquiry }, body: { text: 'Vi hör av oss.' } })
    await reply()
    expect(await since(id)).toBeNull()
    const asked = await ask(id)
    await reply()
    expect(await since(id)).toBe(asked.createdAt)
  })

  test('since the first of several unanswered comments, until a public answer', async () => {
    const { id } = await byStaff()
    const first = await ask(id)
    await ask(id)
    const waiting = await get(id)
    expect(waiting.unansweredSince).toBe(first.createdAt)
    await answer(id, true)
    expect(await get(id)).toEqual(waiting)
    await answer(id)
    expect(await since(id)).toBeNull()
    const again = await ask(id)
    expect(await since(id)).toBe(again.createdAt)
  })

  test.each(['resolved', 'closed'] as const)(
    'no longer when the ticket is %s, and again when staff undo that',
    async (status) => {
      const { id, createdAt } = await byCustomer()
      await change(id, 'in_progress')
      expect(await since(id)).toBe(createdAt)
      await change(id, status)
      expect(await since(id)).toBeNull()
      await answer(id, true)
      await change(id, 'open')
      expect(await since(id)).toBe(createdAt)
    },
  )

  test('since the comment that reopens a ticket, not since earlier ones', async () => {
    const { id } = await byCustomer()
    await change(id, 'resolved')
    const again = await ask(id)
    expect(await get(id)).toMatchObject({ status: 'open', unansweredSince: again.createdAt })
    await answer(id)
    await change(id, 'resolved')
    await change(id, 'open')
    expect(await since(id)).toBeNull()
  })
})

test('the last activity is a public comment or a change of status; the version stays', async () => {
  const { id, createdAt, version, ...opened } = await byStaff()
  expect(opened.lastActivityAt).toBe(createdAt)
  const { createdAt: answered } = await answer(id)
  await answer(id, true)
  expect(await get(id)).toMatchObject({ lastActivityAt: answered, version })
  const { createdAt: asked } = await ask(id)
  expect(await get(id)).toMatchObject({ lastActivityAt: asked, version })
  await h.as(anna).call(tickets.change, { params: { id }, body: { assignedTo: anna.userId, version } })
  expect((await get(id)).lastActivityAt).toBe(asked)
  expect((await change(id, 'in_progress')).lastActivityAt > asked).toBe(true)
})

test('timestamps derived from the history equal those that the triggers stored', async () => {
  const [first, second, third] = [await byCustomer(), await byStaff(), await byCustomer()]
  await answer(first.id)
  await ask(first.id)
  await ask(second.id)
  await answer(second.id)
  await answer(second.id, true)
  await change(third.id, 'resolved')
  await makeTicket(await anEnquiry())
  const clocks = async () =>
    (await h.test.superuser.query('select unanswered_since from tickets where org_id = $1 order by id', [orgId])).rows
  const stored = await clocks()
  expect(stored.filter(({ unanswered_since }) => unanswered_since)).toHaveLength(2)
  await h.test.superuser.query('set row_security = on; call derive_ticket_clocks()')
  expect(await clocks()).toEqual(stored)
})

test('concurrent comments by customer and staff all succeed, and the last one counts', async () => {
  const { id } = await byCustomer()
  await Promise.all([ask(id), answer(id), ask(id), answer(id), change(id, 'in_progress')])
  await answer(id)
  expect(await since(id)).toBeNull()
})
