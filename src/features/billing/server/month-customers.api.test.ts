// The customers of a month: found in the rows of the month when these are few, else in the order of the list.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { customers } from '#features/customers/customers.contract.ts'
import { expenses } from '#features/time/expenses.contract.ts'
import { time } from '#features/time/time.contract.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { agreements } from '../agreements.contract.ts'
import { invoiceBases, liveStates } from '../invoice-bases.contract.ts'
import { prepaidHours } from '../prepaid-hours.contract.ts'
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
/** Time on each day of the month and one day before and after it. */
const addTime = (customers: { id: string }[]) =>
  h.test.superuser.query(
    `insert into time_entries (org_id, id, user_id, customer_id, work_date, time_from, time_to, created_by)
     select $1, gen_random_uuid(), $2, customer, '${month}-01'::date + day, '08:00', '08:10', $2
     from unnest($3::uuid[]) customer, generate_series(-1, 31) day`,
    [orgId, technician.userId, customers.map(({ id }) => id)],
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
