// Raises of many prices at once: what the preview says, what is stored, and what has changed meanwhile (docs/decisions/123).
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { customers } from '#features/customers/customers.contract.ts'
import { deleteQueuedJobs, queuedJobs } from '#platform/jobs/testing/queued-jobs.ts'
import { addMonths, monthOf, todayInStockholm } from '#shared/dates.rules.ts'
import type { Harness, Person } from '#tests/harness/harness.ts'
import { articles } from '../articles.contract.ts'
import { charges } from '../charges.contract.ts'
import { invoiceBases } from '../invoice-bases.contract.ts'
import {
  ChangedPreview,
  priceRaises,
  RAISE_CHANGED,
  RAISE_STOPPED,
  type RaisePreview,
} from '../price-raises.contract.ts'
import { monthsLater } from '../price-raises.rules.ts'
import { anArticle } from '../testing/articles.ts'
import { aCharge } from '../testing/charges.ts'
import { aCompanyWithTerms, anApprover } from '../testing/invoice-bases.ts'
import { aRaise } from '../testing/price-raises.ts'

let h: Harness
let admin: Person
let technician: Person
let orgId: string
let customer: { id: string; orgId: string }

beforeAll(async () => {
  ;({ h, orgId, admin, technician } = await aCompanyWithTerms(0))
})
beforeEach(async () => {
  await h.test.superuser.query(
    `delete from invoice_bases; delete from charges; delete from article_prices; delete from articles;
     ${deleteQueuedJobs}`,
  )
  customer = await h.aCustomer({ orgId, name: 'Åkeriet AB' })
})
afterAll(() => h.stop())

type Raise = Parameters<typeof aRaise>[0]
const as = (person = admin) => h.as(person).call
const add = (given: Parameters<typeof aCharge>[0] = {}, id = customer.id) =>
  as()(charges.create, { params: { id }, body: aCharge(given) })
const preview = (given: Raise = {}) => as()(priceRaises.preview, { body: aRaise(given) })
const seenOf = ({ rows }: RaisePreview, isChosen = (row: RaisePreview['rows'][number]) => row.stop === null) =>
  rows.map((row) => ({ id: row.id, state: row.state, isChosen: isChosen(row) }))
const raise = async (
  given: Raise = {},
  { sendsMail = false, seen }: { sendsMail?: boolean; seen?: RaisePreview } = {},
) =>
  as()(priceRaises.create, {
    body: { ...aRaise(given), seen: seenOf(seen ?? (await preview(given))), sendsMail },
  })
const pricesOf = async (chargeId: string, id = customer.id) => {
  const { charges: all } = await as()(charges.ofCustomer, { params: { id } })
  return all.find((charge) => charge.id === chargeId)?.prices.map(({ validFrom, priceOre }) => [validFrom, priceOre])
}
const anArticleOf = (priceOre: number) =>
  as()(articles.create, { body: anArticle({ number: crypto.randomUUID().slice(0, 8), name: 'Kopia', priceOre }) })

