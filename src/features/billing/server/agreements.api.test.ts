import { afterAll, beforeAll, expect, test } from 'vitest'
import { customers } from '#features/customers/customers.contract.ts'
import { time } from '#features/time/time.contract.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import { customerScreen } from '#screens/customer/customer-screen.contract.ts'
import { addDays, monthOf, todayInStockholm } from '#shared/dates.rules.ts'
import { PRICE_MAX_ORE } from '#shared/money.rules.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import {
  agreements,
  PRIVATE_PAYS_VAT,
  REVERSE_HAS_REASON,
  TERMS_IN_USE,
  TERMS_REPLACED,
} from '../agreements.contract.ts'
import { aTerms } from '../testing/terms.ts'

let h: Harness
let admin: Person
let technician: Person
let orgId: string
const today = todayInStockholm()

beforeAll(async () => {
  h = await startHarness()
  orgId = (await h.anOrganization()).id
  admin = await h.anAdmin({ orgId })
  technician = await h.aTechnician({ orgId })
})
afterAll(() => h.stop())

const as = (person = admin) => h.as(person).call
const aCustomer = async () => (await h.aCustomer({ orgId })).id
const terms = (given: object = {}) =>
  aTerms({ name: 'Timpris', remoteOre: 95_000, onsiteOre: 110_000, afterHoursOre: 190_000, ...given })
const addTerms = (given: object = {}) => as()(agreements.createTerms, { body: terms(given) })
const newVersion = (id: string, validFrom: string, given: object = {}) =>
  as()(agreements.createVersion, { params: { id }, body: { ...terms(given), validFrom } })
const agree = (id: string, validFrom: string, termsId: string | null) =>
  as()(agreements.setOfCustomer, { params: { id }, body: { validFrom, termsId } })
const agreementOf = (id: string) => as(technician)(agreements.ofCustomer, { params: { id } })
const settings = () => as(technician)(agreements.settings, {})

test('terms have prices in whole öre and a known unit of rounding', async () => {
  expect(await addTerms({ name: ' Serviceavtal ' })).toMatchObject({
    name: 'Serviceavtal',
    number: 1,
    remoteOre: 95_000,
  })
  for (const [field, wrong] of [
    ['name', ' '],
    ['remoteOre', 0.5],
    ['onsiteOre', -1],
    ['afterHoursOre', PRICE_MAX_ORE + 1],
    ['roundTo', 20],
    ['includedMinutes', 60_001],
  ] as const)
    await expect(addTerms({ [field]: wrong })).rejects.toMatchObject({
      status: 422,
      fields: { [field]: expect.any(String) },
    })
})

test('A-420: terms in use cannot be changed, not even by the owner of the tables', async () => {
  const { id } = await addTerms({ name: 'Använda' })
  const change = () => h.test.superuser.query(`update terms set remote_ore = 1 where id = $1`, [id])
  expect((await change()).rowCount).toBe(1)
  await agree(await aCustomer(), '2026-01-01', id)
  await expect(change()).rejects.toMatchObject({ constraint: 'terms_used' })
  await expect(as()(agreements.removeTerms, { params: { id } })).rejects.toMatchObject({
    status: 409,
    message: TERMS_IN_USE,
  })
})

test('terms that nothing refers to can be removed', async () => {
  const { id } = await addTerms({ name: 'Fel' })
  const left = await as()(agreements.removeTerms, { params: { id } })
  expect(left.terms.map((one) => one.id)).not.toContain(id)
  await expect(as()(agreements.removeTerms, { params: { id } })).rejects.toMatchObject({ status: 404 })
})

