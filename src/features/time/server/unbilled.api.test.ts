// Rows that the customer sees but does not pay for (docs/decisions/125).
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { expenses } from '../expenses.contract.ts'
import { time } from '../time.contract.ts'

let h: Harness
let technician: Person
let customerId: string

beforeAll(async () => {
  h = await startHarness()
  const orgId = (await h.anOrganization()).id
  technician = await h.aTechnician({ orgId })
  customerId = (await h.aCustomer({ orgId })).id
})
afterAll(() => h.stop())

const row = () => ({
  customerId,
  workDate: '2026-11-20',
  timeFrom: '10:00',
  timeTo: '11:00',
  description: 'x',
  notes: null,
})
const expense = () => ({
  customerId,
  workDate: '2026-11-20',
  kind: 'material' as const,
  article: 'Kabel',
  hundredths: 200,
  unit: 'st',
  priceOre: 5_000,
  description: null,
})

test('the reason of time is kept by a change that does not mention it, and removed by null', async () => {
  const { call } = h.as(technician)
  const created = await call(time.create, { body: { ...row(), unbilledReason: ' Garanti ' } })
  expect(created.unbilledReason).toBe('Garanti')
  const params = { id: created.id }
  const kept = await call(time.change, { params, body: { ...row(), timeTo: '12:00', version: 1 } })
  expect(kept.unbilledReason).toBe('Garanti')
  const billed = await call(time.change, { params, body: { ...row(), unbilledReason: null, version: 2 } })
  expect(billed.unbilledReason).toBeNull()
})

test('a reason is a text of at most 200 characters', async () => {
  const { call } = h.as(technician)
  for (const unbilledReason of ['', ' ', '\u200b', 'x'.repeat(201)]) {
    await expect(call(time.create, { body: { ...row(), unbilledReason } })).rejects.toMatchObject({ status: 422 })
    await expect(call(expenses.create, { body: { ...expense(), unbilledReason } })).rejects.toMatchObject({
      status: 422,
    })
  }
})

test('travel and material that are not billed count in no sum of kronor and lack no price', async () => {
  const { call } = h.as(technician)
  await call(expenses.create, { body: expense() })
  const unbilled = await call(expenses.create, { body: { ...expense(), priceOre: null, unbilledReason: 'Vårt fel' } })
  const total = async (query: object) => (await call(expenses.list, { query })).total
  const expected = { rows: 2, ore: 10_000, unpriced: 0 }
  expect(await total({})).toMatchObject(expected)
  expect(await total({ customerId })).toMatchObject(expected)
  expect((await call(expenses.list, { query: { unpriced: 'true' } })).rows).toEqual([])
  const params = { id: unbilled.id }
  await call(expenses.change, { params, body: { ...expense(), priceOre: null, unbilledReason: null, version: 1 } })
  expect(await total({})).toMatchObject({ rows: 2, ore: 10_000, unpriced: 1 })
  expect(await total({ customerId })).toMatchObject({ unpriced: 1 })
})
