// Travel and material on an invoice basis.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { expenses } from '#features/time/expenses.contract.ts'
import { time } from '#features/time/time.contract.ts'
import type { Harness, Person } from '#tests/harness/harness.ts'
import { agreements } from '../agreements.contract.ts'
import { invoiceBases } from '../invoice-bases.contract.ts'
import { price } from '../price.contract.ts'
import { aCompanyWithTerms } from '../testing/invoice-bases.ts'

let h: Harness
let admin: Person
let technician: Person
let orgId: string
let customerId: string

beforeAll(async () => {
  ;({ h, orgId, admin, technician } = await aCompanyWithTerms(30))
})
beforeEach(async () => {
  customerId = (await h.aCustomer({ orgId })).id
})
afterAll(() => h.stop())

const month = '2026-11'
const staff = () => h.as(technician).call
const trip = { workDate: '2026-11-20', kind: 'travel', article: 'Resa', hundredths: 4850, unit: 'km', priceOre: 2_500 }
const spend = (given: object = {}) => staff()(expenses.create, { body: { ...trip, customerId, ...given } as never })
const create = (replaces: string | null = null) =>
  staff()(invoiceBases.create, { body: { customerId, month, replaces } })
/** As it is after the check that a job does. */
const get = (id: string) => staff()(invoiceBases.check, { params: { id } })
const change = ({ id, version }: { id: string; version: number }, given: object) =>
  staff()(expenses.change, { params: { id }, body: { ...trip, customerId, ticketId: '', version, ...given } as never })

test('they are lines with VAT and rows of their own, also in a month without time', async () => {
  await spend()
  await spend({
    kind: 'material',
    article: 'Switch',
    hundredths: 200,
    unit: 'st',
    priceOre: 129_900,
    description: 'Till växeln',
  })
  const basis = await create()
  expect(basis).toMatchObject({
    rowCount: 2,
    minutes: 0,
    labourOre: 0,
    travelOre: 121_250,
    materialOre: 259_800,
    netOre: 381_050,
    vatOre: 95_263,
    totalOre: 476_313,
    lines: [
      { position: 1, kind: 'travel', article: 'Resa', quantity: 4850, per: 100, unit: 'km', netOre: 121_250 },
      { position: 2, kind: 'material', article: 'Switch', netOre: 259_800 },
    ],
  })
  const { rows } = await staff()(invoiceBases.rows, { params: { id: basis.id }, query: {} })
  expect(rows).toMatchObject([
    { source: 'expense', kind: 'travel', technician: 'Tove Teknik', description: 'Resa, 48,5\u00a0km', lines: [1] },
    { source: 'expense', kind: 'material', description: 'Switch, 2\u00a0st\nTill växeln', timeFrom: null, lines: [2] },
  ])
  const ofLine = await staff()(invoiceBases.rows, { params: { id: basis.id }, query: { line: '2' } })
  expect(ofLine.rows).toHaveLength(1)
  const { rows: customers } = await staff()(invoiceBases.list, { query: { month } })
  expect(customers.map(({ customer }) => customer.id)).toContain(customerId)
})

test('the month’s price includes them and counts unpriced ones, which prevent a basis', async () => {
  await spend()
  await spend({ article: 'Kabel', kind: 'material', priceOre: null })
  const priced = await staff()(price.ofMonth, { params: { id: customerId }, query: { month } })
  expect(priced).toMatchObject({
    netOre: 121_250,
    unpricedExpenses: 1,
    rows: [
      { source: 'expense', kind: 'travel', description: 'Resa, 48,5\u00a0km', timeFrom: null, minutes: 0, lines: [0] },
      { source: 'expense', kind: 'material', description: 'Kabel, 48,5\u00a0km', technician: 'Tove Teknik', lines: [] },
    ],
  })
  await expect(create()).rejects.toMatchObject({ status: 422, message: /^1 rad med resa eller material saknar pris/ })
})

test('price and invoice basis list the same rows: time, then travel and material by date', async () => {
  await spend({ workDate: '2026-11-02', description: 'Tur och retur' })
  await staff()(time.create, {
    body: { customerId, workDate: '2026-11-20', timeFrom: '10:00', timeTo: '11:00', description: 'Bytt switch' },
  })
  const priced = await staff()(price.ofMonth, { params: { id: customerId }, query: { month } })
  const { id } = await create()
  const { rows } = await staff()(invoiceBases.rows, { params: { id }, query: {} })
  const facts = ['source', 'workDate', 'timeFrom', 'timeTo', 'kind', 'technician', 'description', 'minutes'] as const
  const factsOf = (row: Record<(typeof facts)[number], unknown>) => facts.map((fact) => row[fact])
  expect(priced.rows.map(factsOf)).toEqual(rows.map(factsOf))
  expect(priced.rows.map(({ lines }) => lines.map((line) => line + 1))).toEqual(rows.map(({ lines }) => lines))
})

test('changing, adding or removing one makes the basis outdated, and a new one includes it', async () => {
  const row = await spend()
  let basis = await create()
  const changed = await change(row, { hundredths: 5000 })
  expect(await get(basis.id)).toMatchObject({ isOutdated: true })
  basis = await create(basis.id)
  expect(basis).toMatchObject({ travelOre: 125_000, isOutdated: false })
  await spend({ hundredths: 100 })
  expect(await get(basis.id)).toMatchObject({ isOutdated: true })
  basis = await create(basis.id)
  await staff()(expenses.remove, { params: { id: changed.id } })
  expect(await get(basis.id)).toMatchObject({ isOutdated: true })
})

test('A-429: travel and material on a billed basis cannot be changed until its withdrawal', async () => {
  const row = await spend()
  const { id } = await create()
  const { number } = await staff()(invoiceBases.bill, { params: { id } })
  const refusal = { status: 409, message: `Raden ingår i underlag ${number}. Ta tillbaka underlaget först.` }
  await expect(change(row, { hundredths: 1 })).rejects.toMatchObject(refusal)
  await expect(staff()(expenses.remove, { params: { id: row.id } })).rejects.toMatchObject(refusal)
  await expect(
    h.test.superuser.query('update expenses set price_ore = 1 where id = $1', [row.id]),
  ).rejects.toMatchObject({ constraint: 'expenses_billed' })
  await h.as(admin).call(invoiceBases.withdraw, { params: { id }, body: { reason: 'Fel sträcka' } })
  expect(await change(row, { hundredths: 100 })).toMatchObject({ hundredths: 100 })
})

test('changing the RUT mark makes the basis outdated too', async () => {
  await h.as(admin).call(agreements.setBilling, {
    params: { id: customerId },
    body: { vat: 'standard', isPrivate: true },
  })
  const work = { customerId, workDate: '2026-11-20', timeFrom: '10:00', timeTo: '11:00', kind: 'onsite' as const }
  const { id } = await staff()(time.create, { body: work })
  const basis = await create()
  await h.test.superuser.query('update time_entries set is_rut = true where id = $1', [id])
  expect(await get(basis.id)).toMatchObject({ isOutdated: true })
})
