// Forged cursors, days and months are refused with a message and never cause an internal error.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { customers } from '#features/customers/customers.contract.ts'
import { archive } from '#features/reports/archive.contract.ts'
import { reports } from '#features/reports/reports.contract.ts'
import { time } from '#features/time/time.contract.ts'
import { vault } from '#features/vault/vault.contract.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import type { Endpoint } from '#shared/contract.ts'
import { addDays, FIRST_DAY, lastDay, OUT_OF_RANGE } from '#shared/dates.rules.ts'
import { captureLog } from '../harness/captured-log.ts'
import { type Harness, type Person, startHarness } from '../harness/harness.ts'
import { endpoints } from './access/contracts.ts'

const errors = captureLog('error')
let h: Harness
let orgId: string
let admin: Person
let portalUser: Person
let customerId: string
let reportId: string

beforeAll(async () => {
  h = await startHarness({ logger: errors.logger })
  orgId = (await h.anOrganization()).id
  admin = await h.anAdmin({ orgId })
  const customer = await h.aCustomer({ orgId })
  customerId = customer.id
  portalUser = await h.aPortalUser(customer)
  await aTimeRow('2026-11-20')
  const period = { customerId: '', from: '2026-11-01', to: '2026-11-30' }
  reportId = (await h.as(admin).call(reports.generate, { body: period })).id
})
afterAll(() => h.stop())

const aTimeRow = (workDate: string) =>
  h.as(admin).call(time.create, { body: { customerId, workDate, timeFrom: '08:00', timeTo: '09:00' } })

const paginated = [...endpoints.values()].filter(({ query }) => 'after' in ((query as { shape?: object })?.shape ?? {}))

/** What a list requires besides a cursor. */
const required: Record<string, string> = { '/api/invoice-bases': 'month=2026-11&' }

async function listFrom({ path, allow }: Endpoint, after: string) {
  const url = path.replace(':id', path.includes('/reports/') ? reportId : customerId)
  const { token } = allow === 'customer' ? portalUser : admin
  const answer = await h.app.inject({
    url: `${url}?${required[path] ?? ''}after=${encodeURIComponent(after)}`,
    headers: { authorization: `Bearer ${token}` },
  })
  return [path, answer.statusCode, answer.json().error?.message ?? '']
}

const moment = '2026-11-21T08:00:00.123456Z'
const id = '0192f0c1-2b3c-7d4e-8f50-0123456789ab'
const valid = {
  id,
  createdAt: moment,
  workDate: '2026-11-21',
  name: 'Bergs Bageri',
  rank: '1',
  since: moment,
  ticketNumber: '1001',
}
const forged: [string, object][] = [
  ['a moment of the year nought', { createdAt: '0000-01-01T00:00:00Z' }],
  ['a moment with 400 digits', { createdAt: `2026-11-21T08:00:00.${'1'.repeat(400)}Z` }],
  ['a moment with a zone', { createdAt: '2026-11-21T08:00:00+99:00' }],
  ['a moment beyond the year 9999', { createdAt: '+275760-09-13T00:00:00Z' }],
  ['a moment that is a number', { createdAt: 0 }],
  ['a day of the year nought', { workDate: '0000-01-01' }],
  ['a day that does not exist', { workDate: '2026-02-30' }],
  ['a day beyond the year 9999', { workDate: '10000-01-01' }],
  ['an infinite day', { workDate: 'infinity' }],
  ['an id that is none', { id: `${id}x` }],
  ['a rank that is none', { rank: '10' }],
  ['a waiting time that is none', { since: 'i går' }],
  ['a name with a NUL', { name: 'a\0b' }],
  ['a name with half a character', { name: 'a\ud83d' }],
  ['a name that is a list', { name: ['x'] }],
]

const cursorOf = (position: object) => Buffer.from(JSON.stringify(position)).toString('base64url')
/**
 * The fields of each sort order's cursor. Every order is tried on every list, since another list's cursor is forged
 * too.
 */
const orders = [
  ['createdAt', 'id'],
  ['workDate', 'id'],
  ['name', 'id'],
  ['id'],
  ['rank', 'since', 'ticketNumber', 'id'],
] as const
/** Lists sorted by id only. */
const listsById = ['/api/customers/:id/documents', '/api/portal/documents']

test('these are all paginated lists', () => {
  expect(paginated.map(({ path }) => path).sort()).toEqual([
    '/api/archive',
    '/api/articles',
    '/api/customers',
    '/api/customers/:id/credentials/log',
    '/api/customers/:id/credentials/versions',
    '/api/customers/:id/documents',
    '/api/customers/:id/equipment',
    '/api/customers/:id/tickets',
    '/api/enquiries',
    '/api/expenses',
    '/api/invoice-bases',
    '/api/invoice-bases/:id/rows',
    '/api/month/lines',
    '/api/portal/documents',
    '/api/portal/invoice-bases/:id/rows',
    '/api/portal/tickets',
    '/api/reports',
    '/api/reports/:id/rows',
    '/api/settings/mail',
    '/api/settings/sign-ins',
    '/api/tickets',
    '/api/time',
    '/api/todo',
  ])
})

test.each(forged)('A-215: %s in a cursor is refused by every list', async (_name, wrong) => {
  for (const order of orders.filter((keys) => keys.some((key) => key in wrong))) {
    const position = Object.fromEntries(order.map((key) => [key, { ...valid, ...wrong }[key]]))
    for (const endpoint of paginated) {
      const [path, status, message] = await listFrom(endpoint, cursorOf(position))
      expect([path, status]).toEqual([path, 422])
      expect(message).not.toBe('')
    }
  }
  expect(errors.text()).toBe('')
})

