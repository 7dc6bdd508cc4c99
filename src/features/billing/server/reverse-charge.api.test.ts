// Reverse charge on an invoice basis: of construction work alone, and of electronics by choice (docs/decisions/127).
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { billingDetails } from '#features/customers/billing-details.contract.ts'
import { expenses } from '#features/time/expenses.contract.ts'
import { time } from '#features/time/time.contract.ts'
import type { Harness, Person } from '#tests/harness/harness.ts'
import { agreements } from '../agreements.contract.ts'
import { articles } from '../articles.contract.ts'
import { missingOfBuyer } from '../buyer.contract.ts'
import { invoiceBases } from '../invoice-bases.contract.ts'
import { sumsText } from '../line-texts.rules.ts'
import { month } from '../month.contract.ts'
import { price } from '../price.contract.ts'
import { summedBasis } from '../recipient-texts.rules.ts'
import { electronicsText, isReversedGoods } from '../reverse-charge.rules.ts'
import { anArticle } from '../testing/articles.ts'
import { aCompanyWithTerms } from '../testing/invoice-bases.ts'

let h: Harness
let orgId: string
let admin: Person
let technician: Person
let customerId: string
let computer: string

beforeAll(async () => {
  ;({ h, orgId, admin, technician } = await aCompanyWithTerms(0))
  const { call } = h.as(admin)
  const construction = await call(articles.create, { body: anArticle({ number: 'B', isConstruction: true }) })
  await call(articles.setOfWork, { body: { kind: 'onsite', articleId: construction.id } })
  computer = (await call(articles.create, { body: anArticle({ number: 'D', isElectronics: true }) })).id
})
beforeEach(async () => {
  customerId = (await h.aCustomer({ orgId })).id
})
afterAll(() => h.stop())

const staff = () => h.as(technician).call
const params = () => ({ id: customerId })
const setBilling = (billing: {
  vat: 'standard' | 'reverse'
  reverseReason: 'bygg' | 'eu' | null
  isPrivate: boolean
}) => h.as(admin).call(agreements.setBilling, { params: params(), body: billing })
const builds = () => setBilling({ vat: 'reverse', reverseReason: 'bygg', isPrivate: false })
async function save(fields: object) {
  const { customerNumber, version } = await staff()(billingDetails.get, { params: params() })
  return staff()(billingDetails.change, { params: params(), body: { customerNumber, version, ...fields } })
}
const work = (kind: 'remote' | 'onsite', timeFrom: string) =>
  staff()(time.create, {
    body: { customerId, workDate: '2026-10-20', timeFrom, timeTo: `${Number(timeFrom.slice(0, 2)) + 1}:00`, kind },
  })
const spend = (priceOre: number, articleId: string | null) =>
  staff()(expenses.create, {
    body: {
      customerId,
      workDate: '2026-10-20',
      kind: 'material',
      article: 'Dator',
      hundredths: 100,
      unit: 'st',
      priceOre,
      articleId,
    },
  })
async function aDraft() {
  await h.test.superuser.query(`update time_entries set reported = true, reported_at = now() where customer_id = $1`, [
    customerId,
  ])
  return staff()(invoiceBases.create, { body: { customerId, month: '2026-10', replaces: null } })
}
const read = (id: string) => staff()(invoiceBases.get, { params: { id } })
const bill = (id: string) => staff()(invoiceBases.bill, { params: { id } })

test('a basis of a building company has reversed and ordinary lines, each with its VAT, and is billed with its VAT number', async () => {
  await builds()
  await work('remote', '10:00')
  await work('onsite', '12:00')
  const { id, ...basis } = await aDraft()
  expect(basis).toMatchObject({
    isReverseCharge: true,
    lines: [
      { kind: 'remote', vatPercent: 25, isReversed: false },
      { kind: 'onsite', vatPercent: 0, vatReason: null, isReversed: true },
    ],
    vat: [{ percent: 25 }, { percent: 0, vatOre: 0 }],
    missing: 'vat_number_bygg',
  })
  const [ordinary] = basis.vat
  expect(basis.vatOre).toBe((ordinary?.netOre ?? 0) / 4)
  const priced = await staff()(price.ofMonth, { params: params(), query: { month: '2026-10' } })
  expect(priced).toMatchObject({ isReverseCharge: true, lines: [{ isReversed: false }, { isReversed: true }] })
  await expect(bill(id)).rejects.toMatchObject({ status: 422, message: missingOfBuyer.vat_number_bygg })
  await save({ country: 'SE', vatNumber: 'SE556012579001' })
  expect(await bill(id)).toMatchObject({ state: 'billed', buyer: { reverseReason: 'bygg' } })
})

test('without construction work a building company is billed as any other, and needs no VAT number', async () => {
  await builds()
  await work('remote', '10:00')
  const { id, ...basis } = await aDraft()
  expect(basis).toMatchObject({ isReverseCharge: false, missing: null, buyer: { reverseReason: null } })
  expect(await bill(id)).toMatchObject({ state: 'billed', isReverseCharge: false })
})

