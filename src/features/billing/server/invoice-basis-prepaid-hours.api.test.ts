// Prepaid hours on an invoice basis: purchased in the month, drawn at billing, returned at withdrawal.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { customers } from '#features/customers/customers.contract.ts'
import { reports } from '#features/reports/reports.contract.ts'
import { time } from '#features/time/time.contract.ts'
import type { Harness, Person } from '#tests/harness/harness.ts'
import { invoiceBases } from '../invoice-bases.contract.ts'
import { prepaidHours } from '../prepaid-hours.contract.ts'
import { price } from '../price.contract.ts'
import { aCompanyWithTerms } from '../testing/invoice-bases.ts'

let h: Harness
let admin: Person
let technician: Person
let orgId: string
let customerId: string

beforeAll(async () => {
  ;({ h, orgId, admin, technician } = await aCompanyWithTerms(0))
})
beforeEach(async () => {
  customerId = (await h.aCustomer({ orgId })).id
})
afterAll(() => h.stop())

const staff = () => h.as(technician).call
const asAdmin = () => h.as(admin).call
const buy = (given: object = {}) =>
  asAdmin()(prepaidHours.create, {
    params: { id: customerId },
    body: { boughtOn: '2026-08-10', validUntil: null, minutes: 120, priceOre: 170_000, ...given },
  })
const list = () => staff()(prepaidHours.ofCustomer, { params: { id: customerId } })
/** Reported work, by default of three hours. */
async function work(month: string, timeTo = '13:00') {
  const workDate = `${month}-02`
  await staff()(time.create, { body: { customerId, workDate, timeFrom: '10:00', timeTo } })
  const { id } = await staff()(reports.generate, { body: { customerId, from: workDate, to: workDate } })
  await staff()(reports.mark, { params: { id } })
}
const create = (month: string, replaces: string | null = null) =>
  staff()(invoiceBases.create, { body: { customerId, month, replaces } })
/** As it is after the check that a job does. */
const get = (id: string) => staff()(invoiceBases.check, { params: { id } })
const bill = (id: string) => staff()(invoiceBases.bill, { params: { id } })
const withdraw = (id: string) => asAdmin()(invoiceBases.withdraw, { params: { id }, body: { reason: 'Fel rad' } })
const priceOf = (month: string) => staff()(price.ofMonth, { params: { id: customerId }, query: { month } })
const ledger = async () =>
  (
    await h.test.superuser.query<{ minutes: number }>(
      `select d.minutes from drawdowns d join prepaid_hours p on p.id = d.prepaid_hours_id where customer_id = $1 order by d.created_at`,
      [customerId],
    )
  ).rows.map(({ minutes }) => minutes)

test('of three hours with two prepaid, two are drawn and one charged, in price and basis', async () => {
  await buy()
  await work('2026-09')
  const lines = [
    { kind: 'remote', quantity: 60, netOre: 100_000 },
    { kind: 'drawn', article: 'Från timbank köpt 2026-08-10', quantity: 120, unitOre: 0, netOre: 0 },
  ]
  expect(await priceOf('2026-09')).toMatchObject({ lines, netOre: 100_000 })
  expect(await list()).toMatchObject([{ minutes: 120, usedMinutes: 120, drawnMinutes: 0 }])
  const { id } = await create('2026-09')
  expect(await get(id)).toMatchObject({ lines, labourOre: 100_000, prepaidHoursOre: 0 })
  expect(await ledger()).toEqual([])
  await bill(id)
  expect(await ledger()).toEqual([120])
  expect(await list()).toMatchObject([{ usedMinutes: 120, drawnMinutes: 120 }])
  // The price of a billed month stays as it was billed.
  expect(await priceOf('2026-09')).toMatchObject({ lines, netOre: 100_000 })
  await withdraw(id)
  expect(await ledger()).toEqual([120, -120])
  expect(await list()).toMatchObject([{ usedMinutes: 120, drawnMinutes: 0 }])
})

test('purchased hours are a line with VAT and a row of the month, also without work', async () => {
  await buy({ validUntil: '2027-08-09', minutes: 450 })
  const basis = await create('2026-08')
  expect(basis).toMatchObject({
    rowCount: 1,
    prepaidHoursOre: 170_000,
    labourOre: 0,
    netOre: 170_000,
    vatOre: 42_500,
    totalOre: 212_500,
    lines: [{ kind: 'bought', article: 'Timbank 7,5 tim', quantity: 1, unit: 'st', vatPercent: 25 }],
  })
  const { rows } = await staff()(invoiceBases.rows, { params: { id: basis.id }, query: {} })
  expect(rows).toMatchObject([
    { source: 'pot', workDate: '2026-08-10', description: 'Timbank, 7,5 tim, gäller till 2027-08-09', lines: [1] },
  ])
  const { rows: customers } = await staff()(invoiceBases.list, { query: { month: '2026-08' } })
  expect(customers.map(({ customer }) => customer.id)).toContain(customerId)
  const file = await staff()(invoiceBases.csv, { params: { id: basis.id } })
  expect(await file.text()).toContain(';Timbank 7,5 tim;1;st;1700,00;1700,00;25;')
})

test('work draws prepaid hours only on dates when they are valid, those that expire first first', async () => {
  await buy({ boughtOn: '2026-07-01', validUntil: '2026-09-01' })
  await buy({ boughtOn: '2026-07-02', validUntil: '2026-09-02', minutes: 30 })
  await buy({ boughtOn: '2026-07-03' })
  await buy({ boughtOn: '2026-09-03', validUntil: '2026-09-04' })
  await work('2026-09', '11:00')
  const { lines } = await priceOf('2026-09')
  expect(lines.filter(({ kind }) => kind === 'drawn').map(({ article, quantity }) => [article, quantity])).toEqual([
    ['Från timbank köpt 2026-07-02', 30],
    ['Från timbank köpt 2026-07-03', 30],
  ])
})