test('a new version replaces the earlier one from its date, for customers and as default', async () => {
  const first = await addTerms({ name: 'Fast' })
  const other = await addTerms({ name: 'Annat' })
  const [stays, leaves, later, never] = [await aCustomer(), await aCustomer(), await aCustomer(), await aCustomer()]
  await agree(stays, '2026-01-01', first.id)
  await agree(leaves, '2026-01-01', first.id)
  await agree(leaves, '2026-06-01', null)
  await agree(later, '2026-09-01', first.id)
  await agree(never, '2026-01-01', other.id)
  await as()(agreements.setDefault, { body: { validFrom: '2026-01-01', termsId: first.id } })

  const second = await newVersion(first.id, '2026-07-01', { name: 'Fast', remoteOre: 99_000 })
  expect(second).toMatchObject({ seriesId: first.seriesId, number: 2, remoteOre: 99_000 })
  const rows = async (id: string) =>
    (await agreementOf(id)).agreements.map((row) => [row.validFrom, row.terms?.id ?? null])
  expect(await rows(stays)).toEqual([
    ['2026-07-01', second.id],
    ['2026-01-01', first.id],
  ])
  expect(await rows(leaves)).toEqual([
    ['2026-06-01', null],
    ['2026-01-01', first.id],
  ])
  expect(await rows(later)).toEqual([['2026-09-01', second.id]])
  expect(await rows(never)).toEqual([['2026-01-01', other.id]])
  expect((await settings()).defaults.map((row) => [row.validFrom, row.terms.id])).toEqual([
    ['2026-07-01', second.id],
    ['2026-01-01', first.id],
  ])
  const listed = (await settings()).terms.filter(({ seriesId }) => seriesId === first.seriesId)
  expect(listed).toMatchObject([
    { number: 2, isLatest: true, customers: 2, isUsed: true },
    { number: 1, isLatest: false, customers: 0, isUsed: true },
  ])
  await expect(newVersion(first.id, '2026-08-01')).rejects.toMatchObject({ status: 409, message: TERMS_REPLACED })
  await expect(newVersion(uuidv7(), '2026-08-01')).rejects.toMatchObject({ status: 404 })
})

test('of two versions created at once one is refused', async () => {
  const { id } = await addTerms({ name: 'Samtidigt' })
  const outcomes = await Promise.allSettled([newVersion(id, '2026-07-01'), newVersion(id, '2026-08-01')])
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(outcomes.find((one) => one.status === 'rejected')).toMatchObject({ reason: { status: 409 } })
})

test('without an agreement the default terms apply, and none before they begin', async () => {
  const company = await h.anOrganization('Ny AB')
  const boss = await h.anAdmin({ orgId: company.id })
  const { id } = await h.aCustomer({ orgId: company.id })
  /** Also checks that the customer's overview shows the same terms. */
  const readTerms = async () => {
    const { agreement } = await as(boss)(customerScreen.get, { params: { id } })
    const shown = await as(boss)(agreements.ofCustomer, { params: { id } })
    expect(agreement).toEqual(shown.current && { terms: shown.current.name, isDefault: shown.isDefault })
    return shown
  }
  expect(await readTerms()).toMatchObject({ current: null, isDefault: false, agreements: [], vat: 'standard' })
  const byDefault = await as(boss)(agreements.createTerms, { body: terms({ name: 'Standard' }) })
  await as(boss)(agreements.setDefault, { body: { validFrom: addDays(today, 1), termsId: byDefault.id } })
  expect(await readTerms()).toMatchObject({ current: null })
  await as(boss)(agreements.setDefault, { body: { validFrom: today, termsId: byDefault.id } })
  expect(await readTerms()).toMatchObject({ current: { name: 'Standard' }, isDefault: true })
  const own = await as(boss)(agreements.createTerms, { body: terms({ name: 'Eget' }) })
  const set = (termsId: string | null) =>
    as(boss)(agreements.setOfCustomer, { params: { id }, body: { validFrom: today, termsId } })
  expect(await set(own.id)).toMatchObject({ current: { name: 'Eget' }, isDefault: false })
  await readTerms()
  expect(await set(null)).toMatchObject({ current: { name: 'Standard' }, isDefault: true })
  await readTerms()
  const remove = () => as(boss)(agreements.removeOfCustomer, { params: { id }, body: { validFrom: today } })
  expect((await remove()).agreements).toEqual([])
  await expect(remove()).rejects.toMatchObject({ status: 404 })
  await as(boss)(agreements.removeDefault, { body: { validFrom: addDays(today, 1) } })
  await as(boss)(agreements.removeDefault, { body: { validFrom: today } })
  expect(await readTerms()).toMatchObject({ current: null })
})

