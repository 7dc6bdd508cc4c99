// What the lines of an invoice basis say of their articles.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ARTICLE_NOT_TO_CHOOSE, expenses } from '#features/time/expenses.contract.ts'
import { time } from '#features/time/time.contract.ts'
import { portalInvoiceBases } from '#screens/portal/portal-invoice-bases.contract.ts'
import type { Harness, Person } from '#tests/harness/harness.ts'
import { agreements } from '../agreements.contract.ts'
import { articles } from '../articles.contract.ts'
import { invoiceBases } from '../invoice-bases.contract.ts'
import { price } from '../price.contract.ts'
import { anArticle } from '../testing/articles.ts'
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

const staff = () => h.as(technician).call
const byAdmin = () => h.as(admin).call
let count = 0
const create = (given: object) => byAdmin()(articles.create, { body: anArticle({ number: `N${count++}`, ...given }) })
const trip = { workDate: '2026-11-20', kind: 'travel', article: 'Resa', hundredths: 100, unit: 'st', priceOre: 10_000 }
const spend = (given: object = {}) => staff()(expenses.create, { body: { ...trip, customerId, ...given } as never })
const work = () =>
  staff()(time.create, { body: { customerId, workDate: '2026-11-20', timeFrom: '10:00', timeTo: '11:00' } })
const makeBasis = () => staff()(invoiceBases.create, { body: { customerId, month: '2026-11', replaces: null } })
const failure = (of: Promise<unknown>) => of.catch((error: unknown) => error)

test('lines have number, account, VAT and reason of the articles as they were, in two rates', async () => {
  const hours = await create({ name: 'Konsulttimme', account: '3011' })
  const fee = await create({ name: 'Avgift', account: '3990', vatClass: 'none', vatReason: 'Utlägg för kunden' })
  await byAdmin()(articles.setOfWork, { body: { kind: 'remote', articleId: hours.id } })
  await work()
  await spend({ articleId: fee.id })
  await spend({ article: 'Milersättning' })
  const basis = await makeBasis()
  const expected = [
    { article: 'Konsulttimme', articleNumber: hours.number, account: '3011', vatPercent: 25, vatReason: null },
    { article: 'Milersättning', articleNumber: null, account: null, vatPercent: 25, vatReason: null },
    { article: 'Resa', articleNumber: fee.number, account: '3990', vatPercent: 0, vatReason: 'Utlägg för kunden' },
  ]
  expect(basis.lines).toMatchObject(expected)
  expect(basis).toMatchObject({
    vat: [
      { percent: 25, netOre: 110_000, vatOre: 27_500 },
      { percent: 0, netOre: 10_000, vatOre: 0 },
    ],
    totalOre: 147_500,
  })
  const { lines } = await staff()(price.ofMonth, { params: { id: customerId }, query: { month: '2026-11' } })
  expect(lines.map(({ article, vatPercent }) => [article, vatPercent])).toEqual([
    ['Konsulttimme', 25],
    ['Milersättning', 25],
    ['Resa', 0],
  ])

  const { id, isArchived: _archived, priceOre: _price, ...fields } = hours
  await byAdmin()(articles.change, { params: { id }, body: { ...fields, name: 'Nytt', account: '3999' } })
  await byAdmin()(articles.archive, { params: { id } })
  expect((await staff()(invoiceBases.get, { params: { id: basis.id } })).lines).toMatchObject(expected)
  await byAdmin()(articles.setOfWork, { body: { kind: 'remote', articleId: null } })
})

test('a customer reads why there is no VAT, and not the account', async () => {
  const fee = await create({ name: 'Avgift', account: '3990', vatClass: 'none', vatReason: 'Utlägg' })
  await spend({ articleId: fee.id })
  const { id } = await makeBasis()
  const login = await h.aPortalUser({ id: customerId, orgId })
  await h.test.superuser.query('update customer_users set may_approve = true where user_id = $1', [login.userId])
  await staff()(invoiceBases.send, { params: { id } })
  const [line] = (await h.as(login).call(portalInvoiceBases.get, { params: { id } })).lines
  expect(line).toMatchObject({ articleNumber: fee.number, vatReason: 'Utlägg', vatPercent: 0 })
  expect(line).not.toHaveProperty('account')
})

test('reverse charge is without the reasons of articles', async () => {
  const fee = await create({ vatClass: 'vat12' })
  const billing = { vat: 'reverse', reverseReason: 'eu', isPrivate: false } as const
  await byAdmin()(agreements.setBilling, { params: { id: customerId }, body: billing })
  await spend({ articleId: fee.id })
  expect((await makeBasis()).lines).toMatchObject([{ vatPercent: 0, vatReason: null, articleNumber: fee.number }])
})

test('a row keeps its own text, unit and price beside its article, and another article outdates the basis', async () => {
  const article = await create({ name: 'Bil', unit: 'km', priceOre: 2_500 })
  const row = await spend({ articleId: article.id })
  expect(row).toMatchObject({
    article: 'Resa',
    unit: 'st',
    priceOre: 10_000,
    registered: { id: article.id, number: article.number, name: 'Bil' },
  })
  const { id } = await makeBasis()
  const other = await create({ name: 'Tåg' })
  const body = { ...trip, customerId, ticketId: '', version: row.version, articleId: other.id } as never
  expect(await staff()(expenses.change, { params: { id: row.id }, body })).toMatchObject({
    registered: { name: 'Tåg' },
  })
  expect(await staff()(invoiceBases.check, { params: { id } })).toMatchObject({ isOutdated: true })
})

test('an archived article stays on its rows and is not chosen again', async () => {
  const article = await create({ name: 'Gammal' })
  const { id, version } = await spend({ articleId: article.id })
  await byAdmin()(articles.archive, { params: { id: article.id } })
  const body = { ...trip, customerId, ticketId: '', version, articleId: article.id, hundredths: 200 } as never
  expect(await staff()(expenses.change, { params: { id }, body })).toMatchObject({ registered: { name: 'Gammal' } })
  const refused = { status: 422, fields: { articleId: ARTICLE_NOT_TO_CHOOSE } }
  expect(await failure(spend({ articleId: article.id }))).toMatchObject(refused)
  expect(await failure(spend({ articleId: '00000000-0000-7000-8000-000000000000' }))).toMatchObject(refused)
  const foreign = await h.anAdmin({ orgId: (await h.anOrganization()).id })
  const theirs = await h.as(foreign).call(articles.create, { body: anArticle() })
  expect(await failure(spend({ articleId: theirs.id }))).toMatchObject(refused)
})
