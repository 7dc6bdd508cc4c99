// What a ledger program needs of the customers of a month and lacks: with a basis, and before there is one.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { billingDetails } from '#features/customers/billing-details.contract.ts'
import { expenses } from '#features/time/expenses.contract.ts'
import type { Harness, Person } from '#tests/harness/harness.ts'
import { agreements } from '../agreements.contract.ts'
import { articles } from '../articles.contract.ts'
import { invoiceBases } from '../invoice-bases.contract.ts'
import { anArticle } from '../testing/articles.ts'
import { aCompanyWithTerms } from '../testing/invoice-bases.ts'

let h: Harness
let orgId: string
let admin: Person
let customerId: string
let computer: string
let building: string

beforeAll(async () => {
  ;({ h, orgId, admin } = await aCompanyWithTerms(0))
  const article = async (given: object) => (await staff()(articles.create, { body: anArticle(given) })).id
  computer = await article({ number: 'D', isElectronics: true })
  building = await article({ number: 'B', isConstruction: true })
})
beforeEach(async () => {
  customerId = (await h.aCustomer({ orgId })).id
})
afterAll(() => h.stop())

const staff = () => h.as(admin).call
const params = () => ({ id: customerId })
const month = '2026-10'
const setBilling = (vat: 'standard' | 'reverse', reverseReason: 'bygg' | 'eu' | null, isPrivate = false) =>
  staff()(agreements.setBilling, { params: params(), body: { vat, reverseReason, isPrivate } })
const address = { street: 'Storgatan 1', postcode: '753 20', town: 'Uppsala' }
async function save(fields: object) {
  const { customerNumber, version } = await staff()(billingDetails.get, { params: params() })
  return staff()(billingDetails.change, { params: params(), body: { customerNumber, version, ...fields } })
}
const spend = (priceOre = 100, articleId: string | null = null) =>
  staff()(expenses.create, {
    body: {
      ...{ customerId, workDate: `${month}-20`, kind: 'material', article: 'Sak', hundredths: 100, unit: 'st' },
      priceOre,
      articleId,
    },
  })
const make = () => staff()(invoiceBases.create, { body: { customerId, month, replaces: null } })
async function lacks() {
  const { rows } = await staff()(invoiceBases.list, { query: { month } })
  return rows.find(({ customer }) => customer.id === customerId)?.lacks
}
/** The number of a Swedish company; others have none, which nothing needs beside their VAT number. */
const numberOf = ({ country = 'SE' }: { country?: string }) => (country === 'SE' ? { orgNumber: '556012-5790' } : {})
const stops = (field: string) => ({ field, stops: true })
const warns = (field: string) => ({ field, stops: false })

test('a missing address or organization number is warned of, to companies, until it is filled in or the month is billed', async () => {
  await h.test.superuser.query('update customers set address = null where id = $1', [customerId])
  await spend()
  expect(await lacks()).toEqual([warns('address'), warns('org_number')])
  const { id } = await make()
  expect(await lacks()).toEqual([warns('address'), warns('org_number')])
  await setBilling('standard', null, true)
  expect(await lacks()).toEqual([warns('address')])
  await setBilling('standard', null)
  await staff()(invoiceBases.check, { params: { id } })
  await staff()(invoiceBases.bill, { params: { id } })
  expect(await lacks()).toEqual([])
})

test.each([
  ['bygg', {}, [stops('vat_number')]],
  ['bygg', { country: 'DK', vatNumber: 'SE556012579001' }, [stops('vat_country')]],
  ['bygg', { country: 'DK', vatNumber: 'DK24256790' }, [stops('reverse_country')]],
  ['bygg', { country: 'SE', vatNumber: 'SE556012579001' }, []],
  ['eu', {}, [stops('vat_number')]],
  ['eu', { country: 'NO', vatNumber: 'NO923609016MVA' }, [stops('reverse_country')]],
  ['eu', { country: 'FI', vatNumber: 'FI01120389' }, []],
] as const)('reverse charge for %s with %j lacks %j, before and with a basis', async (reason, fields, expected) => {
  await setBilling('reverse', reason)
  await save({ ...numberOf(fields), ...address, ...fields })
  await spend(100, building)
  expect(await lacks()).toEqual(expected)
  await make()
  expect(await lacks()).toEqual(expected)
})

test('a required reference stops, and a number of another country than the address is warned of', async () => {
  await save({ orgNumber: '556012-5790', ...address, vatNumber: 'FI01120389', requiresReference: true })
  await spend()
  expect(await lacks()).toEqual([stops('reference'), warns('vat_country')])
  await make()
  await save({ orgNumber: '556012-5790', ...address, vatNumber: 'SE556012579001', requiresReference: true })
  expect(await lacks()).toEqual([stops('reference')])
})

test('electronics above 100 000 kr of one invoice are warned of', async () => {
  await save({ orgNumber: '556012-5790', ...address })
  await spend(10_000_000, computer)
  await make()
  expect(await lacks()).toEqual([])
  await spend(1, computer)
  const [{ id } = { id: '' }] = (await staff()(invoiceBases.list, { query: { month } })).rows.flatMap(
    ({ customer, basis }) => (customer.id === customerId && basis ? [basis] : []),
  )
  await staff()(invoiceBases.create, { body: { customerId, month, replaces: id } })
  expect(await lacks()).toEqual([warns('electronics')])
})