test('buying or removing prepaid hours makes only the affected bases outdated', async () => {
  await work('2026-06')
  await work('2026-09')
  const [before, after] = [await create('2026-06'), await create('2026-09')]
  const [prepaid] = await buy()
  expect([(await get(before.id)).isOutdated, (await get(after.id)).isOutdated]).toEqual([false, true])
  const next = await create('2026-09', after.id)
  expect(next.lines.map(({ kind }) => kind)).toEqual(['remote', 'drawn'])
  expect(await asAdmin()(prepaidHours.remove, { params: { id: prepaid?.id ?? '' } })).toEqual([])
  expect((await get(next.id)).isOutdated).toBe(true)
})

test('a basis is outdated when another one drew its hours, but not when enough are left', async () => {
  await buy({ minutes: 200 })
  await work('2026-09', '12:00')
  await work('2026-10', '12:00')
  await work('2026-11', '11:00')
  const [september, october, november] = [await create('2026-09'), await create('2026-10'), await create('2026-11')]
  await bill(september.id)
  expect([(await get(october.id)).isOutdated, (await get(november.id)).isOutdated]).toEqual([true, false])
  await expect(bill(october.id)).rejects.toMatchObject({ status: 409 })
  await bill((await create('2026-10', october.id)).id)
  expect(await ledger()).toEqual([120, 80])
  expect((await get(november.id)).isOutdated).toBe(true)
  const renewed = await create('2026-11', november.id)
  expect(renewed.lines.map(({ kind }) => kind)).toEqual(['remote'])
  // Returned hours can be drawn by the next basis to be billed.
  await withdraw(september.id)
  expect((await get(renewed.id)).isOutdated).toBe(true)
})

test('A-444: two bases billed at once never draw more than there is', async () => {
  await buy()
  const months = ['2026-09', '2026-10'] as const
  for (const month of months) await work(month)
  const made = await Promise.all(months.map((month) => create(month)))
  const outcomes = await Promise.allSettled(made.map(({ id }) => bill(id)))
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await ledger()).toEqual([120])
})

test('A-444: a basis billed twice at once draws once', async () => {
  await buy({ minutes: 600 })
  await work('2026-09')
  const { id } = await create('2026-09')
  const outcomes = await Promise.allSettled([bill(id), bill(id)])
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await ledger()).toEqual([180])
})

test('A-445: drawdowns cannot be written, nor purchases changed, or removed once in use', async () => {
  const [prepaid] = await buy()
  const prepaidHoursId = prepaid?.id ?? ''
  const remove = () => asAdmin()(prepaidHours.remove, { params: { id: prepaidHoursId } })
  const bought = await create('2026-08')
  await bill(bought.id)
  await expect(remove()).rejects.toMatchObject({ status: 409, message: expect.stringContaining('underlag') })
  await withdraw(bought.id)
  await work('2026-09')
  await bill((await create('2026-09')).id)
  await expect(remove()).rejects.toMatchObject({ status: 409 })
  const asOwner = (text: string) => h.test.superuser.query(text, [prepaidHoursId])
  await expect(asOwner('update prepaid_hours set minutes = 600 where id = $1')).rejects.toMatchObject({
    constraint: 'prepaid_hours_unchanged',
  })
  await expect(asOwner('delete from drawdowns where prepaid_hours_id = $1')).rejects.toMatchObject({
    constraint: 'drawdowns_unchanged',
  })
  await expect(
    asOwner(`insert into drawdowns (org_id, prepaid_hours_id, basis_id, is_return, minutes)
      select org_id, prepaid_hours_id, basis_id, true, -121 from drawdowns where prepaid_hours_id = $1`),
  ).rejects.toMatchObject({ constraint: 'drawdowns_within_prepaid_hours' })
})

test('A-446: a technician reads prepaid hours but changes nothing; another company sees none', async () => {
  const [prepaid] = await buy()
  expect(await list()).toHaveLength(1)
  const body = { boughtOn: '2026-08-10', validUntil: null, minutes: 60, priceOre: 0 }
  await expect(staff()(prepaidHours.create, { params: { id: customerId }, body })).rejects.toMatchObject({
    status: 403,
  })
  await expect(staff()(prepaidHours.remove, { params: { id: prepaid?.id ?? '' } })).rejects.toMatchObject({
    status: 403,
  })
  const other = h.as(await h.anAdmin({ orgId: (await h.anOrganization('Annan AB')).id })).call
  await expect(other(prepaidHours.ofCustomer, { params: { id: customerId } })).rejects.toMatchObject({ status: 404 })
  await expect(other(prepaidHours.create, { params: { id: customerId }, body })).rejects.toMatchObject({ status: 404 })
  await expect(other(prepaidHours.remove, { params: { id: prepaid?.id ?? '' } })).rejects.toMatchObject({ status: 404 })
})

test.each([
  ['validUntil', { validUntil: '2026-08-09' }],
  ['minutes', { minutes: 0 }],
  ['priceOre', { priceOre: -1 }],
  ['boughtOn', { boughtOn: '' }],
])('an invalid %s is refused with an error at the field', async (field, given) => {
  await expect(buy(given)).rejects.toMatchObject({ status: 422, fields: { [field]: expect.any(String) } })
})

test('a customer with prepaid hours is archived instead of deleted, and gets no more', async () => {
  await buy()
  const { outcome } = await asAdmin()(customers.remove, { params: { id: customerId } })
  expect(outcome).toBe('archived')
  await expect(buy()).rejects.toMatchObject({ status: 422 })
})
