// The customers of a month: found in the rows of the month when these are few, else in the order of the list.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { customers } from '#features/customers/customers.contract.ts'
import { expenses } from '#features/time/expenses.contract.ts'
import { time } from '#features/time/time.contract.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { agreements } from '../agreements.contract.ts'
import { invoiceBases, liveStates } from '../invoice-bases.contract.ts'
import { prepaidHours } from '../prepaid-hours.contract.ts'
import { anApprover } from '../testing/invoice-bases.ts'
import { aTerms } from '../testing/terms.ts'

let h: Harness
let admin: Person
let technician: Person
let orgId: string

beforeAll(async () => {
  h = await startHarness()
})
beforeEach(async () => {
  orgId = (await h.anOrganization('Månadsbolaget AB')).id
  admin = await h.anAdmin({ orgId })
  technician = await h.aTechnician({ orgId })
  const { id: termsId } = await h.as(admin).call(agreements.createTerms, { body: aTerms() })
  await h.as(admin).call(agreements.setDefault, { body: { validFrom: '2026-01-01', termsId } })
})
afterAll(() => h.stop())

const month = '2026-08'
const staff = () => h.as(technician).call
const aCustomer = (name: string) => h.aCustomer({ orgId, name })
const list = (query: { month: string; after?: string } = { month }) => staff()(invoiceBases.list, { query })
const namesOf = (rows: { customer: { name: string } }[]) => rows.map(({ customer }) => customer.name)
const work = (customerId: string, given: object = {}) =>
  staff()(time.create, { body: { customerId, workDate: `${month}-02`, timeFrom: '10:00', timeTo: '11:00', ...given } })
const spend = (customerId: string, workDate = `${month}-31`) =>
  staff()(expenses.create, {
    body: { customerId, workDate, kind: 'material', article: 'Kabel', hundredths: 100, unit: 'st', priceOre: 100 },
  })
const buy = (id: string, boughtOn = `${month}-01`) =>
  h.as(admin).call(prepaidHours.create, {
    params: { id },
    body: { boughtOn, validUntil: null, minutes: 120, priceOre: 170_000 },
  })
/** Time on each day of the month and one day before and after it, or on the first `days` of these. */
const addTime = (customers: { id: string }[], days = 33) =>
  h.test.superuser.query(
    `insert into time_entries (org_id, id, user_id, customer_id, work_date, time_from, time_to, created_by)
     select $1, gen_random_uuid(), $2, customer, '${month}-01'::date + day, '08:00', '08:10', $2
     from unnest($3::uuid[]) customer, generate_series(-1, $4 - 2) day`,
    [orgId, technician.userId, customers.map(({ id }) => id), days],
  )

/** One customer for each reason to be in the list, and some without any in this month. */
async function addReasons() {
  const [worked, spent, bought, planned] = [
    await aCustomer('Övrigt arbete'),
    await aCustomer('Åkeri med kabel'),
    await aCustomer('Äger timmar'),
    await aCustomer('Annan månad'),
  ]
  await work(worked.id)
  await spend(spent.id)
  await buy(bought.id)
  await work(planned.id, { workDate: '2026-07-31' })
  await spend(planned.id, '2026-09-01')
  await buy(planned.id, '2026-09-01')
  const removed = await aCustomer('Bortagen rad')
  const { id } = await work(removed.id)
  await staff()(time.remove, { params: { id } })
  const outsider = await h.aTechnician({ orgId: (await h.anOrganization('Annan AB')).id })
  const foreign = await h.aCustomer({ orgId: outsider.orgId ?? '', name: 'Andras kund' })
  await h.as(outsider).call(time.create, {
    body: { customerId: foreign.id, workDate: `${month}-02`, timeFrom: '10:00', timeTo: '11:00' },
  })
  return { worked, spent, bought }
}

test('a month with few rows has the customers with time, material, bought hours or a basis, in Swedish order', async () => {
  const { worked } = await addReasons()
  const created = await staff()(invoiceBases.create, { body: { customerId: worked.id, month, replaces: null } })
  const { rows, sums, next } = await list()
  expect(namesOf(rows)).toEqual(['Åkeri med kabel', 'Äger timmar', 'Övrigt arbete'])
  expect(rows[2]).toMatchObject({ minutes: 60, unreported: 1, basis: { id: created.id, state: 'draft' } })
  expect(next).toBeNull()
  expect(sums?.map(({ state, count, netOre }) => [state, count, netOre])).toEqual([
    ['draft', 1, created.netOre],
    ...liveStates.slice(1).map((state) => [state, 0, 0]),
  ])
})