describe('charges', () => {
  test('are raised as dated rows, with what they give a month', async () => {
    const month = await add()
    const year = await add({ text: 'Domän', period: 'year', hundredths: 100, priceOre: 24_000 })
    const before = await preview()
    expect(before.rows).toMatchObject([
      {
        id: year.id,
        customer: { name: 'Åkeriet AB' },
        prices: [{ oldOre: 24_000, newOre: 25_200 }],
        monthlyOre: 100,
        appliesFrom: '2027-09-01',
      },
      { id: month.id, prices: [{ oldOre: 12_900, newOre: 13_500 }], monthlyOre: 7_200, appliesFrom: '2026-11-01' },
    ])
    expect(await raise({}, { seen: before })).toEqual({ raised: 2, mails: 0 })
    expect(await pricesOf(month.id)).toEqual([
      ['2026-11-01', 13_500],
      ['2026-09-01', 12_900],
    ])
  })

  test('are stopped while they are bound or have a later price, and warned of where the notice is too short', async () => {
    const today = todayInStockholm()
    const from = `${addMonths(monthOf(today), 1)}-01`
    await add({ text: 'A bundet', bindingUntil: from })
    const dated = await add({ text: 'B daterat' })
    await as()(charges.setPrice, { params: { id: dated.id }, body: { validFrom: from, priceOre: 15_000 } })
    const warned = await add({ text: 'C uppsägning', noticeMonths: 3 })
    const { rows } = await preview({ from })
    expect(rows.map(({ name, stop, earliest }) => [name, stop?.reason, stop?.date, earliest])).toEqual([
      ['C uppsägning', undefined, undefined, monthsLater(today, 3)],
      ['A bundet', 'bound', from, null],
      ['B daterat', 'dated', from, null],
    ])
    await raise({ from })
    expect(await pricesOf(dated.id)).toEqual([
      [from, 15_000],
      ['2026-09-01', 12_900],
    ])
    expect(await pricesOf(warned.id)).toContainEqual([from, 13_500])
  })

  test('are chosen by article and by customer, without those of archived customers and those that have ended', async () => {
    const article = await anArticleOf(10_000)
    const other = await h.aCustomer({ orgId, name: 'Bageriet AB' })
    const archived = await h.aCustomer({ orgId, name: 'Cykel AB' })
    const own = await add({ articleId: article.id, text: null, unit: null })
    const others = await add({}, other.id)
    await add({}, archived.id)
    await as()(customers.remove, { params: { id: archived.id } })
    await add({ text: 'Slut', endsOn: '2026-10-31' })
    const ids = async (given: Raise) => (await preview(given)).rows.map(({ id }) => id)
    expect(await ids({})).toEqual([others.id, own.id])
    expect(await ids({ articleId: article.id })).toEqual([own.id])
    expect(await ids({ customerId: other.id })).toEqual([others.id])
  })

  test('that have the article’s price are raised with the article', async () => {
    const article = await anArticleOf(10_000)
    await add({ articleId: article.id, text: null, unit: null, priceOre: null })
    expect((await preview()).rows).toEqual([])
    const ofCustomer = await preview({ customerId: customer.id })
    expect(ofCustomer.rows).toMatchObject([{ stop: { reason: 'follows' }, prices: [{ newOre: null }] }])
  })

  test('are raised only in part when only some are chosen', async () => {
    const [one, other] = [await add({ text: 'A' }), await add({ text: 'B' })]
    const seen = seenOf(await preview(), ({ id }) => id === other.id)
    await as()(priceRaises.create, { body: { ...aRaise(), seen, sendsMail: false } })
    expect(await pricesOf(one.id)).toHaveLength(1)
    expect(await pricesOf(other.id)).toHaveLength(2)
  })
})

describe('an article', () => {
  test('is raised for those who have its price, and bound ones keep the old price until the binding ends', async () => {
    const article = await anArticleOf(10_000)
    const of = { articleId: article.id, text: null, unit: null }
    const bound = await h.aCustomer({ orgId, name: 'Bundna AB' })
    const follows = await add({ ...of, priceOre: null })
    const own = await add({ ...of, priceOre: 9_000 })
    const keeps = await add({ ...of, priceOre: null, bindingUntil: '2027-03-31' }, bound.id)
    const given: Raise = { subject: 'articles', articleId: article.id }
    expect((await preview(given)).rows).toMatchObject([
      {
        id: article.id,
        prices: [{ oldOre: 10_000, newOre: 10_500 }],
        monthlyOre: 6_000,
        followers: [
          { customer: { name: 'Bundna AB' }, monthlyOre: 0, keepsUntil: '2027-03-31' },
          { customer: { name: 'Åkeriet AB' }, monthlyOre: 6_000, keepsUntil: null },
        ],
      },
    ])
    await raise(given)
    expect(await as()(articles.prices, { params: { id: article.id } })).toEqual({
      prices: [
        { validFrom: '2026-11-01', priceOre: 10_500 },
        { validFrom: '2026-01-01', priceOre: 10_000 },
      ],
    })
    expect(await pricesOf(follows.id)).toEqual([['2026-09-01', null]])
    expect(await pricesOf(own.id)).toEqual([['2026-09-01', 9_000]])
    expect(await pricesOf(keeps.id, bound.id)).toEqual([
      ['2027-04-01', null],
      ['2026-11-01', 10_000],
      ['2026-09-01', null],
    ])
  })
})

test('articles without a price, and archived ones, are listed when a charge has their price', async () => {
  const archived = await anArticleOf(10_000)
  const unused = await anArticleOf(10_000)
  await as()(articles.create, { body: anArticle({ number: 'Utan pris' }) })
  await add({ articleId: archived.id, text: null, unit: null, priceOre: null })
  for (const { id } of [archived, unused]) await as()(articles.archive, { params: { id } })
  const { rows } = await preview({ subject: 'articles' })
  expect(rows.map(({ id }) => id)).toEqual([archived.id])
})

