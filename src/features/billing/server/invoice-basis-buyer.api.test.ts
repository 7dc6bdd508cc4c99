// The buyer on an invoice basis: copied when the basis is made, and required for billing with reverse charge.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { billingDetails } from '#features/customers/billing-details.contract.ts'
import { recipients } from '#features/customers/recipients.contract.ts'
import { time } from '#features/time/time.contract.ts'
import { portalInvoiceBases } from '#screens/portal/portal-invoice-bases.contract.ts'
import type { Harness, Person } from '#tests/harness/harness.ts'
import { agreements } from '../agreements.contract.ts'
import { articles } from '../articles.contract.ts'
import { missingOfBuyer } from '../buyer.contract.ts'
import { invoiceBases } from '../invoice-bases.contract.ts'
import { anArticle } from '../testing/articles.ts'
import { aCompanyWithTerms } from '../testing/invoice-bases.ts'

let h: Harness
let orgId: string
let admin: Person
let technician: Person
let customerId: string

beforeAll(async () => {
  ;({ h, orgId, admin, technician } = await aCompanyWithTerms(0))
  // A building company has reverse charge for construction work alone.
  const { call } = h.as(admin)
  const { id: articleId } = await call(articles.create, { body: anArticle({ isConstruction: true }) })
  await call(articles.setOfWork, { body: { kind: 'remote', articleId } })
})
beforeEach(async () => {
  customerId = (await h.aCustomer({ orgId })).id
})
afterAll(() => h.stop())

const staff = () => h.as(technician).call
const params = () => ({ id: customerId })
async function save(fields: object) {
  const { customerNumber, version } = await staff()(billingDetails.get, { params: params() })
  return staff()(billingDetails.change, { params: params(), body: { customerNumber, version, ...fields } })
}
const reverse = (reverseReason: 'bygg' | 'eu') =>
  h
    .as(admin)
    .call(agreements.setBilling, { params: params(), body: { vat: 'reverse', reverseReason, isPrivate: false } })
async function aDraft(month = '2026-10') {
  await staff()(time.create, { body: { customerId, workDate: `${month}-20`, timeFrom: '10:00', timeTo: '11:00' } })
  await h.test.superuser.query(`update time_entries set reported = true, reported_at = now() where customer_id = $1`, [
    customerId,
  ])
  return staff()(invoiceBases.create, { body: { customerId, month, replaces: null } })
}
const read = (id: string) => staff()(invoiceBases.get, { params: { id } })
const bill = (id: string) => staff()(invoiceBases.bill, { params: { id } })
const danish = {
  country: 'DK',
  vatNumber: 'DK24256790',
  street: 'Vimmelskaftet 1',
  postcode: '1161',
  town: 'København',
}
const swedish = { country: 'SE', vatNumber: 'SE556012579001' }

test('a basis has the buyer as it was when the basis was made, with the first recipient', async () => {
  await save({
    orgNumber: '556012-5790',
    ...swedish,
    invoiceEmail: 'f@kund.example',
    yourReference: 'Kim',
    orderNumber: 'PO 7',
    paymentDays: 15,
  })
  for (const name of ['Ekonomi', 'Verkstaden'])
    await staff()(recipients.create, {
      params: params(),
      body: { name, address: 'Box 1', reference: `${name} 7`, costCentre: '410' },
    })
  const { id, buyer } = await aDraft()
  expect(buyer).toMatchObject({
    customerNumber: expect.stringMatching(/^\d{4}$/),
    orgNumber: '556012-5790',
    vatNumber: 'SE556012579001',
    invoiceEmail: 'f@kund.example',
    yourReference: 'Ekonomi 7',
    orderNumber: 'PO 7',
    paymentDays: 15,
    recipient: 'Ekonomi',
    recipientAddress: 'Box 1',
    costCentre: '410',
    reverseReason: null,
  })
  await save({ customerNumber: 'NY-1', yourReference: 'Lo' })
  const [{ id: first } = { id: '' }] = await staff()(recipients.list, { params: params() })
  await staff()(recipients.archive, { params: { ...params(), recipientId: first } })
  expect((await read(id)).buyer).toEqual(buyer)
  expect((await bill(id)).buyer).toEqual(buyer)
  const next = await aDraft('2026-09')
  expect(next.buyer).toMatchObject({ customerNumber: 'NY-1', recipient: 'Verkstaden', yourReference: 'Verkstaden 7' })
})

test('a customer without details has its number and its address as typed', async () => {
  await h.test.superuser.query(`update customers set address = 'Gula huset' where id = $1`, [customerId])
  expect((await aDraft()).buyer).toMatchObject({
    address: 'Gula huset',
    country: 'SE',
    recipient: null,
    yourReference: null,
  })
})

