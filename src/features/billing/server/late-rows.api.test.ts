// Rows that come after their month is billed, and months that were never billed.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { archive } from '#features/reports/archive.contract.ts'
import { expenses } from '#features/time/expenses.contract.ts'
import { time } from '#features/time/time.contract.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { agreements } from '../agreements.contract.ts'
import { invoiceBases } from '../invoice-bases.contract.ts'
import { aTerms } from '../testing/terms.ts'

let h: Harness
let orgId: string
let admin: Person
let technician: Person
let customerId: string

beforeAll(async () => {
  h = await startHarness()
  orgId = (await h.anOrganization()).id
  admin = await h.anAdmin({ orgId })
  technician = await h.aTechnician({ orgId })
  const terms = aTerms({ roundTo: 30, startFeeOre: 50_000, includedMinutes: 90 })
  const { id: termsId } = await h.as(admin).call(agreements.createTerms, { body: terms })
  await h.as(admin).call(agreements.setDefault, { body: { validFrom: '2026-01-01', termsId } })
})
beforeEach(async () => {
  customerId = (await h.aCustomer({ orgId })).id
})
afterAll(() => h.stop())

const staff = () => h.as(technician).call
const work = (workDate: string, timeFrom = '10:00', timeTo = '11:00') =>
  staff()(time.create, { body: { customerId, workDate, timeFrom, timeTo } })
const create = (month: string, given: { replaces?: string; earlier?: string[] } = {}) =>
  staff()(invoiceBases.create, { body: { customerId, month, replaces: null, ...given } })
const checked = (id: string) => staff()(invoiceBases.check, { params: { id } })
const report = () =>
  h.test.superuser.query('update time_entries set reported = true, reported_at = now() where customer_id = $1', [
    customerId,
  ])
async function bill(id: string) {
  await report()
  return staff()(invoiceBases.bill, { params: { id } })
}
const billed = async (month: string) => bill((await create(month)).id)
const withdraw = (id: string) =>
  h.as(admin).call(invoiceBases.withdraw, { params: { id }, body: { reason: 'Fel rad' } })
const linesOf = ({ lines }: Awaited<ReturnType<typeof create>>) =>
  lines.map(({ kind, month, quantity }) => [kind, month, quantity])

test('late rows go to the next month with their own month, hours left and no second start fee', async () => {
  await work('2026-08-10')
  await billed('2026-08')
  await work('2026-08-10', '13:00', '14:00')
  await work('2026-09-10')
  const basis = await create('2026-09')
  expect(linesOf(basis)).toEqual([
    ['start', null, 1],
    ['included', null, 60],
    ['remote', '2026-08', 30],
    ['included', '2026-08', 30],
  ])
  expect(basis).toMatchObject({ rowCount: 2, minutes: 120, netOre: 100_000 })
  const { rows } = await staff()(invoiceBases.rows, { params: { id: basis.id }, query: {} })
  expect(rows.map(({ workDate, lines }) => [workDate, lines])).toEqual([
    ['2026-09-10', [1, 2]],
    ['2026-08-10', [3, 4]],
  ])
})

test('a late row that is billed is locked, and comes back when its basis is taken back', async () => {
  await work('2026-08-10')
  await billed('2026-08')
  const late = await work('2026-08-11')
  await work('2026-09-10')
  const { id } = await billed('2026-09')
  await expect(h.as(admin).call(archive.reactivate, { params: { id: late.id } })).rejects.toMatchObject({ status: 409 })
  await work('2026-10-01')
  expect(linesOf(await create('2026-10'))).toEqual([
    ['start', null, 1],
    ['included', null, 60],
  ])
  await withdraw(id)
  expect(await create('2026-09')).toMatchObject({ rowCount: 2 })
})

test('late rows wait for an earlier month that is not billed', async () => {
  await work('2026-08-10')
  await billed('2026-08')
  await work('2026-08-11')
  await work('2026-09-10')
  await work('2026-10-10')
  const october = await create('2026-10')
  expect(october.rowCount).toBe(1)
  expect((await create('2026-09')).rowCount).toBe(2)
  expect(await checked(october.id)).toMatchObject({ isOutdated: false })
})

test('an added late row outdates the draft that gets it, and the one whose month it is not is left alone', async () => {
  await work('2026-08-10')
  const august = await billed('2026-08')
  await work('2026-09-10')
  const september = await create('2026-09')
  await work('2026-08-12')
  expect(await checked(august.id)).toMatchObject({ state: 'billed', isOutdated: false })
  expect(await checked(september.id)).toMatchObject({
    isOutdated: true,
    difference: { rows: { added: 1, changed: 0, removed: 0 } },
  })
})

