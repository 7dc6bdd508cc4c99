// Many concurrent new tickets of one organization: no request waits for another's transaction, and no number is used twice.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anEnquiry } from '#features/inbox/testing/an-enquiry.ts'
import { countWrongAggregates } from '#platform/database/aggregate-check.ts'
import { POOL_SIZE } from '#platform/database/database.ts'
import { until } from '#shared/testing/until.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { openTransaction } from '#tests/harness/open-transaction.ts'
import { tickets } from '../tickets.contract.ts'
import { createTicket } from './tickets.queries.ts'

const AT_ONCE = 200

let h: Harness
let orgId: string
let customerId: string
let technician: Person
let portalUsers: Person[]

beforeAll(async () => {
  // Long enough that no request times out waiting for a connection, even on a slow machine.
  h = await startHarness({ poolSize: POOL_SIZE, pool: { waitTimeoutMs: 60_000 } })
  orgId = (await h.anOrganization()).id
  customerId = (await h.aCustomer({ orgId })).id
  technician = await h.aTechnician({ orgId })
  portalUsers = await Promise.all([1, 2, 3].map(() => h.aPortalUser({ id: customerId, orgId })))
})
afterAll(() => h.stop())

const texts = { title: 'WiFi nere', description: 'Ingen kontakt' }
const unassigned = {
  priority: 'normal',
  status: 'open',
  assignedTo: null,
  reportedBy: null,
  copies: [] as string[],
  fileIds: [] as string[],
} as const

async function open(on: Harness, { token }: Person, url: string, payload: object) {
  const headers = { authorization: `Bearer ${token}` }
  const response = await on.app.inject({ method: 'POST', url, headers, payload })
  const { ticketNumber } = response.json<{ ticketNumber?: number }>()
  return { status: response.statusCode, retryAfter: response.headers['retry-after'], ticketNumber }
}
const asStaff = (on = h) => open(on, technician, '/api/tickets', { ...texts, customerId })
/** Uses several logins, since each may open only twenty in an hour. */
const asCustomer = (n: number) => open(h, portalUsers[n % portalUsers.length] as Person, '/api/portal/tickets', texts)
const fromEnquiry = async () =>
  open(h, technician, `/api/enquiries/${await anEnquiry(h, { orgId })}/ticket`, { ...texts, customerId })

const storedNumbers = async () => {
  const { rows } = await h.test.superuser.query<{ number: number }>(
    'select ticket_number as number from tickets where org_id = $1 order by 1',
    [orgId],
  )
  return rows.map(({ number }) => number)
}

const anUncommittedTicket = () =>
  openTransaction(h, technician, (db, actor) => {
    if (actor.kind !== 'staff') throw new Error('not staff')
    return createTicket(db, actor, { ...texts, ...unassigned, customerId })
  })

test('A-243: 200 concurrent tickets behind an unfinished one each get a number of their own', async () => {
  const uncommitted = await anUncommittedTicket()
  const responses = await Promise.all(
    Array.from({ length: AT_ONCE }, (_, n) => (n % 4 === 0 ? fromEnquiry() : n % 4 === 1 ? asCustomer(n) : asStaff())),
  )
  const { ticketNumber: last } = await uncommitted.end()
  expect(responses.filter(({ status }) => status !== 200)).toEqual([])
  const numbers = [...responses.map(({ ticketNumber }) => ticketNumber ?? 0), last].sort((a, b) => a - b)
  expect(new Set(numbers).size).toBe(AT_ONCE + 1)
  expect(numbers[0]).toBeGreaterThan(1000)
  expect(await storedNumbers()).toEqual(numbers)
  expect(await h.database.as('owner', countWrongAggregates)).toBe(0)
})

test('A-244: closing and reopening during an unfinished creation are both counted', async () => {
  const { id, version } = await h.as(technician).call(tickets.create, { body: { ...texts, customerId } })
  const counts = async () => (await h.as(technician).call(tickets.list, { query: {} })).counts
  const before = await counts()
  const uncommitted = await anUncommittedTicket()
  const change = (status: 'open' | 'closed', currentVersion: number) =>
    h.as(technician).call(tickets.change, { params: { id }, body: { status, version: currentVersion } })
  const closed = await change('closed', version)
  expect(await counts()).toEqual({ active: (before?.active ?? 0) - 1, archived: (before?.archived ?? 0) + 1 })
  await change('open', closed.version)
  await uncommitted.end()
  expect(await counts()).toEqual({ active: (before?.active ?? 0) + 1, archived: before?.archived })
  expect(await h.database.as('owner', countWrongAggregates)).toBe(0)
})

test('A-245: without a connection each gets 503 with Retry-After and leaves nothing', async () => {
  const narrow = await startHarness({
    on: h.test,
    tokens: h.tokens,
    poolSize: 2,
    pool: { waitTimeoutMs: 200 },
  })
  const before = await storedNumbers()
  // Connecting may take longer than the pool's timeout.
  const holdConnection = () => until(() => openTransaction(narrow, technician, async () => undefined))
  const held = [await holdConnection(), await holdConnection()]
  const responses = await Promise.all(Array.from({ length: AT_ONCE }, () => asStaff(narrow)))
  expect(responses).toEqual(Array(AT_ONCE).fill({ status: 503, retryAfter: '2', ticketNumber: undefined }))
  await Promise.all(held.map((one) => one.end()))
  expect(await storedNumbers()).toEqual(before)

  // With the connections released, a request that does not get one in time is refused the same way; the others succeed.
  const mixed = await Promise.all(Array.from({ length: AT_ONCE }, () => asStaff(narrow)))
  expect(mixed.filter(({ status, retryAfter }) => status !== 200 && (status !== 503 || retryAfter !== '2'))).toEqual([])
  const opened = mixed.flatMap(({ ticketNumber }) => (ticketNumber === undefined ? [] : [ticketNumber]))
  expect(opened.length).toBe(mixed.filter(({ status }) => status === 200).length)
  expect(await storedNumbers()).toEqual([...before, ...opened].sort((a, b) => a - b))
  await narrow.stop()
})