describe('what has changed since the preview', () => {
  const refusal = async (seen: RaisePreview, given: Raise = {}) => {
    const error = await raise(given, { seen }).then(
      () => undefined,
      (refused: unknown) => refused,
    )
    expect(error).toMatchObject({ status: 409, message: RAISE_CHANGED })
    return ChangedPreview.parse((error as { current: unknown }).current)
  }

  test('refuses all, and names what differs: a price, a new charge and one that is gone', async () => {
    const [same, priced, gone] = [await add({ text: 'A' }), await add({ text: 'B' }), await add({ text: 'C' })]
    const seen = await preview()
    await as()(charges.setPrice, { params: { id: priced.id }, body: { validFrom: '2026-10-01', priceOre: 20_000 } })
    await as()(charges.remove, { params: { id: gone.id } })
    const added = await add({ text: 'D' })
    const { preview: now, differs } = await refusal(seen)
    expect(differs.toSorted()).toEqual([priced.id, gone.id, added.id].toSorted())
    expect(now.rows.map(({ name }) => name)).toEqual(['A', 'B', 'D'])
    expect(await pricesOf(same.id)).toHaveLength(1)
    expect(await raise({}, { seen: now })).toMatchObject({ raised: 3 })
  })

  test('a second raise of the same preview changes nothing', async () => {
    const charge = await add()
    const seen = await preview()
    await raise({}, { seen })
    expect((await refusal(seen)).preview.rows).toMatchObject([{ stop: { reason: 'dated', date: '2026-11-01' } }])
    expect(await pricesOf(charge.id)).toHaveLength(2)
  })

  test('of two raises at once one is done', async () => {
    const charge = await add()
    const seen = await preview()
    const both = await Promise.allSettled([raise({}, { seen }), raise({}, { seen })])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await pricesOf(charge.id)).toHaveLength(2)
  })

  test('a repeated request is answered as the first', async () => {
    await add()
    const body = { ...aRaise(), seen: seenOf(await preview()), sendsMail: false }
    const once = () => as()(priceRaises.create, { body }, { idempotencyKey: 'a0000000-0000-4000-8000-0000000000f0' })
    expect(await once()).toEqual(await once())
  })

  test('a stopped price is not raised, also when it is asked for', async () => {
    await add({ bindingUntil: '2027-12-31' })
    const seen = seenOf(await preview(), () => true)
    await expect(as()(priceRaises.create, { body: { ...aRaise(), seen, sendsMail: false } })).rejects.toMatchObject({
      status: 422,
      message: RAISE_STOPPED,
    })
  })
})

test('a raise in a month that is sent names its basis and marks it to be checked', async () => {
  await anApprover(h, customer)
  await add()
  const body = { customerId: customer.id, month: '2026-11', replaces: null }
  const { id } = await as()(invoiceBases.create, { body })
  await as()(invoiceBases.send, { params: { id } })
  const before = await preview()
  expect(before.bases).toEqual([{ id, customer: 'Åkeriet AB', month: '2026-11', state: 'sent' }])
  await raise({}, { seen: before })
  const { rows } = await h.test.superuser.query('select check_at from invoice_bases where id = $1', [id])
  expect(rows[0].check_at).not.toBeNull()
})

test('by choice each customer gets one mail to its addressees', async () => {
  const approver = await anApprover(h, customer)
  const nobody = await h.aCustomer({ orgId, name: 'Utan adress AB' })
  await add({ text: 'A' })
  await add({ text: 'B', noticeMonths: 3 })
  await add({ text: 'C' }, nobody.id)
  await add({ text: 'D', bindingUntil: '2027-12-31' })
  const before = await preview()
  expect(before.recipients).toMatchObject([
    { customer: { name: 'Utan adress AB' }, addressees: [] },
    { customer: { name: 'Åkeriet AB' }, addressees: [{ email: approver.email }] },
  ])
  expect(await raise({}, { seen: before, sendsMail: true })).toEqual({ raised: 3, mails: 1 })
  const { rows } = await h.test.superuser.query(
    `select payload from ${queuedJobs} where payload ->> 'from' is not null`,
  )
  expect(rows).toMatchObject([{ payload: { email: approver.email, from: '2026-11-01' } }])
  expect(rows[0].payload.lines.map(({ text }: { text: string }) => text)).toEqual(['A', 'B'])
})

test('percent and kronor are not both given, and only administrators raise prices', async () => {
  const expected = { status: 422, fields: { basisPoints: 'Ange höjningen i procent eller i kronor' } }
  await expect(preview({ amountOre: 100 })).rejects.toMatchObject(expected)
  await expect(preview({ basisPoints: null })).rejects.toMatchObject(expected)
  await expect(as(technician)(priceRaises.preview, { body: aRaise() })).rejects.toMatchObject({ status: 403 })
})

test('the rows with which a bound charge keeps its price are removed like others, also years ahead', async () => {
  const article = await anArticleOf(10_000)
  const keeps = await add({ articleId: article.id, text: null, unit: null, priceOre: null, bindingUntil: '2031-12-31' })
  await raise({ subject: 'articles', articleId: article.id })
  expect(await pricesOf(keeps.id)).toContainEqual(['2032-01-01', null])
  await as()(charges.removePrice, { params: { id: keeps.id }, body: { validFrom: '2032-01-01' } })
  expect(await pricesOf(keeps.id)).not.toContainEqual(['2032-01-01', null])
})
