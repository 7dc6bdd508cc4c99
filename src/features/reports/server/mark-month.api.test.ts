// Staff mark the time of a month for many customers at once.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { time } from '#features/time/time.contract.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { reports } from '../reports.contract.ts'

let h: Harness
let technician: Person
let admin: Person
let ids: string[]

beforeAll(async () => {
  h = await startHarness()
})
beforeEach(async () => {
  const { id: orgId } = await h.anOrganization()
  technician = await h.aTechnician({ orgId })
  admin = await h.anAdmin({ orgId })
  ids = []
  for (const workDate of ['2026-10-01', '2026-10-31', '2026-11-01']) {
    const { id } = await h.aCustomer({ orgId })
    await h.as(technician).call(time.create, { body: { customerId: id, workDate, timeFrom: '10:00', timeTo: '11:00' } })
    ids.push(id)
  }
})
afterAll(() => h.stop())

const mark = (customerIds: string[] | null, person = technician) =>
  h.as(person).call(reports.markMonth, { body: { month: '2026-10', customerIds } })
const listed = async () => (await h.as(technician).call(reports.list, { query: {} })).rows
const reported = async () => {
  const { rows } = await h.test.superuser.query(
    'select customer_id from time_entries where reported and customer_id = any($1)',
    [ids],
  )
  return rows.map((row) => String(row.customer_id)).sort()
}

test('the whole month is one report, marked; repeated it marks nothing and makes no report', async () => {
  expect(await mark(null)).toEqual({ marked: 2 })
  expect(await reported()).toEqual(ids.slice(0, 2).sort())
  expect(await listed()).toMatchObject([
    { customerName: null, periodFrom: '2026-10-01', periodTo: '2026-10-31', rows: 2, markedRows: 2 },
  ])
  expect(await mark(null)).toEqual({ marked: 0 })
  expect(await mark(ids)).toEqual({ marked: 0 })
  expect(await listed()).toHaveLength(1)
})

test('of chosen customers each has a report, and the others keep their rows', async () => {
  expect(await mark(ids.slice(1))).toEqual({ marked: 1 })
  expect(await reported()).toEqual(ids.slice(1, 2))
  expect(await listed()).toHaveLength(1)
})

test('A-578: marked by two colleagues at once, each row is marked once', async () => {
  const marked = await Promise.all([mark(null), mark(null, admin), mark(ids), mark(ids.toReversed(), admin)])
  expect(marked.reduce((sum, one) => sum + one.marked, 0)).toBe(2)
  const sums = (await listed()).map(({ markedRows }) => markedRows ?? 0)
  expect(sums.reduce((sum, one) => sum + one, 0)).toBe(2)
})