describe('a customer whose only rows are late ones, of a billed month', () => {
  const mark = (customerId: string) =>
    h.test.superuser.query(
      'update time_entries set reported = true, reported_at = now() where customer_id = $1 and not reported',
      [customerId],
    )
  const billed = async (customerId: string, of: string) => {
    const { id } = await staff()(invoiceBases.create, { body: { customerId, month: of, replaces: null } })
    await mark(customerId)
    await staff()(invoiceBases.bill, { params: { id } })
  }
  const rowsOf = async (of = month) => (await list({ month: of })).rows

  test('is in the list of each later month until a basis has the rows, with their month and what is not reported', async () => {
    const { id: customerId } = await aCustomer('Sen AB')
    await work(customerId, { workDate: '2026-06-10' })
    await billed(customerId, '2026-06')
    expect(await rowsOf('2026-07')).toEqual([])
    await work(customerId, { workDate: '2026-06-30' })
    await spend(customerId, '2026-06-29')
    const late = [{ month: '2026-06', rows: 2, unreported: 1 }]
    const expected = { customer: { name: 'Sen AB' }, minutes: 0, unreported: 0, late, unbilled: [], basis: null }
    expect(await rowsOf('2026-07')).toMatchObject([expected])
    expect(await rowsOf()).toMatchObject([expected])
    expect((await list()).nextStep).toBe('make')
    const { id } = await staff()(invoiceBases.create, { body: { customerId, month: '2026-07', replaces: null } })
    expect(await rowsOf('2026-07')).toMatchObject([{ late, basis: { id } }])
    expect((await list({ month: '2026-07' })).nextStep).toBe('mark')
    expect(await rowsOf()).toEqual([])
    await mark(customerId)
    expect((await list({ month: '2026-07' })).nextStep).toBe('bill')
    await staff()(invoiceBases.bill, { params: { id } })
    expect(await list({ month: '2026-07' })).toMatchObject({ rows: [{ late: [] }], nextStep: null })
  })

  test('waits where a month between is not billed', async () => {
    const { id: customerId } = await aCustomer('Mellan AB')
    await work(customerId, { workDate: '2026-06-10' })
    await billed(customerId, '2026-06')
    await work(customerId, { workDate: '2026-06-11' })
    await work(customerId, { workDate: '2026-07-01' })
    expect(await rowsOf('2026-07')).toMatchObject([{ minutes: 60, late: [{ month: '2026-06', rows: 1 }] }])
    expect(await rowsOf()).toEqual([])
  })
})

test('the next step is that of all customers, also of those on later pages', async () => {
  const many = await Promise.all(Array.from({ length: 51 }, (_, n) => aCustomer(`Kund ${String(n).padStart(2, '0')}`)))
  await addTime(many, 2)
  const last = many.at(-1)?.id ?? ''
  const nextStep = async () => (await list()).nextStep
  const madeOf = async (customerId: string) =>
    (await staff()(invoiceBases.create, { body: { customerId, month, replaces: null } })).id
  for (const { id } of many.slice(0, -1)) await madeOf(id)
  expect(await nextStep()).toBe('make')
  const id = await madeOf(last)
  expect(await nextStep()).toBe('mark')
  const mark = (where: string) =>
    h.test.superuser.query(
      `update time_entries set reported = true, reported_at = now() where not reported and org_id = $1 ${where}`,
      [orgId],
    )
  await mark(`and customer_id <> '${last}'`)
  expect(await nextStep()).toBe('mark')
  await mark('')
  expect(await nextStep()).toBe('bill')
  await h.test.superuser.query(`update invoice_bases set needs_approval = true where org_id = $1`, [orgId])
  expect(await nextStep()).toBeNull()
  await anApprover(h, { id: last, orgId })
  expect(await nextStep()).toBe('send')
  await staff()(invoiceBases.send, { params: { id } })
  expect(await nextStep()).toBeNull()
  const second = await list({ month, after: (await list()).next ?? '' })
  expect(second).toMatchObject({ sums: null, nextStep: null, sendings: [] })
})

test('a month with many rows has the same customers, page by page, and the sums of all on the first', async () => {
  const { worked, spent } = await addReasons()
  const many = await Promise.all(Array.from({ length: 60 }, (_, n) => aCustomer(`Kund ${String(n).padStart(2, '0')}`)))
  await addTime(many)
  const archived = await aCustomer('Zorns arkiv')
  await work(archived.id)
  await h.as(admin).call(customers.remove, { params: { id: archived.id } })
  await staff()(invoiceBases.create, { body: { customerId: worked.id, month, replaces: null } })
  await staff()(invoiceBases.create, { body: { customerId: spent.id, month, replaces: null } })
  const first = await list()
  expect(first.rows).toHaveLength(50)
  expect(first.rows[0]).toMatchObject({ customer: { name: 'Kund 00' }, minutes: 310, unreported: 31, basis: null })
  expect(first.sums?.find(({ state }) => state === 'draft')).toMatchObject({ count: 2 })
  const second = await list({ month, after: first.next ?? '' })
  expect(second).toMatchObject({ next: null, sums: null })
  expect(namesOf([...first.rows, ...second.rows])).toEqual([
    ...many.map((_, n) => `Kund ${String(n).padStart(2, '0')}`),
    ...['Zorns arkiv', 'Åkeri med kabel', 'Äger timmar', 'Övrigt arbete'],
  ])
})

test('customers with recurring charges alone are listed once over the pages, with and without a basis', async () => {
  await h.test.superuser.query(
    `with made as (insert into customers (org_id, id, name)
        select $1, gen_random_uuid(), 'Abonnent ' || lpad(n::text, 2, '0') from generate_series(1, 53) n returning org_id, id),
      charged as (insert into charges (org_id, id, customer_id, text, unit, period, timing, starts_on, is_by_days)
        select org_id, gen_random_uuid(), id, 'Licens', 'st', 'month', 'advance', '${month}-01', true from made returning org_id, id),
      counted as (insert into charge_quantities (org_id, charge_id, valid_from, hundredths)
        select org_id, id, '${month}-01', 100 from charged)
      insert into charge_prices (org_id, charge_id, valid_from, price_ore) select org_id, id, '${month}-01', 10000 from charged`,
    [orgId],
  )
  const names = async () => {
    const first = await list()
    const second = await list({ month, after: first.next ?? '' })
    return { pages: [first.rows.length, second.rows.length], rows: [...first.rows, ...second.rows] }
  }
  const { pages, rows } = await names()
  expect(pages).toEqual([50, 3])
  expect(new Set(namesOf(rows)).size).toBe(53)
  for (const at of [10, 51])
    await staff()(invoiceBases.create, { body: { customerId: rows[at]?.customer.id ?? '', month, replaces: null } })
  const again = await names()
  expect(namesOf(again.rows)).toEqual(namesOf(rows))
  expect(again.rows.flatMap(({ basis }, at) => (basis ? [at] : []))).toEqual([10, 51])
})
