import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { customers } from '#features/customers/customers.contract.ts'
import { addMonths, lastDay, monthOf, todayInStockholm } from '#shared/dates.rules.ts'
import type { Harness, Person } from '#tests/harness/harness.ts'
import { agreements } from '../agreements.contract.ts'
import { charges } from '../charges.contract.ts'
import { invoiceBases } from '../invoice-bases.contract.ts'
import { aCharge } from '../testing/charges.ts'
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
    `insert into articles (org_id, id, number, name, unit, vat_class, account) values ($1, $2, 'M365-BP', 'Microsoft 365 Business', 'st', 'standard', '3041')`,
    [orgId, articleId],
  )
  await h.test.superuser.query(
    `insert into article_prices (org_id, article_id, valid_from, price_ore) values ($1, $2, '2026-01-01', 22000)`,
    [orgId, articleId],
  )
})
beforeEach(async () => {
  customerId = (await h.aCustomer({ orgId })).id
})
afterAll(() => h.stop())

const asAdmin = () => h.as(admin)
const add = (given: Parameters<typeof aCharge>[0] = {}) =>
  asAdmin().call(charges.create, { params: { id: customerId }, body: aCharge(given) })
const list = () => h.as(technician).call(charges.ofCustomer, { params: { id: customerId } })

test('a charge has its quantity and price from its first day, and staff see when it is billed next', async () => {
  const charge = await add({ startsOn: '2026-01-17', note: 'Köpt av Anna' })
  expect(charge).toMatchObject({
    name: 'Microsoft 365',
    unitName: 'st',
    quantities: [{ validFrom: '2026-01-17', hundredths: 1200 }],
    prices: [{ validFrom: '2026-01-17', priceOre: 12_900 }],
    discounts: [],
    hundredths: 1200,
    priceOre: 12_900,
    next: { month: '2026-01', period: { from: '2026-01-17', to: '2026-01-31' } },
    isUsed: false,
    version: 1,
  })
  expect(await list()).toMatchObject({
    charges: [{ id: charge.id }],
    articles: [{ id: articleId, number: 'M365-BP', priceOre: 22_000 }],
  })
})

test('a charge is billed next in the month from which the company bills, not before', async () => {
  const charge = await add({ startsOn: '2025-02-01' })
  await asAdmin().call(agreements.setBillingFrom, { body: { month: '2026-09' } })
  expect((await list()).charges).toMatchObject([{ id: charge.id, next: { month: '2026-09' } }])
})

test('the first year of a charge in arrears that starts in a year is billed two years ahead', async () => {
  const charge = await add({ startsOn: lastDay(), period: 'year', timing: 'arrears' })
  expect(charge.next?.month).toBe(addMonths(monthOf(todayInStockholm()), 23))
  expect((await list()).charges).toHaveLength(1)
})

test('an article gives name, unit and price; without one they must be given', async () => {
  const charge = await add({ articleId, text: null, unit: null, priceOre: null })
  expect(charge).toMatchObject({
    name: 'Microsoft 365 Business',
    text: null,
    articleNumber: 'M365-BP',
    unitName: 'st',
    priceOre: 22_000,
  })
  await expect(
    asAdmin().call(charges.create, {
      params: { id: customerId },
      body: aCharge({ text: ' ', unit: null, priceOre: null, startsOn: '2026-09-02', endsOn: '2026-09-01' }),
    }),
  ).rejects.toMatchObject({
    status: 422,
    fields: {
      text: 'Ange vad det gäller',
      unit: 'Ange en enhet, som st',
      priceOre: 'Ange ett pris, som 129,00',
      endsOn: 'Slutdatumet ska inte ligga före startdatumet',
    },
  })
  const unknown = aCharge({ articleId: 'a0000000-0000-4000-8000-00000000000b' })
  await expect(asAdmin().call(charges.create, { params: { id: customerId }, body: unknown })).rejects.toMatchObject({
    status: 422,
    fields: { articleId: 'Artikeln finns inte eller är arkiverad. Välj en annan.' },
  })
})

test('texts and binding change with the version; an older version gets the current row', async () => {
  const { id } = await add()
  const body = { text: 'Office', unit: 'st', bindingUntil: '2028-08-31', noticeMonths: 3, orderNumber: '7', note: null }
  expect(await asAdmin().call(charges.change, { params: { id }, body: { ...body, version: 1 } })).toMatchObject({
    name: 'Office',
    bindingUntil: '2028-08-31',
    noticeMonths: 3,
    orderNumber: '7',
    version: 2,
  })
  const late = { params: { id }, body: { ...body, text: 'Word', version: 1 } }
  await expect(asAdmin().call(charges.change, late)).rejects.toMatchObject({
    status: 409,
    current: { id, name: 'Office', version: 2 },
  })
  const empty = { params: { id }, body: { ...body, text: null, version: 2 } }
  await expect(asAdmin().call(charges.change, empty)).rejects.toMatchObject({
    status: 422,
    fields: { text: 'Ange vad det gäller' },
  })
})

