import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { customers } from '#features/customers/customers.contract.ts'
import { reports } from '#features/reports/reports.contract.ts'
import { tickets } from '#features/tickets/tickets.contract.ts'
import { portal } from '#screens/portal/portal.contract.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { expenses, NOT_YOUR_EXPENSE } from '../expenses.contract.ts'
import { TICKET_OF_OTHER_CUSTOMER } from '../time.contract.ts'

let h: Harness
let technician: Person
let colleague: Person
let admin: Person
let portalUser: Person
let customer: { id: string; orgId: string }
let other: { id: string; orgId: string }
let ticketId: string

beforeAll(async () => {
  h = await startHarness()
  const { id: orgId } = await h.anOrganization()
  technician = await h.aTechnician({ orgId, fullName: 'Tove Teknik' })
  colleague = await h.aTechnician({ orgId })
  admin = await h.anAdmin({ orgId })
  customer = await h.aCustomer({ orgId, name: 'Åkeriet AB' })
  other = await h.aCustomer({ orgId, name: 'Bageriet AB' })
  portalUser = await h.aPortalUser(customer)
  const body = { title: 'WiFi nere', description: 'x', customerId: customer.id }
  ticketId = (await h.as(technician).call(tickets.create, { body })).id
})
beforeEach(() => h.test.superuser.query('delete from expenses'))
afterAll(() => h.stop())

const travel = (values: object = {}) => ({
  customerId: customer.id,
  workDate: '2026-11-20',
  kind: 'travel' as const,
  article: 'Milersättning',
  hundredths: 4850,
  unit: 'km',
  priceOre: 2550,
  ...values,
})
const material = (values: object = {}) =>
  travel({ kind: 'material', article: 'Switch 8 portar', hundredths: 100, unit: 'st', priceOre: 129_900, ...values })
const enter = (body: ReturnType<typeof travel>, person = technician) => h.as(person).call(expenses.create, { body })
const change = (id: string, version: number, values: object = {}, person = technician) =>
  h.as(person).call(expenses.change, { params: { id }, body: { ...travel(values), version } })
const list = (query: object = {}) => h.as(technician).call(expenses.list, { query })
const logged = async (id: string) =>
  (await h.test.superuser.query('select action, detail from audit_log where subject_id = $1 order by id', [id])).rows

test('travel is entered with quantity, unit and price, and read back as typed', async () => {
  const row = await enter(travel({ ticketId, description: ' Till kontoret ' }))
  expect(row).toMatchObject({
    kind: 'travel',
    article: 'Milersättning',
    hundredths: 4850,
    unit: 'km',
    priceOre: 2550,
    version: 1,
    description: 'Till kontoret',
    customer: { name: 'Åkeriet AB' },
    ticket: { id: ticketId, title: 'WiFi nere' },
    technician: { fullName: 'Tove Teknik' },
  })
  expect((await list()).rows).toEqual([row])
  expect(await logged(row.id)).toMatchObject([
    { action: 'created', detail: { after: { hundredths: 4850, priceOre: 2550, customerId: customer.id } } },
  ])
})

test('a price may be unknown, and filled in later by the office', async () => {
  const { id, priceOre } = await enter(material({ priceOre: null }))
  expect(priceOre).toBeNull()
  expect((await list({ unpriced: 'true' })).rows).toHaveLength(1)
  expect(await change(id, 1, material({ priceOre: 99_900 }), admin)).toMatchObject({
    priceOre: 99_900,
    version: 2,
    technician: { id: technician.userId },
  })
  expect((await list({ unpriced: 'true' })).rows).toEqual([])
})

test('the sums are of the matching rows: kilometres, öre, and rows without a price', async () => {
  await enter(travel({ ticketId }))
  await enter(travel({ hundredths: 1033, workDate: '2026-10-02' }))
  await enter(material({ priceOre: null, ticketId }))
  await enter(material({ customerId: other.id }), admin)
  // 48,50 × 25,50 = 1 236,75 and 10,33 × 25,50 = 263,415, rounded half up.
  expect((await list()).total).toEqual({ rows: 4, ore: 123_675 + 26_342 + 129_900, unpriced: 1, hundredthsOfKm: 5883 })
  const totals = {
    ofTicket: (await list({ ticketId })).total,
    ofMonth: (await list({ customerId: customer.id, month: '2026-10' })).total,
    own: (await list({ mine: 'true', customerId: other.id })).total,
    ofAnyInMonth: (await list({ month: '2026-10' })).total,
    allOwn: (await list({ mine: 'true' })).total,
  }
  expect(totals).toEqual({
    ofTicket: { rows: 2, ore: 123_675, unpriced: 1, hundredthsOfKm: 4850 },
    ofMonth: { rows: 1, ore: 26_342, unpriced: 0, hundredthsOfKm: 1033 },
    own: { rows: 0, ore: 0, unpriced: 0, hundredthsOfKm: 0 },
    ofAnyInMonth: { rows: 1, ore: 26_342, unpriced: 0, hundredthsOfKm: 1033 },
    allOwn: { rows: 3, ore: 123_675 + 26_342, unpriced: 1, hundredthsOfKm: 5883 },
  })
  const screen = await h.as(technician).call(tickets.screen, { params: { id: ticketId } })
  expect(screen.expenses).toEqual(totals.ofTicket)
})

test('later pages continue where the previous one ended, without a sum', async () => {
  for (let day = 1; day <= 51; day++)
    await enter(travel({ workDate: `2026-${day > 30 ? '10' : '11'}-${String(((day - 1) % 30) + 1).padStart(2, '0')}` }))
  const first = await list()
  const second = await list({ after: first.next })
  expect([first.rows.length, second.rows.length, second.next, second.total]).toEqual([50, 1, null, null])
  expect(new Set([...first.rows, ...second.rows].map(({ id }) => id)).size).toBe(51)
})