test.each([
  ['bygg', swedish, null],
  ['bygg', {}, 'vat_number_bygg'],
  ['bygg', danish, 'vat_number_bygg'],
  ['bygg', { ...danish, vatNumber: swedish.vatNumber }, 'vat_number_bygg'],
  ['eu', danish, null],
  ['eu', {}, 'vat_number_eu'],
  ['eu', swedish, 'vat_number_eu'],
  ['eu', { ...danish, vatNumber: 'DE129273398' }, 'vat_number_eu'],
  ['eu', { ...danish, country: 'NO', vatNumber: 'NO923609016MVA' }, 'vat_number_eu'],
  ['eu', { ...danish, country: 'GR', vatNumber: 'EL123456789' }, null],
] as const)('reverse charge for %s with %j lacks %s', async (reason, fields, missing) => {
  await reverse(reason)
  await save(fields)
  const { id, ...basis } = await aDraft()
  expect(basis).toMatchObject({ isReverseCharge: true, vatOre: 0, missing, buyer: { reverseReason: reason } })
  if (missing === null) return expect(await bill(id)).toMatchObject({ state: 'billed', missing: null })
  await expect(bill(id)).rejects.toMatchObject({ status: 422, message: missingOfBuyer[missing] })
})

test('what is filled in after the basis was made is taken when it is billed', async () => {
  await reverse('bygg')
  const { id, missing } = await aDraft()
  expect(missing).toBe('vat_number_bygg')
  await save(swedish)
  expect(await read(id)).toMatchObject({ missing: null, buyer: { vatNumber: null } })
  expect(await bill(id)).toMatchObject({
    state: 'billed',
    buyer: { vatNumber: 'SE556012579001', reverseReason: 'bygg' },
  })
})

test('a customer that had reverse charge before it had reasons is not billed until it has one', async () => {
  await save(swedish)
  const sql = (text: string) => h.test.superuser.query(text, [customerId])
  await h.test.superuser.query('alter table customers disable trigger guard_billing')
  await sql(`update customers set vat = 'reverse' where id = $1`)
  await h.test.superuser.query('alter table customers enable trigger guard_billing')
  const { id, missing, ...basis } = await aDraft()
  expect(basis).toMatchObject({ isReverseCharge: true, buyer: { reverseReason: null } })
  expect(missing).toBe('reverse_reason')
  await expect(bill(id)).rejects.toMatchObject({ status: 422, message: missingOfBuyer.reverse_reason })
  await reverse('bygg')
  expect(await bill(id)).toMatchObject({ state: 'billed', buyer: { reverseReason: 'bygg' } })
})

test('a missing reference stops billing only where the customer requires one', async () => {
  expect(await bill((await aDraft('2026-08')).id)).toMatchObject({ state: 'billed' })
  await save({ requiresReference: true })
  const { id, missing } = await aDraft()
  expect(missing).toBe('reference')
  await expect(bill(id)).rejects.toMatchObject({ status: 422, message: missingOfBuyer.reference })
  await save({ requiresReference: true, orderNumber: 'PO 7' })
  expect(await bill(id)).toMatchObject({ state: 'billed', buyer: { orderNumber: 'PO 7' } })
})

test('a basis keeps the reason of its reverse charge when the customer’s changes', async () => {
  await reverse('eu')
  await save(danish)
  const { id } = await aDraft()
  await h.as(admin).call(agreements.setBilling, {
    params: params(),
    body: { vat: 'standard', reverseReason: null, isPrivate: false },
  })
  expect((await read(id)).buyer).toMatchObject({ reverseReason: 'eu', vatNumber: 'DK24256790' })
})

test('A-603: a portal login sees of the details what its basis has; a sole trader’s number is masked', async () => {
  await save({ isSoleTrader: true, orgNumber: '811218-9876', vatNumber: 'SE811218987601', yourReference: 'Elin' })
  const approver = await h.aPortalUser({ id: customerId, orgId })
  await h.test.superuser.query('update customer_users set may_approve = true where user_id = $1', [approver.userId])
  const { id, buyer } = await aDraft()
  expect(buyer).toMatchObject({ orgNumber: '811218-••••', vatNumber: null })
  await staff()(invoiceBases.send, { params: { id } })
  const seen = await h.as(approver).call(portalInvoiceBases.get, { params: { id } })
  expect(seen.buyer).toEqual(buyer)
  expect(JSON.stringify(seen)).not.toMatch(/9876/)
  await expect(h.as(approver).call(billingDetails.get, { params: params() })).rejects.toMatchObject({ status: 403 })
})

test('a sole trader’s VAT number is on a basis with reverse charge, which it is printed on', async () => {
  await reverse('bygg')
  await save({ isSoleTrader: true, orgNumber: '811218-9876', vatNumber: 'SE811218987601' })
  const { id } = await aDraft()
  expect(await bill(id)).toMatchObject({ buyer: { orgNumber: '811218-••••', vatNumber: 'SE811218987601' } })
})
