import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { archive } from '#features/reports/archive.contract.ts'
import { reports } from '#features/reports/reports.contract.ts'
import { countWrongAggregates } from '#platform/database/aggregate-check.ts'
import { type Harness, startHarness } from '#tests/harness/harness.ts'
import { time } from '../time.contract.ts'

type Person = Awaited<ReturnType<Harness['aTechnician']>>

let h: Harness
let technician: Person
let admin: Person
let customers: string[]

beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.stop())

beforeEach(async () => {
  const { id: orgId } = await h.anOrganization()
  technician = await h.aTechnician({ orgId })
  admin = await h.anAdmin({ orgId })
  customers = []
  for (const name of ['A', 'B', 'C']) customers.push((await h.aCustomer({ orgId, name })).id)
})

const entry = (of: number, timeTo = '09:00', workDate = '2026-11-20') => ({
  customerId: customers[of] ?? '',
  workDate,
  timeFrom: '08:00',
  timeTo,
  description: 'Bytte kabel',
  notes: null,
  userId: null,
})
const log = (person: Person, ...values: Parameters<typeof entry>) =>
  h.as(person).call(time.create, { body: entry(...values) })
const wrongSums = () => h.database.as('owner', countWrongAggregates)

test('sums follow new, changed, removed and restored rows, and rows with a changed customer', async () => {
  const { id, version } = await log(technician, 0)
  expect(await wrongSums()).toBe(0)
  const as = h.as(technician)
  const moved = await as.call(time.change, { params: { id }, body: { ...entry(1, '10:30'), version } })
  expect(await wrongSums()).toBe(0)
  expect((await as.call(time.list, { query: {} })).total).toEqual({ rows: 1, minutes: 150 })
  expect((await as.call(time.list, { query: { customerId: customers[0] } })).total).toEqual({ rows: 0, minutes: 0 })
  await as.call(time.remove, { params: { id: moved.id } })
  expect((await as.call(time.list, { query: {} })).total).toEqual({ rows: 0, minutes: 0 })
  expect(await wrongSums()).toBe(0)
  await as.call(time.restore, { params: { id: moved.id } })
  expect((await as.call(time.list, { query: { customerId: customers[1] } })).total).toEqual({ rows: 1, minutes: 150 })
  expect(await wrongSums()).toBe(0)
})

test('the total of all time of a person, of a month and of both is that of their rows', async () => {
  await log(technician, 0)
  await log(technician, 1, '10:30', '2026-10-31')
  await log(admin, 0, '08:30')
  const as = h.as(technician)
  const removed = await log(technician, 2, '11:00', '2026-11-21')
  await as.call(time.remove, { params: { id: removed.id } })
  const total = async (query: object) => (await as.call(time.list, { query: { reported: 'true', ...query } })).total
  expect(await total({ mine: 'true' })).toEqual({ rows: 2, minutes: 210 })
  expect(await total({ month: '2026-11' })).toEqual({ rows: 2, minutes: 90 })
  expect(await total({ mine: 'true', month: '2026-11' })).toEqual({ rows: 1, minutes: 60 })
  expect(await total({ mine: 'true', month: '2026-09' })).toEqual({ rows: 0, minutes: 0 })
  expect(await total({ mine: 'true', customerId: customers[1] })).toEqual({ rows: 1, minutes: 150 })
  const { id } = await as.call(reports.generate, { body: { customerId: '', from: '2026-10-01', to: '2026-10-31' } })
  await as.call(reports.mark, { params: { id } })
  expect(await total({ mine: 'true' })).toEqual({ rows: 2, minutes: 210 })
  expect(await total({ mine: 'true', reported: 'false' })).toEqual({ rows: 1, minutes: 60 })
})

test('a reported row counts in its year until it is re-activated', async () => {
  const old = await log(technician, 0, '09:00', '2025-12-31')
  await log(technician, 1, '10:00')
  const as = h.as(technician)
  const { id } = await as.call(reports.generate, { body: { customerId: '', from: '2025-12-01', to: '2026-11-30' } })
  await as.call(reports.mark, { params: { id } })
  expect(await wrongSums()).toBe(0)
  expect((await as.call(archive.list, { query: {} })).total).toEqual({ rows: 2, minutes: 180 })
  expect((await as.call(archive.list, { query: { year: '2025' } })).total).toEqual({ rows: 1, minutes: 60 })
  expect(await as.call(archive.years, {})).toEqual(['2026', '2025'])
  await as.call(archive.reactivate, { params: { id: old.id } })
  expect(await as.call(archive.years, {})).toEqual(['2026'])
  expect(await wrongSums()).toBe(0)
})

test('A-165: with concurrent writing, marking and re-activation every sum equals its rows', async () => {
  for (let row = 0; row < 20; row++) await log(technician, row % 3)
  const period = { customerId: '', from: '2026-11-01', to: '2026-11-30' }
  const markAll = async (person: Person) => {
    const { id } = await h.as(person).call(reports.generate, { body: period })
    await h.as(person).call(reports.mark, { params: { id } })
  }
  const reactivateSome = async () => {
    const { rows } = await h.as(admin).call(archive.list, { query: {} })
    for (const { id } of rows.slice(0, 5))
      await h
        .as(admin)
        .call(archive.reactivate, { params: { id } })
        .catch(({ status }) => expect(status).toBe(409))
  }
  const write = async (person: Person, of: number) => {
    for (let row = 0; row < 10; row++) {
      const { id, version } = await log(person, of)
      await h
        .as(person)
        .call(time.change, { params: { id }, body: { ...entry((of + row) % 3, '11:00'), version } })
        .catch(({ status }) => expect(status).toBe(409))
    }
  }
  for (let round = 0; round < 3; round++)
    await Promise.all([
      ...[write(technician, 0), write(technician, 1), write(admin, 2)],
      ...[markAll(technician), markAll(admin), reactivateSome()],
    ])
  expect(await wrongSums()).toBe(0)
})
