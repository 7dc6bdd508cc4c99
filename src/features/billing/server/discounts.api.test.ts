// Discounts of customers and drafts, and free lines (docs/decisions/125).
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { customers } from '#features/customers/customers.contract.ts'
import { time } from '#features/time/time.contract.ts'
import { portalInvoiceBases } from '#screens/portal/portal-invoice-bases.contract.ts'
import type { Harness, Person } from '#tests/harness/harness.ts'
import { agreements } from '../agreements.contract.ts'
import { articles } from '../articles.contract.ts'
import { charges } from '../charges.contract.ts'
import { DRAFT_IS_LEAVING, discounts } from '../discounts.contract.ts'
import { invoiceBases } from '../invoice-bases.contract.ts'
import { price } from '../price.contract.ts'
import { anArticle } from '../testing/articles.ts'
import { aCharge } from '../testing/charges.ts'
import { aCompanyWithTerms, anApprover } from '../testing/invoice-bases.ts'
import { saveAnyway } from '../testing/save-anyway.ts'

let h: Harness
let orgId: string
let admin: Person
let technician: Person
let customerId: string

beforeAll(async () => {
  ;({ h, orgId, admin, technician } = await aCompanyWithTerms(0))
})
afterAll(() => h.stop())
beforeEach(async () => {
  customerId = (await h.aCustomer({ orgId })).id
})

const month = '2026-10'
const work = (workDate: string, given: object = {}) =>
  h.as(technician).call(time.create, {
    body: {
      customerId,
      workDate,
      timeFrom: '10:00',
      timeTo: '11:00',
      kind: 'remote',
      ticketId: null,
      description: 'x',
      notes: null,
      ...given,
    },
  })
const make = (replaces: string | null = null, of = month) =>
  h.as(technician).call(invoiceBases.create, { body: { customerId, month: of, replaces } })
const get = (id: string) => h.as(technician).call(invoiceBases.get, { params: { id } })
const discountFrom = (validFrom: string, basisPoints: number | null, amountOre: number | null = null, by = admin) =>
  h.as(by).call(discounts.setOfCustomer, { params: { id: customerId }, body: { validFrom, basisPoints, amountOre } })
const setDiscount = async (
  id: string,
  basisPoints: number | null,
  amountOre: number | null,
  text: string | null = null,
) => {
  const { version } = (await get(id)).discount
  return h
    .as(technician)
    .call(discounts.setOfBasis, { params: { id }, body: { basisPoints, amountOre, text, version } })
}
const aLine = (given: object = {}) => ({
  text: 'Kompensation för avbrott',
  hundredths: 100,
  unit: 'st',
  priceOre: -20_000,
  vatClass: 'standard' as const,
  vatReason: null,
  articleId: null,
  ...given,
})
const addLine = (id: string, given: object = {}) =>
  h.as(technician).call(discounts.addFreeLine, { params: { id }, body: aLine(given) })
const shown = ({ lines }: { lines: { kind: string; article?: string | null | undefined; netOre: number }[] }) =>
  lines.map(({ kind, article, netOre }) => [kind, article, netOre])
const bill = async (id: string) => {
  await h.test.superuser.query('update time_entries set reported = true, reported_at = now() where customer_id = $1', [
    customerId,
  ])
  return h.as(technician).call(invoiceBases.bill, { params: { id } })
}

test('a discount of a draft that somebody changed since is refused, with the current one', async () => {
  await work('2026-10-20')
  const { id, discount } = await make()
  const first = await setDiscount(id, 500, null, 'Johans rabatt')
  expect(first.discount).toMatchObject({ basisPoints: 500, text: 'Johans rabatt' })
  const body = { basisPoints: 700, amountOre: null, text: null, version: discount.version }
  await expect(h.as(technician).call(discounts.setOfBasis, { params: { id }, body })).rejects.toMatchObject({
    status: 409,
    code: 'conflict',
    current: first.discount,
  })
  expect((await get(id)).discount).toEqual(first.discount)
})