test('a charge ends on a day, not before its start, and may go on again', async () => {
  const { id } = await add({ startsOn: '2026-09-01' })
  const end = (endsOn: string | null, version: number) => ({ params: { id }, body: { endsOn, version } })
  expect(await asAdmin().call(charges.end, end('2026-09-15', 1))).toMatchObject({ endsOn: '2026-09-15', version: 2 })
  await expect(asAdmin().call(charges.end, end('2026-08-31', 2))).rejects.toMatchObject({
    fields: { endsOn: 'Slutdatumet ska inte ligga före startdatumet' },
  })
  await expect(asAdmin().call(charges.end, end(null, 1))).rejects.toMatchObject({ status: 409 })
  expect(await asAdmin().call(charges.end, end(null, 2))).toMatchObject({ endsOn: null, version: 3 })
})

test('dated quantities, prices and discounts are set, replaced and removed', async () => {
  const { id } = await add()
  const call = asAdmin().call
  const quantity = (validFrom: string, hundredths: number) =>
    call(charges.setQuantity, { params: { id }, body: { validFrom, hundredths } })
  await quantity('2026-10-17', 1300)
  expect(await quantity('2026-10-17', 1450)).toMatchObject({
    quantities: [
      { validFrom: '2026-10-17', hundredths: 1450 },
      { validFrom: '2026-09-01', hundredths: 1200 },
    ],
  })
  await call(charges.setPrice, { params: { id }, body: { validFrom: '2027-01-01', priceOre: 13_900 } })
  await call(charges.setDiscount, {
    params: { id },
    body: { validFrom: '2026-11-01', basisPoints: 1000, amountOre: null },
  })
  const none = { validFrom: '2026-12-01', basisPoints: null, amountOre: null }
  expect(await call(charges.setDiscount, { params: { id }, body: none })).toMatchObject({
    prices: [{ priceOre: 13_900 }, { priceOre: 12_900 }],
    discounts: [none, { validFrom: '2026-11-01', basisPoints: 1000 }],
  })
  const row = (validFrom: string) => ({ params: { id }, body: { validFrom } })
  expect((await call(charges.removeQuantity, row('2026-10-17'))).quantities).toHaveLength(1)
  expect((await call(charges.removePrice, row('2027-01-01'))).prices).toHaveLength(1)
  expect((await call(charges.removeDiscount, row('2026-12-01'))).discounts).toHaveLength(1)
  await expect(asAdmin().call(charges.removeDiscount, row('2026-12-01'))).rejects.toMatchObject({ status: 404 })
})

test('a discount is in percent or kronor, and a charge of its own text keeps a price', async () => {
  const { id } = await add()
  const both = { validFrom: '2026-11-01', basisPoints: 1000, amountOre: 100 }
  await expect(asAdmin().call(charges.setDiscount, { params: { id }, body: both })).rejects.toMatchObject({
    fields: { amountOre: 'Ange rabatten i procent eller i kronor, inte båda' },
  })
  const none = { validFrom: '2026-11-01', priceOre: null }
  await expect(asAdmin().call(charges.setPrice, { params: { id }, body: none })).rejects.toMatchObject({
    fields: { priceOre: 'Ange ett pris, som 129,00' },
  })
  const many = { validFrom: '2026-11-01', hundredths: 100_000_001 }
  await expect(asAdmin().call(charges.setQuantity, { params: { id }, body: many })).rejects.toMatchObject({
    fields: { hundredths: 'Får vara högst 1\u00a0000\u00a0000 enheter' },
  })
})

test('a charge on no basis is removed; one on a basis ends instead', async () => {
  const { id } = await add()
  const other = await add()
  await asAdmin().call(charges.remove, { params: { id: other.id } })
  expect((await list()).charges).toHaveLength(1)
  await asAdmin().call(invoiceBases.create, { body: { customerId, month: '2026-09', replaces: null } })
  expect((await list()).charges).toMatchObject([{ isUsed: true }])
  await expect(asAdmin().call(charges.remove, { params: { id } })).rejects.toMatchObject({
    status: 409,
    message: 'Abonnemanget finns på ett underlag och kan inte tas bort. Avsluta det i stället.',
  })
})

test('charges of an archived customer do not change, and technicians only read', async () => {
  const { id } = await add()
  const body = { validFrom: '2026-10-01', hundredths: 100 }
  await expect(h.as(technician).call(charges.setQuantity, { params: { id }, body })).rejects.toMatchObject({
    status: 403,
  })
  await asAdmin().call(customers.remove, { params: { id: customerId } })
  await expect(asAdmin().call(charges.setQuantity, { params: { id }, body })).rejects.toMatchObject({
    status: 422,
    message: 'Kunden är arkiverad. Återställ kunden först.',
  })
})
