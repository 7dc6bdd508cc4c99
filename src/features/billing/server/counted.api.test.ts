// Recurring charges against what counts them: on the month's screen, the agreement, and as it was when a basis was made.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { customers } from '#features/customers/customers.contract.ts'
import { equipment } from '#features/equipment/equipment.contract.ts'
import { addDays, monthOf, todayInStockholm } from '#shared/dates.rules.ts'
import type { Harness, Person } from '#tests/harness/harness.ts'
import { charges } from '../charges.contract.ts'
import { COUNTED_BY_ANOTHER, type Counting, LIST_NEEDS_ARTICLE } from '../counted.contract.ts'
import { invoiceBases } from '../invoice-bases.contract.ts'
import { aCharge } from '../testing/charges.ts'
import { addEquipment } from '../testing/counts.ts'
import { aCompanyWithTerms } from '../testing/invoice-bases.ts'

let h: Harness
let admin: Person
let technician: Person
let orgId: string
let customerId: string
const articleId = 'a0000000-0000-4000-8000-00000000000a'

beforeAll(async () => {
  ;({ h, orgId, admin, technician } = await aCompanyWithTerms(0))
  await h.test.superuser.query(
    `insert into articles (org_id, id, number, name, unit) values ($1, $2, 'M365-BP', 'Microsoft 365 Business', 'st')`,
    [orgId, articleId],
  )
})
beforeEach(async () => {
  customerId = (await h.aCustomer({ orgId })).id
})
afterAll(() => h.stop())

const byEquipment: Counting = { by: 'equipment', type: 'Server' }
const asAdmin = () => h.as(admin).call
const staff = () => h.as(technician).call
const add = (given: Parameters<typeof aCharge>[0] = {}) =>
  asAdmin()(charges.create, {
    params: { id: customerId },
    body: aCharge({ hundredths: 200, counting: byEquipment, ...given }),
  })
const have = (addedOn: string[], type = 'Server') =>
  addEquipment(h.test.superuser, { orgId, customerId, type, addedOn })
const rowOf = async (month: string) =>
  (await staff()(invoiceBases.list, { query: { month } })).rows.find(({ customer }) => customer.id === customerId)
const chargeNow = async () =>
  (await staff()(charges.ofCustomer, { params: { id: customerId } })).charges[0] ?? expect.unreachable()
const setQuantity = (id: string, validFrom: string, hundredths: number) =>
  asAdmin()(charges.setQuantity, { params: { id }, body: { validFrom, hundredths } })
const make = (month: string) => staff()(invoiceBases.create, { body: { customerId, month, replaces: null } })
const import_ = (countedOn: string, hundredths: number) =>
  h.test.superuser.query(
    `insert into imported_counts (org_id, customer_id, article_id, counted_on, hundredths) values ($1, $2, $3, $4, $5)`,
    [orgId, customerId, articleId, countedOn, hundredths],
  )

test('equipment of the type in use on the counting day is compared, without case, and a month says what differs', async () => {
  const { id } = await add()
  await have(['2026-08-01', '2026-09-01', '2026-09-17'])
  await have(['2026-08-01'], 'SERVER')
  await have(['2026-08-01'], 'Skrivare')
  expect(await rowOf('2026-09')).toMatchObject({
    differences: [
      {
        chargeId: id,
        name: 'Microsoft 365',
        unitName: 'st',
        by: 'equipment',
        day: '2026-09-01',
        countedOn: '2026-09-01',
        chargedHundredths: 200,
        countedHundredths: 300,
        from: '2026-09-01',
        replacedHundredths: 200,
      },
    ],
  })
  expect((await rowOf('2026-10'))?.differences).toMatchObject([{ countedHundredths: 400, from: '2026-09-17' }])
})