test('a customer’s discount is dated, is on the month’s price and on its bases, and only administrators set it', async () => {
  await work('2026-10-20')
  await expect(discountFrom('2026-10-01', 1000, null, technician)).rejects.toMatchObject({ status: 403 })
  await expect(discountFrom('2026-10-01', 1000, 500)).rejects.toMatchObject({ status: 422 })
  const { discounts: rows } = await discountFrom('2026-10-01', 1000)
  expect(rows).toEqual([{ validFrom: '2026-10-01', basisPoints: 1000, amountOre: null }])
  const cost = await h.as(technician).call(price.ofMonth, { params: { id: customerId }, query: { month } })
  expect(shown(cost).at(-1)).toEqual(['discount', 'Rabatt 10 %', -10_000])
  const basis = await make()
  expect(basis).toMatchObject({ labourOre: 100_000, otherOre: -10_000, netOre: 90_000, totalOre: 112_500 })

  await discountFrom('2026-10-01', null, 25_000)
  expect(await h.as(technician).call(invoiceBases.check, { params: { id: basis.id } })).toMatchObject({
    isOutdated: true,
    difference: { netOre: { before: 90_000, after: 75_000 } },
  })
  const remove = { params: { id: customerId }, body: { validFrom: '2026-10-01' } }
  expect(await h.as(admin).call(discounts.removeOfCustomer, remove)).toMatchObject({ discounts: [] })
  await expect(h.as(admin).call(discounts.removeOfCustomer, remove)).rejects.toMatchObject({ status: 404 })
})

test('free lines are added, changed and removed on a draft; sums and positions follow', async () => {
  await work('2026-10-20')
  await discountFrom('2026-01-01', 1000)
  const { id } = await make()
  const added = await addLine(id)
  expect(shown(added)).toEqual([
    ['remote', null, 100_000],
    ['free', 'Kompensation för avbrott', -20_000],
    ['discount', 'Rabatt 10 %', -8_000],
  ])
  expect(added).toMatchObject({ netOre: 72_000, otherOre: -28_000, totalOre: 90_000 })
  const [line] = added.freeLines
  const change = (given: object, version = 1) =>
    h.as(technician).call(discounts.changeFreeLine, {
      params: { id: line?.id ?? '' },
      body: { ...aLine(given), version },
    })
  expect(shown(await change({ hundredths: 250, priceOre: 10_000, text: 'Hyra' }))[1]).toEqual(['free', 'Hyra', 25_000])
  await expect(change({})).rejects.toMatchObject({ status: 409, current: { version: 2, text: 'Hyra' } })
  const { id: basisId, lines } = await h
    .as(technician)
    .call(discounts.removeFreeLine, { params: { id: line?.id ?? '' } })
  expect([basisId, lines.map(({ position }) => position)]).toEqual([id, [1, 2]])
  await expect(change({}, 2)).rejects.toMatchObject({ status: 404 })
  expect(await h.as(technician).call(invoiceBases.check, { params: { id } })).toMatchObject({ isOutdated: false })
})

test('a basis’s own discount has a text, is of what the customer’s leaves, and is removed by neither', async () => {
  await work('2026-10-20')
  await discountFrom('2026-01-01', null, 20_000)
  const { id } = await make()
  const set = await setDiscount(id, 2500, null, 'Tack för tålamodet')
  expect(shown(set).slice(1)).toEqual([
    ['discount', 'Rabatt', -20_000],
    ['discount', 'Tack för tålamodet 25 %', -20_000],
  ])
  expect(set.discount).toMatchObject({ basisPoints: 2500, amountOre: null, text: 'Tack för tålamodet' })
  expect(await setDiscount(id, null, null, 'x')).toMatchObject({
    netOre: 80_000,
    discount: { basisPoints: null, amountOre: null, text: null },
  })
})

