import { afterAll, beforeAll, expect, test } from 'vitest'
import { time } from '#features/time/time.contract.ts'
import { dashboard } from '#screens/back-office/dashboard.contract.ts'
import { portal } from '#screens/portal/portal.contract.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { tickets } from '../tickets.contract.ts'

let h: Harness
let technician: Person
let portalUser: Person
let outsider: Person
let customer: { id: string; orgId: string }

beforeAll(async () => {
  h = await startHarness()
  const { id: orgId } = await h.anOrganization()
  technician = await h.aTechnician({ orgId })
  outsider = await h.anAdmin({ orgId: (await h.anOrganization('Annan AB')).id })
  customer = await h.aCustomer({ orgId, name: 'Åkeriet AB' })
  portalUser = await h.aPortalUser(customer)
})
afterAll(() => h.stop())

const open = async (title: string) =>
  (await h.as(portalUser).call(portal.create, { body: { title, description: 'Sedan i morse' } })).id
const answer = (id: string, values: object = {}) =>
  h.as(technician).call(tickets.comment, { params: { id }, body: { comment: 'Klart', ...values } })
const unlogged = async (person = technician) => (await h.as(person).call(dashboard.get, {})).unlogged
const titles = async () => (await unlogged()).rows.map(({ title }) => title)

test('an answered ticket is listed until time is logged on it, even when it is closed', async () => {
  const id = await open('Skrivaren')
  expect(await titles()).toEqual([])
  await answer(id, { isInternal: true })
  expect(await titles()).toEqual([])
  await answer(id, { resolves: true })
  expect(await unlogged()).toMatchObject({
    total: 1,
    rows: [{ id, title: 'Skrivaren', customer: { id: customer.id } }],
  })
  const { version } = await h.as(technician).call(tickets.get, { params: { id } })
  await h.as(technician).call(tickets.change, { params: { id }, body: { status: 'closed', version } })
  expect(await titles()).toEqual(['Skrivaren'])
  const body = { customerId: customer.id, ticketId: id, workDate: '2026-11-20', timeFrom: '08:00', timeTo: '09:00' }
  const entry = await h.as(technician).call(time.create, { body })
  expect(await titles()).toEqual([])
  await h.as(technician).call(time.remove, { params: { id: entry.id } })
  expect(await titles()).toEqual(['Skrivaren'])
})

test('five are shown, latest active first, with the total; none of another organization', async () => {
  const before = (await unlogged()).total
  for (const title of ['A', 'B', 'C', 'D', 'E', 'F']) await answer(await open(title))
  const { rows, total } = await unlogged()
  expect(total).toBe(before + 6)
  expect(rows.map(({ title }) => title)).toEqual(['F', 'E', 'D', 'C', 'B'])
  expect(await unlogged(outsider)).toEqual({ total: 0, rows: [] })
})

test('an old answer is no longer listed', async () => {
  const id = await open('Gammalt')
  await answer(id)
  await h.test.superuser.query(
    `update ticket_comments set created_at = created_at - interval '15 days' where ticket_id = $1`,
    [id],
  )
  expect(await titles()).not.toContain('Gammalt')
})