test('a month that is taken back after its late rows were billed costs again what it did', async () => {
  await work('2026-08-10')
  const august = await billed('2026-08')
  await work('2026-08-10', '13:00', '14:00')
  await work('2026-09-10')
  const september = await billed('2026-09')
  const late = september.lines.filter(({ month }) => month === '2026-08').reduce((sum, { netOre }) => sum + netOre, 0)
  await withdraw(august.id)
  const again = await billed('2026-08')
  expect(linesOf(again)).toEqual(linesOf(august))
  expect([again.netOre, late]).toEqual([august.netOre, 50_000])
  // Taken back once more, with the other: one month.
  await withdraw(september.id)
  await withdraw(again.id)
  expect(await create('2026-08')).toMatchObject({ netOre: august.netOre + late })
})

test('late travel and material are on lines of their month', async () => {
  await work('2026-08-10')
  await billed('2026-08')
  const body = {
    customerId,
    workDate: '2026-08-11',
    kind: 'travel',
    article: 'Resa',
    hundredths: 200,
    unit: 'km',
  } as const
  await staff()(expenses.create, { body: { ...body, priceOre: 2500, ticketId: null, description: null } })
  await work('2026-09-10')
  expect((await create('2026-09')).lines.at(-1)).toMatchObject({ kind: 'travel', month: '2026-08', netOre: 5000 })
})

test('rows of a month that was never billed are taken only by choice, and then not twice', async () => {
  await work('2026-08-10')
  await work('2026-09-10')
  expect(await create('2026-09')).toMatchObject({ rowCount: 1, takenMonths: [] })
  await work('2026-10-10')
  const october = await create('2026-10', { earlier: ['2026-08'] })
  expect(october).toMatchObject({ rowCount: 2, takenMonths: ['2026-08'] })
  await expect(create('2026-08')).rejects.toMatchObject({ status: 422 })
  await expect(create('2026-10', { replaces: october.id, earlier: ['2026-09'] })).rejects.toMatchObject({
    status: 422,
    message: 'Raderna i september 2026 kan inte tas med. Läs in månaden igen.',
  })
  // Made again without a choice it keeps the months that it had.
  const again = await create('2026-10', { replaces: october.id })
  expect(again).toMatchObject({ rowCount: 2, takenMonths: ['2026-08'] })
  await work('2026-08-20')
  expect(await checked(again.id)).toMatchObject({ isOutdated: true, difference: { rows: { added: 1 } } })
  expect(await create('2026-10', { replaces: again.id, earlier: [] })).toMatchObject({ rowCount: 1 })
  expect(await create('2026-08')).toMatchObject({ rowCount: 2 })
})

test('rows from before the company bills are never taken', async () => {
  await work('2026-08-10')
  await work('2026-09-10')
  const setFrom = (month: string, by = admin) => h.as(by).call(agreements.setBillingFrom, { body: { month } })
  await expect(setFrom('2026-09', technician)).rejects.toMatchObject({ status: 403 })
  expect(await setFrom('2026-09')).toMatchObject({ billingFrom: '2026-09' })
  await expect(create('2026-08')).rejects.toMatchObject({
    status: 422,
    message: 'Faktureringen börjar i september 2026.',
  })
  await expect(create('2026-09', { earlier: ['2026-08'] })).rejects.toMatchObject({ status: 422 })
  expect(await create('2026-09')).toMatchObject({ rowCount: 1 })
  await setFrom('2026-01')
})

test('a month in two parts draws prepaid hours as one, and gives back what is taken back', async () => {
  await h.test.superuser.query(
    `insert into prepaid_hours (org_id, id, customer_id, bought_on, minutes, price_ore, created_by)
     values ($1, gen_random_uuid(), $2, '2026-07-01', 120, 0, $3)`,
    [orgId, customerId, admin.userId],
  )
  await billed('2026-07')
  await work('2026-08-10', '10:00', '12:00')
  await billed('2026-08')
  await work('2026-08-11', '10:00', '12:00')
  await work('2026-09-10', '10:00', '12:00')
  const drawn = async () =>
    (
      await h.test.superuser.query('select coalesce(sum(minutes), 0)::int as sum from drawdowns where org_id = $1', [
        orgId,
      ])
    ).rows[0].sum
  expect(await drawn()).toBe(30)
  const september = await create('2026-09')
  expect(linesOf(september)).toEqual([
    ['remote', null, 30],
    ['start', null, 1],
    ['included', null, 90],
    ['remote', '2026-08', 30],
    ['start', '2026-08', 1],
    ['drawn', '2026-08', 90],
  ])
  await bill(september.id)
  expect(await drawn()).toBe(120)
  await withdraw(september.id)
  expect(await drawn()).toBe(30)
})

test('the list of a month names earlier months that are not billed, with their rows', async () => {
  await work('2026-07-10')
  await billed('2026-07')
  await work('2026-07-11')
  await work('2026-08-10')
  await work('2026-08-11')
  await work('2026-09-10')
  await create('2026-09')
  await work('2026-10-10')
  const { rows } = await staff()(invoiceBases.list, { query: { month: '2026-10' } })
  expect(rows.find(({ customer }) => customer.id === customerId)?.unbilled).toEqual([
    { month: '2026-08', rows: 2, charges: 0, hasBasis: false },
    { month: '2026-09', rows: 1, charges: 0, hasBasis: true },
  ])
})