test('free lines and the discount follow to the basis that replaces a draft, a sent one or one that was taken back', async () => {
  const approver = await anApprover(h, { id: customerId, orgId })
  await work('2026-10-20')
  let { id } = await make()
  await addLine(id, { priceOre: 5_000 })
  await setDiscount(id, null, 1_000, 'Avtalat')
  const expected = [
    ['remote', null, 100_000],
    ['free', 'Kompensation för avbrott', 5_000],
    ['discount', 'Avtalat', -1_000],
  ]
  id = (await make(id)).id
  expect(shown(await get(id))).toEqual(expected)
  await h.as(technician).call(invoiceBases.send, { params: { id } })
  const read = await h.as(approver).call(portalInvoiceBases.get, { params: { id } })
  expect(shown(read)).toEqual(expected)
  expect(Object.keys(read)).not.toContain('freeLines')
  await work('2026-10-21')
  await h.as(technician).call(invoiceBases.check, { params: { id } })
  id = (await make(id)).id
  expect(shown(await get(id))).toEqual([['remote', null, 200_000], ...expected.slice(1)])
  await bill(id)
  await h.as(admin).call(invoiceBases.withdraw, { params: { id }, body: { reason: 'Fel' } })
  const again = await make()
  expect(shown(again).slice(1)).toEqual(expected.slice(1))
  expect(again.freeLines).toHaveLength(1)
})

test('only a draft is changed by hand, whoever else is quicker', async () => {
  await anApprover(h, { id: customerId, orgId })
  await work('2026-10-20')
  const { id } = await make()
  const { freeLines } = await addLine(id)
  await h.as(technician).call(invoiceBases.send, { params: { id } })
  await expect(addLine(id)).rejects.toMatchObject({ status: 409 })
  await expect(setDiscount(id, 1000, null)).rejects.toMatchObject({ status: 409 })
  const params = { id: freeLines[0]?.id ?? '' }
  await expect(h.as(technician).call(discounts.removeFreeLine, { params })).rejects.toMatchObject({ status: 409 })
  await expect(
    h.test.superuser.query('update invoice_bases set net_ore = net_ore + 1, total_ore = total_ore + 1 where id = $1', [
      id,
    ]),
  ).rejects.toMatchObject({ constraint: 'invoice_bases_draft_amounts' })
})

test('a free line has the number and account of its article, which is not chosen when it is archived', async () => {
  await work('2026-10-20')
  const { id } = await make()
  const article = await h.as(admin).call(articles.create, { body: anArticle({ number: 'F1', account: '3041' }) })
  const { lines } = await addLine(id, { articleId: article.id })
  expect(lines[1]).toMatchObject({ articleNumber: 'F1', account: '3041', article: 'Kompensation för avbrott' })
  await h.as(admin).call(articles.archive, { params: { id: article.id } })
  await expect(addLine(id, { articleId: article.id })).rejects.toMatchObject({ status: 422 })
  expect(shown(await make(id))[1]).toEqual(['free', 'Kompensation för avbrott', -20_000])
})

test('a free line without VAT needs a reason, and every field has its error', async () => {
  await work('2026-10-20')
  const { id } = await make()
  const wrong = [
    { vatClass: 'none' },
    { text: ' ' },
    { hundredths: 0 },
    { unit: '' },
    { priceOre: 10_000_001 },
    { articleId: 'x' },
  ]
  for (const given of wrong) await expect(addLine(id, given)).rejects.toMatchObject({ status: 422 })
  expect((await addLine(id, { vatClass: 'none', vatReason: 'Utlägg' })).lines[1]).toMatchObject({
    vatPercent: 0,
    vatReason: 'Utlägg',
  })
})

test('a credit larger than the month is carried on, and its draft is made right again when it is removed', async () => {
  await work('2026-10-20')
  const { id } = await make()
  const { freeLines, ...credited } = await addLine(id, { priceOre: -150_000 })
  expect(shown(credited).slice(1)).toEqual([
    ['free', 'Kompensation för avbrott', -150_000],
    ['carried', 'Förs över från oktober till nästa underlag', 50_000],
  ])
  expect(credited).toMatchObject({ totalOre: 0, vat: [] })
  const params = { id: freeLines[0]?.id ?? '' }
  expect(await h.as(technician).call(discounts.removeFreeLine, { params })).toMatchObject({ totalOre: 125_000 })
})