test('another reason of reverse charge is checked, and differs where the lines do', async () => {
  await setBilling({ vat: 'reverse', reverseReason: 'eu', isPrivate: false })
  await work('remote', '10:00')
  const { id } = await aDraft()
  await builds()
  expect(await read(id)).toMatchObject({ isUnchecked: true })
  await expect(bill(id)).rejects.toMatchObject({ status: 409 })
  expect(await read(id)).toMatchObject({ isUnchecked: false, isOutdated: true })
})

test('a line keeps that its article was electronics, which is warned of above 100 000 kr and changes nothing', async () => {
  await spend(6_000_000, computer)
  await spend(4_000_001, computer)
  await spend(9_000_000, null)
  const basis = await aDraft()
  expect(basis.lines.map(({ isElectronics, vatPercent }) => [isElectronics, vatPercent])).toEqual([
    [true, 25],
    [true, 25],
    [false, 25],
  ])
  expect(electronicsText(basis)).toContain('100\u00a0000,01\u00a0kr')
  expect(await bill(basis.id)).toMatchObject({ state: 'billed', isReverseCharge: false })
})

test('goods with reverse charge need the VAT number of a company, which is printed, and are never for a private person', async () => {
  const goods = await h.as(admin).call(articles.create, {
    body: anArticle({ number: 'O', vatClass: 'none', vatReason: 'Omvänd betalningsskyldighet', isElectronics: true }),
  })
  await spend(5_000_000, goods.id)
  const { id } = await aDraft()
  expect(await read(id)).toMatchObject({ missing: 'vat_number_goods', lines: [{ isReversed: true, vatPercent: 0 }] })
  const lacks = async () =>
    (await staff()(invoiceBases.list, { query: { month: '2026-10' } })).rows.find(
      ({ customer }) => customer.id === customerId,
    )?.lacks
  expect(await lacks()).toContainEqual({ field: 'vat_number', stops: true })
  await expect(bill(id)).rejects.toMatchObject({ status: 422, message: missingOfBuyer.vat_number_goods })
  await setBilling({ vat: 'standard', reverseReason: null, isPrivate: true })
  const { id: ofPrivate } = await staff()(invoiceBases.create, {
    body: { customerId, month: '2026-10', replaces: id },
  })
  expect(await lacks()).toContainEqual({ field: 'reverse_private', stops: true })
  await expect(bill(ofPrivate)).rejects.toMatchObject({ status: 422 })
  await setBilling({ vat: 'standard', reverseReason: null, isPrivate: false })
  await save({ country: 'SE', vatNumber: 'SE556012579001' })
  const ofCompany = await staff()(invoiceBases.create, { body: { customerId, month: '2026-10', replaces: ofPrivate } })
  expect(sumsText(summedBasis(ofCompany))).toContainEqual(['Köparens momsregistreringsnummer', 'SE556012579001'])
  expect(await bill(ofCompany.id)).toMatchObject({ state: 'billed' })
  const lines = await staff()(month.lines, { query: { month: '2026-10' } })
  expect(lines.rows.filter(({ basisId }) => basisId === ofCompany.id)).toMatchObject([{ isReversed: true }])
})

test('goods with reverse charge have a sole trader’s VAT number, and its other bases do not', async () => {
  await save({ isSoleTrader: true, orgNumber: '811218-9876', vatNumber: 'SE811218987601' })
  await spend(100, null)
  const { id, buyer } = await aDraft()
  expect(buyer.vatNumber).toBeNull()
  const { id: goods } = await h.as(admin).call(articles.create, {
    body: anArticle({ number: 'OS', vatClass: 'none', vatReason: 'Omvänd betalningsskyldighet', isElectronics: true }),
  })
  await spend(5_000_000, goods)
  const reversed = await staff()(invoiceBases.create, { body: { customerId, month: '2026-10', replaces: id } })
  expect(reversed.buyer).toMatchObject({ vatNumber: 'SE811218987601', orgNumber: '811218-••••' })
  expect(sumsText(summedBasis(reversed))).toContainEqual(['Köparens momsregistreringsnummer', 'SE811218987601'])
})

test('what counts as goods with reverse charge is the same in the database', async () => {
  const reasons = ['Omvänd betalningsskyldighet', 'OMVÄND moms', 'omvänd', ' Omvänd', 'Ej omvänd', 'Utlägg', null]
  const { rows } = await h.test.superuser.query<{ is: boolean }>(
    `select is_reversed_goods(percent, reason) as is
     from unnest($1::text[]) with ordinality r (reason, place), unnest('{0,25}'::integer[]) percent order by place, percent`,
    [reasons],
  )
  expect(rows.map(({ is }) => is)).toEqual(
    reasons.flatMap((vatReason) => [0, 25].map((vatPercent) => isReversedGoods({ vatPercent, vatReason }))),
  )
})