test('A-215: malformed cursors, those of another list, and those with extra fields are refused', async () => {
  const wrong = ['', 'x', 'null', '[]', '"x"', '1'].map((text) => Buffer.from(text).toString('base64url'))
  for (const after of [...wrong, cursorOf({}), cursorOf({ ...valid, more: 1 }), 'e'.repeat(1001)])
    for (const endpoint of paginated)
      expect((await listFrom(endpoint, after)).slice(0, 2)).toEqual([endpoint.path, 422])
  for (const endpoint of paginated)
    expect((await listFrom(endpoint, cursorOf({ id }))).slice(0, 2)).toEqual([
      endpoint.path,
      listsById.includes(endpoint.path) ? 200 : 422,
    ])
})

test('valid cursors are accepted: microseconds, the first moment and day, ids in upper case', async () => {
  const statusOf = async (path: string, position: object) =>
    (await listFrom(endpoints.get(`GET ${path}`) as Endpoint, cursorOf(position)))[1]
  for (const createdAt of [moment, '2026-11-21T08:00:00Z', '0001-01-01T00:00:00Z', '9999-12-31T23:59:59.999999Z'])
    for (const path of ['/api/tickets', '/api/enquiries', '/api/reports', '/api/settings/mail'])
      expect(await statusOf(path, { createdAt, id: id.toUpperCase() })).toBe(200)
  expect(await statusOf('/api/todo', { rank: '9', since: moment, ticketNumber: '0', id: id.toUpperCase() })).toBe(200)
  for (const status of ['open', 'closed'])
    expect(await statusOf('/api/portal/tickets', { status, createdAt: moment, id })).toBe(200)
  for (const workDate of ['2026-11-21', '0001-01-01', '9999-12-31'])
    for (const path of ['/api/time', '/api/archive']) expect(await statusOf(path, { workDate, id })).toBe(200)
  for (const path of ['/api/articles', '/api/customers', '/api/invoice-bases'])
    expect(await statusOf(path, { name: 'å'.repeat(200), id })).toBe(200)
})

const bodyOf = (workDate: string) => ({ customerId, workDate, timeFrom: '08:00', timeTo: '09:00' })

test.each(['0000-01-01', '0001-01-01', '1999-12-31', addDays(lastDay(), 1), '9999-12-31'])(
  'A-216: the day %s is refused with an error at its field, as day of work and in a period',
  async (day) => {
    const { call } = h.as(admin)
    await expect(call(time.create, { body: bodyOf(day) })).rejects.toMatchObject({
      status: 422,
      fields: { workDate: OUT_OF_RANGE },
    })
    for (const field of ['from', 'to'])
      await expect(
        call(reports.generate, { body: { customerId: '', from: '2026-11-01', to: '2026-11-30', [field]: day } }),
      ).rejects.toMatchObject({ status: 422, fields: { [field]: OUT_OF_RANGE } })
    expect(errors.text()).toBe('')
  },
)

test('A-216: months and years out of range are refused, the first and the last are accepted', async () => {
  const { call } = h.as(admin)
  const last = lastDay()
  for (const month of ['0000-01', '0001-01', '1999-12', '9999-12', `${Number(last.slice(0, 4)) + 1}-01`])
    await expect(call(time.list, { query: { month } })).rejects.toMatchObject({ status: 422, message: 'Ogiltig månad' })
  for (const year of ['0000', '1999', '2099', '10000'])
    await expect(call(archive.list, { query: { year } })).rejects.toMatchObject({ status: 422, message: 'Ogiltigt år' })
  for (const day of [FIRST_DAY, last]) {
    expect(await call(time.list, { query: { month: day.slice(0, 7) } })).toMatchObject({ next: null })
    expect(await call(archive.list, { query: { year: day.slice(0, 4) } })).toMatchObject({ next: null })
  }
  expect(errors.text()).toBe('')
})

test('the range of days in dates.rules.ts equals that of the trigger set_minutes (0011-time.sql)', async () => {
  const insert = (day: string) =>
    h.test.superuser.query(
      `insert into time_entries (org_id, id, user_id, customer_id, work_date, time_from, time_to, created_by)
       values ($1, $2, $3, $4, $5, '08:00', '09:00', $3)`,
      [orgId, uuidv7(), admin.userId, customerId, day],
    )
  for (const day of [FIRST_DAY, lastDay()]) await insert(day)
  for (const day of [addDays(FIRST_DAY, -1), addDays(lastDay(), 1)])
    await expect(insert(day)).rejects.toMatchObject({ constraint: 'time_entries_work_date' })
})

test('numbers out of a column’s range find nothing and cause no error', async () => {
  const { call } = h.as(admin)
  for (const search of ['#2147483648', '9223372036854775808', `#${'9'.repeat(190)}`]) {
    const headers = { authorization: `Bearer ${admin.token}` }
    const answer = await h.app.inject({ url: `/api/tickets?search=${encodeURIComponent(search)}`, headers })
    expect([answer.statusCode, answer.json().rows]).toEqual([200, []])
  }
  for (const after of ['999999999', '0'])
    expect(await call(vault.versions, { params: { id: customerId }, query: { after } })).toMatchObject({
      rows: [],
    })
  await expect(
    call(vault.versions, { params: { id: customerId }, query: { after: '2147483648' } }),
  ).rejects.toMatchObject({ status: 422 })
  expect(await call(customers.list, { query: { search: '9'.repeat(200) } })).toMatchObject({ rows: [] })
})