test('unknown terms and those of another company are refused', async () => {
  const theirs = await h.anAdmin({ orgId: (await h.anOrganization('Annan AB')).id })
  const foreign = await as(theirs)(agreements.createTerms, { body: terms() })
  const id = await aCustomer()
  for (const termsId of [uuidv7(), foreign.id]) {
    await expect(agree(id, '2026-01-01', termsId)).rejects.toMatchObject({ status: 404 })
    await expect(as()(agreements.setDefault, { body: { validFrom: '2026-01-01', termsId } })).rejects.toMatchObject({
      status: 404,
    })
  }
})

test('used included hours are the charged minutes of this month’s rows', async () => {
  const id = await aCustomer()
  await agree(id, `${monthOf(today)}-01`, (await addTerms({ includedMinutes: 120, afterHoursDrawdowns: true })).id)
  expect(await agreementOf(id)).toMatchObject({ month: monthOf(today), included: { minutes: 120, used: 0 } })
  const work = (timeTo: string) =>
    as(technician)(time.create, { body: { customerId: id, workDate: today, timeFrom: '10:00', timeTo } })
  await work('10:20')
  expect((await agreementOf(id)).included.used).toBe(30)
  await work('13:00')
  expect((await agreementOf(id)).included).toEqual({ minutes: 120, used: 120 })
})

test('VAT rates have dates and can be removed', async () => {
  const set = (validFrom: string, percent: number) => as()(agreements.setVatRate, { body: { validFrom, percent } })
  await set('2026-04-01', 6)
  expect((await set('2026-04-01', 12)).vatRates).toEqual([{ validFrom: '2026-04-01', percent: 12 }])
  await expect(set('2026-04-01', 101)).rejects.toMatchObject({ status: 422 })
  const remove = () => as()(agreements.removeVatRate, { body: { validFrom: '2026-04-01' } })
  expect((await remove()).vatRates).toEqual([])
  await expect(remove()).rejects.toMatchObject({ status: 404 })
})

test('a customer has reverse charge for a reason or is private, never both', async () => {
  const id = await aCustomer()
  const bill = (vat: 'standard' | 'reverse', reverseReason: 'bygg' | 'eu' | null, isPrivate: boolean) =>
    as()(agreements.setBilling, { params: { id }, body: { vat, reverseReason, isPrivate } })
  expect(await bill('reverse', 'bygg', false)).toMatchObject({
    vat: 'reverse',
    reverseReason: 'bygg',
    isPrivate: false,
  })
  expect(await bill('standard', null, true)).toMatchObject({ vat: 'standard', reverseReason: null, isPrivate: true })
  await expect(bill('reverse', 'eu', true)).rejects.toMatchObject({
    status: 422,
    fields: { vat: PRIVATE_PAYS_VAT },
  })
  const refused = { status: 422, fields: { reverseReason: REVERSE_HAS_REASON } }
  await expect(bill('reverse', null, false)).rejects.toMatchObject(refused)
  await expect(bill('standard', 'eu', false)).rejects.toMatchObject(refused)
  await expect(
    h.test.superuser.query(
      `insert into customers (org_id, id, name, vat, is_private) values ($1, gen_random_uuid(), 'Två', 'reverse', true)`,
      [orgId],
    ),
  ).rejects.toMatchObject({ constraint: 'customers_private_pays_vat' })
})

test('a customer with an agreement is archived, not deleted, and gets none once archived', async () => {
  const id = await aCustomer()
  await agree(id, '2026-01-01', null)
  expect(await as()(customers.remove, { params: { id } })).toEqual({ outcome: 'archived' })
  await expect(agree(id, '2026-02-01', null)).rejects.toMatchObject({ status: 422 })
})

test('A-421: a technician reads agreements but cannot change them', async () => {
  const id = await aCustomer()
  const call = as(technician)
  expect((await call(agreements.settings, {})).terms.length).toBeGreaterThan(0)
  const attempts = [
    call(agreements.createTerms, { body: terms() }),
    call(agreements.setOfCustomer, { params: { id }, body: { validFrom: today, termsId: null } }),
    call(agreements.setBilling, { params: { id }, body: { vat: 'reverse', reverseReason: 'eu', isPrivate: false } }),
    call(agreements.setVatRate, { body: { validFrom: today, percent: 0 } }),
  ]
  const outcomes = await Promise.allSettled(attempts)
  for (const outcome of outcomes) expect(outcome).toMatchObject({ status: 'rejected', reason: { status: 403 } })
})