test('late time gets the discount of its month, as that was billed', async () => {
  await work('2026-10-20')
  await discountFrom('2026-10-01', 500)
  await discountFrom('2026-11-01', 1000)
  await bill((await make()).id)
  await saveAnyway(h.as(admin).call, discounts.setOfCustomer, {
    params: { id: customerId },
    body: { validFrom: '2026-10-01', basisPoints: 9000, amountOre: null },
  })
  await work('2026-10-21')
  await work('2026-11-03')
  expect(shown(await make(null, '2026-11'))).toEqual([
    ['remote', null, 100_000],
    ['remote', null, 100_000],
    ['discount', 'Rabatt 10 %', -10_000],
    ['discount', 'Rabatt 5 %, oktober 2026', -5000],
  ])
})

test('late time of a month that was billed with nothing of its own gets the discount of that month', async () => {
  await discountFrom('2026-09-01', null)
  await discountFrom('2026-10-01', 1000)
  await discountFrom('2026-11-01', null)
  await work('2026-09-21')
  await bill((await make(null, '2026-09')).id)
  await work('2026-09-22')
  const october = await make()
  expect(shown(october)).toEqual([['remote', null, 100_000]])
  await bill(october.id)
  await work('2026-10-21')
  expect(shown(await make(null, '2026-11'))).toEqual([
    ['remote', null, 100_000],
    ['discount', 'Rabatt 10 %, oktober 2026', -10_000],
  ])
})

test.each([
  ['percent', 5000, null, 77_400],
  ['kronor', null, 10_000, 10_000],
] as const)(
  'what is credited of a month with a discount in %s is what was paid',
  async (_of, points, kronor, given) => {
    const body = aCharge({ startsOn: '2026-10-01', hundredths: 1200 })
    const { id } = await h.as(admin).call(charges.create, { params: { id: customerId }, body })
    await discountFrom('2026-10-01', points, kronor)
    await discountFrom('2026-11-01', null)
    await bill((await make()).id)
    await saveAnyway(h.as(admin).call, charges.setQuantity, {
      params: { id },
      body: { validFrom: '2026-10-01', hundredths: 0 },
    })
    const november = await make(null, '2026-11')
    const credited = [
      ['adjustment', expect.stringContaining('Justering oktober'), -154_800],
      ['discount', expect.stringMatching(/^Rabatt( 50 %)?, oktober 2026$/), given],
    ]
    expect(shown(november).slice(0, 2)).toEqual(credited)
    // A line by hand makes the discounts again, each of its month.
    expect(shown(await addLine(november.id, { priceOre: 300_000 })).slice(0, 3)).toEqual([
      credited[0],
      ['free', 'Kompensation för avbrott', 300_000],
      credited[1],
    ])
  },
)

test('agreements show the discounts newest first, and an archived customer gets none', async () => {
  await discountFrom('2026-01-01', 500)
  await discountFrom('2026-03-01', null)
  const { discounts: rows } = await h.as(technician).call(agreements.ofCustomer, { params: { id: customerId } })
  expect(rows.map(({ validFrom }) => validFrom)).toEqual(['2026-03-01', '2026-01-01'])
  await h.as(admin).call(customers.remove, { params: { id: customerId } })
  await expect(discountFrom('2026-04-01', 500)).rejects.toMatchObject({ status: 422 })
})

test('a draft that is about to be sent is not changed by hand', async () => {
  await work('2026-10-20')
  const { id } = await make()
  await h.test.superuser.query(
    'update invoice_bases set sending_id = gen_random_uuid(), sending_at = now(), sending_by = $2 where id = $1',
    [id, admin.userId],
  )
  await expect(addLine(id)).rejects.toMatchObject({ status: 409, message: DRAFT_IS_LEAVING })
  await expect(setDiscount(id, 500, null)).rejects.toMatchObject({ status: 409, message: DRAFT_IS_LEAVING })
})