test('a difference stops nothing; corrected from its date it is gone, and once billed it is not shown', async () => {
  const { id } = await add({ startsOn: '2026-10-01' })
  await have(['2026-08-01', '2026-09-01', '2026-10-17'])
  expect((await rowOf('2026-10'))?.differences).toEqual([])
  const october = await make('2026-10')
  await staff()(invoiceBases.bill, { params: { id: october.id } })
  expect((await rowOf('2026-11'))?.differences).toMatchObject([{ countedHundredths: 300, from: '2026-10-17' }])
  expect((await make('2026-11')).netOre).toBe(25_800)
  await setQuantity(id, '2026-10-17', 300)
  expect((await rowOf('2026-11'))?.differences).toEqual([])
  await have(['2026-10-01'])
  expect((await rowOf('2026-11'))?.differences).toHaveLength(1)
  expect((await rowOf('2026-10'))?.differences).toEqual([])
})

test('equipment that was taken out of use does not count from then, and the quantity of a charge is never changed by it', async () => {
  const { id } = await add({ startsOn: '2026-10-01' })
  await have(['2026-08-01', '2026-09-01', '2026-09-01'])
  await h.test.superuser.query(
    `update equipment set archived_at = '2026-10-20 12:00+02' where customer_id = $1 and name = 'Server 3'`,
    [customerId],
  )
  expect((await rowOf('2026-10'))?.differences).toMatchObject([{ countedHundredths: 300 }])
  expect((await rowOf('2026-11'))?.differences).toEqual([])
  expect(
    (await asAdmin()(charges.setQuantity, { params: { id }, body: { validFrom: '2026-10-01', hundredths: 300 } }))
      .count,
  ).toMatchObject({ chargedHundredths: 300, countedHundredths: 200, from: '2026-10-20' })
  expect((await rowOf('2026-11'))?.differences).toMatchObject([{ countedHundredths: 200, from: '2026-10-20' }])
  expect((await chargeNow()).quantities).toEqual([{ validFrom: '2026-10-01', hundredths: 300 }])
})

test('a customer whose charge bills nothing is in the month when something is counted', async () => {
  await add({ hundredths: 0 })
  expect(await rowOf('2026-10')).toBeUndefined()
  await have(['2026-09-05'])
  expect(await rowOf('2026-10')).toMatchObject({
    basis: null,
    differences: [{ chargedHundredths: 0, countedHundredths: 100 }],
  })
})

test('a list counts its article by the latest one on or before the day, and says when there is none', async () => {
  await add({ articleId, text: null, unit: null, counting: { by: 'list' } })
  expect((await rowOf('2026-10'))?.differences).toMatchObject([
    { by: 'list', name: 'Microsoft 365 Business', countedOn: null, countedHundredths: null, chargedHundredths: 200 },
  ])
  await import_('2026-09-28', 200)
  await import_('2026-10-28', 300)
  expect((await rowOf('2026-10'))?.differences).toEqual([])
  expect((await rowOf('2026-11'))?.differences).toMatchObject([
    { day: '2026-11-01', countedOn: '2026-10-28', countedHundredths: 300, from: '2026-11-01' },
  ])
})

test('in arrears the present is counted until the period has ended, and the agreement says so', async () => {
  const today = todayInStockholm()
  const startsOn = `${monthOf(today)}-01`
  await add({ startsOn, timing: 'arrears', period: 'year' })
  await have([startsOn, today])
  expect((await chargeNow()).count).toMatchObject({ countedOn: today, countedHundredths: 200 })
  await have([today])
  const { count } = await chargeNow()
  expect(count).toMatchObject({ countedOn: today, countedHundredths: 300, chargedHundredths: 200 })
  expect(count?.day).toBe(addDays(`${Number(today.slice(0, 4)) + 1}${startsOn.slice(4)}`, -1))
})