test('articles are suggested from earlier rows, latest first, with their last unit and price', async () => {
  await enter(travel({ priceOre: 1000 }))
  await enter(travel({ priceOre: 2550 }))
  const removed = await enter(material({ article: 'Feltryck' }))
  await enter(material())
  await h.as(technician).call(expenses.remove, { params: { id: removed.id } })
  expect((await h.as(colleague).call(expenses.articles, {})).rows).toEqual([
    { kind: 'material', article: 'Switch 8 portar', unit: 'st', priceOre: 129_900 },
    { kind: 'travel', article: 'Milersättning', unit: 'km', priceOre: 2550 },
  ])
})

test('a removed row is in no list or sum until it is restored', async () => {
  const { id } = await enter(travel())
  await h.as(technician).call(expenses.remove, { params: { id } })
  expect(await list()).toMatchObject({ rows: [], total: { rows: 0, ore: 0 } })
  await expect(change(id, 1)).rejects.toMatchObject({ status: 404 })
  expect(await h.as(technician).call(expenses.restore, { params: { id } })).toMatchObject({ id })
  expect((await list()).total).toMatchObject({ rows: 1 })
  expect((await logged(id)).map(({ action }) => action)).toEqual(['created', 'deleted', 'restored'])
})

test('an outdated version gets 409 with the current row', async () => {
  const { id } = await enter(travel())
  const both = await Promise.allSettled([change(id, 1, { hundredths: 100 }), change(id, 1, { hundredths: 200 }, admin)])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  await expect(change(id, 1)).rejects.toMatchObject({ status: 409, code: 'conflict', current: { id, version: 2 } })
})

test('A-440: technicians cannot enter, change, remove or restore rows for others', async () => {
  const { id } = await enter(travel())
  await expect(enter(travel({ userId: technician.userId }), colleague)).rejects.toMatchObject({ status: 403 })
  await expect(change(id, 1, {}, colleague)).rejects.toMatchObject({ status: 403, message: NOT_YOUR_EXPENSE })
  await expect(change(id, 1, { userId: colleague.userId })).rejects.toMatchObject({ status: 403 })
  for (const endpoint of [expenses.remove, expenses.restore])
    await expect(h.as(colleague).call(endpoint, { params: { id } })).rejects.toMatchObject({ status: 403 })
  expect(await enter(travel({ userId: colleague.userId }), admin)).toMatchObject({
    technician: { id: colleague.userId },
  })
})

test.each([
  ['no article', { article: ' ' }, 'article', 'Ange vad det är'],
  ['nothing', { hundredths: 0 }, 'hundredths', 'Antalet ska vara större än noll'],
  ['half a hundredth', { hundredths: 0.5 }, 'hundredths', 'Ange antal, som 12,5'],
  ['more than 100 000', { hundredths: 10_000_001 }, 'hundredths', 'Antalet får vara högst 100 000'],
  ['a negative price', { priceOre: -1 }, 'priceOre', 'Beloppet kan inte vara mindre än noll'],
  ['part of an öre', { priceOre: 0.5 }, 'priceOre', 'Ange ett belopp, som 25,00'],
  ['no unit', { unit: '' }, 'unit', 'Ange enhet'],
  ['another kind', { kind: 'food' }, 'kind', 'Välj resa eller material'],
  ['a date before 2000', { workDate: '1999-12-31' }, 'workDate', expect.stringContaining('2000-01-01')],
])('%s is refused with an error at the field', async (_name, values, field, message) => {
  await expect(enter(travel(values))).rejects.toMatchObject({ status: 422, fields: { [field]: message } })
})

test('A-441: another customer’s ticket is refused at the field, and by the database', async () => {
  const refused = { status: 422, fields: { ticketId: TICKET_OF_OTHER_CUSTOMER } }
  await expect(enter(travel({ ticketId, customerId: other.id }))).rejects.toMatchObject(refused)
  const { id } = await enter(travel({ ticketId }))
  await expect(change(id, 1, { ticketId, customerId: other.id })).rejects.toMatchObject(refused)
  await expect(
    h.test.superuser.query('update expenses set customer_id = $1 where id = $2', [other.id, id]),
  ).rejects.toMatchObject({ constraint: 'expenses_ticket' })
})

test('an archived customer gets no new rows', async () => {
  const archived = await h.aCustomer({ orgId: customer.orgId })
  await enter(travel({ customerId: archived.id }))
  await h.as(admin).call(customers.remove, { params: { id: archived.id } })
  await expect(enter(travel({ customerId: archived.id }))).rejects.toMatchObject({ status: 422 })
})

test('A-442: neither the customer nor a report sees travel or material', async () => {
  await enter(travel({ ticketId, article: 'Hemlig resa' }))
  await expect(h.as(portalUser).call(expenses.list, { query: {} })).rejects.toMatchObject({ status: 403 })
  const shown = await h.as(portalUser).call(portal.list, { query: {} })
  expect(JSON.stringify(shown)).not.toContain('Hemlig resa')
  const report = await h.as(admin).call(reports.generate, {
    body: { customerId: customer.id, from: '2026-11-01', to: '2026-11-30' },
  })
  expect(report).toMatchObject({ rows: 0, minutes: 0 })
})

test('a customer with travel or material is archived instead of deleted', async () => {
  const { id } = await h.aCustomer({ orgId: customer.orgId })
  await enter(travel({ customerId: id }))
  expect(await h.as(admin).call(customers.remove, { params: { id } })).toEqual({ outcome: 'archived' })
})