test('what is counted is stored when a basis is made, and shown with the charge', async () => {
  await add({ startsOn: '2026-10-01' })
  await have(['2026-08-01', '2026-09-01', '2026-09-17'])
  const { id } = await make('2026-10')
  await h.test.superuser.query('update equipment set type = null where customer_id = $1', [customerId])
  const recorded = [{ month: '2026-10', countedOn: '2026-10-01', chargedHundredths: 200, countedHundredths: 300 }]
  expect((await chargeNow()).recordedCounts).toEqual(recorded)
  await staff()(invoiceBases.remove, { params: { id } })
  expect((await chargeNow()).recordedCounts).toEqual([])
})

test('what counts a charge is chosen and changed, by administrators, with the current row for an outdated version', async () => {
  const charge = await add({ counting: undefined })
  expect(charge).toMatchObject({ counting: null, count: null })
  const set = (counting: Counting | null, version: number, person = admin) =>
    h.as(person).call(charges.setCounting, { params: { id: charge.id }, body: { counting, version } })
  expect(await set({ by: 'equipment', type: ' Server ' }, 1)).toMatchObject({ counting: byEquipment, version: 2 })
  await expect(set(null, 1)).rejects.toMatchObject({ status: 409, current: { counting: byEquipment } })
  await expect(set(null, 2, technician)).rejects.toMatchObject({ status: 403 })
  await expect(set({ by: 'equipment', type: ' ' }, 2)).rejects.toMatchObject({
    fields: { 'counting.type': 'Ange vilken typ som räknas' },
  })
  await expect(set({ by: 'list' }, 2)).rejects.toMatchObject({ fields: { 'counting.by': LIST_NEEDS_ARTICLE } })
  expect(await set(null, 2)).toMatchObject({ counting: null })
})

test('of the charges of an article that go on, a list counts one', async () => {
  const ofList = { articleId, text: null, unit: null, counting: { by: 'list' } as const }
  const first = await add(ofList)
  await expect(add(ofList)).rejects.toMatchObject({ fields: { 'counting.by': COUNTED_BY_ANOTHER } })
  const ended = await asAdmin()(charges.end, { params: { id: first.id }, body: { endsOn: '2026-10-31', version: 1 } })
  await add({ ...ofList, startsOn: '2026-11-01' })
  await expect(
    asAdmin()(charges.end, { params: { id: first.id }, body: { endsOn: null, version: ended.version } }),
  ).rejects.toMatchObject({ fields: { endsOn: COUNTED_BY_ANOTHER } })
})

test('types of equipment are suggested once each, in the spelling that is used most, of the own company’s active customers', async () => {
  const other = await h.aTechnician({ orgId: (await h.anOrganization('Annan AB')).id })
  const customer = await h.aCustomer({ orgId: other.orgId ?? '' })
  const named = (person: Person, id: string, type: string) =>
    h.as(person).call(equipment.create, { params: { id }, body: { name: 'Sak', type } })
  await named(technician, customerId, 'Åskledare')
  await named(technician, customerId, 'ÅSKLEDARE')
  await named(technician, customerId, 'Åskledare')
  await named(other, customer.id, 'Hemlig')
  const { id } = await named(technician, customerId, 'Zonbrytare')
  const types = () => staff()(equipment.types, {})
  const { rows: former } = await h.test.superuser.query(
    `with customer as (insert into customers (org_id, id, name, archived_at) values ($1, gen_random_uuid(), 'Ångsågen', now())
       returning org_id, id)
     insert into equipment (org_id, customer_id, id, name, type) select org_id, id, gen_random_uuid(), 'Sak', 'Ångpanna' from customer
     returning customer_id as id`,
    [orgId],
  )
  expect((await types()).slice(-2)).toEqual(['Zonbrytare', 'Åskledare'])
  await asAdmin()(customers.restore, { params: { id: former[0]?.id } })
  expect((await types()).slice(-3)).toEqual(['Zonbrytare', 'Ångpanna', 'Åskledare'])
  expect(await types()).not.toContain('Hemlig')
  await staff()(equipment.archive, { params: { id } })
  expect(await types()).not.toContain('Zonbrytare')
})
