import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, todayInStockholm } from '#shared/dates.rules.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import {
  ARTICLE_IS_ARCHIVED,
  ARTICLE_NOT_FOUND,
  ARTICLE_NUMBER_TAKEN,
  ARTICLE_PRICE_NOT_FOUND,
  articles,
  NEEDS_VAT_REASON,
  ONE_REVERSE_CHARGE,
} from '../articles.contract.ts'
import { anArticle } from '../testing/articles.ts'

let h: Harness
let admin: Person
let technician: Person
let orgId: string
beforeAll(async () => {
  h = await startHarness()
  orgId = (await h.anOrganization()).id
  admin = await h.anAdmin({ orgId })
  technician = await h.aTechnician({ orgId })
})
afterAll(() => h.stop())

const byAdmin = () => h.as(admin).call
const byStaff = () => h.as(technician).call
let count = 0
const create = (given: object = {}) =>
  byAdmin()(articles.create, { body: anArticle({ number: `A${count++}`, ...given }) })
const failure = (of: Promise<unknown>) => of.catch((error: unknown) => error)
const today = todayInStockholm()

test('an article has number, name, unit, VAT and account, and the price of today', async () => {
  const created = await create({ number: ' M365 ', name: 'Microsoft 365 Business', account: '3041', priceOre: 12_900 })
  expect(created).toMatchObject({
    number: 'M365',
    name: 'Microsoft 365 Business',
    unit: 'st',
    vatClass: 'standard',
    vatReason: null,
    account: '3041',
    isArchived: false,
    version: 1,
    priceOre: 12_900,
  })
  const { rows } = await byStaff()(articles.list, { query: { search: 'microsoft' } })
  expect(rows).toEqual([created])
  const other = await create({ number: 'A1', name: 'Business till Microsoft 365' })
  for (const search of ['business m365', 'business 365 microsoft'])
    expect((await byStaff()(articles.list, { query: { search } })).rows).toContainEqual(created)
  const choices = await byStaff()(articles.choices, { query: { search: '365 business' } })
  expect(choices.map(({ number }) => number)).toEqual(['M365', other.number])
  const audited = await h.test.superuser.query(`select action, subject from audit_log where subject_id = $1`, [
    created.id,
  ])
  expect(audited.rows).toEqual([{ action: 'created', subject: 'article' }])
})

test('a number is unique without case, and an error stands at each wrong field', async () => {
  await create({ number: 'Ö-1' })
  expect(await failure(create({ number: 'ö-1' }))).toMatchObject({
    status: 422,
    fields: { number: ARTICLE_NUMBER_TAKEN },
  })
  const other = await create()
  const { id: _id, isArchived: _archived, priceOre: _price, ...fields } = other
  expect(
    await failure(byAdmin()(articles.change, { params: { id: other.id }, body: { ...fields, number: 'Ö-1' } })),
  ).toMatchObject({ status: 422, fields: { number: ARTICLE_NUMBER_TAKEN } })
  expect(await failure(create({ name: ' ', unit: '', account: '30A', priceOre: -1 }))).toMatchObject({
    fields: {
      name: 'Ange ett namn',
      unit: 'Ange en enhet, som st',
      account: 'Ange ett konto med 4 till 6 siffror, som 3041',
      priceOre: 'Beloppet kan inte vara mindre än noll',
    },
  })
  expect(await failure(create({ priceOre: 100, validFrom: '' }))).toMatchObject({
    fields: { validFrom: 'Ange från vilket datum priset gäller' },
  })
})

test('an article is construction work, electronics or neither, and keeps it', async () => {
  const both = { isConstruction: true, isElectronics: true }
  expect(await failure(create(both))).toMatchObject({ status: 422, fields: { isElectronics: ONE_REVERSE_CHARGE } })
  const { id, isArchived: _archived, priceOre: _price, ...fields } = await create({ isConstruction: true })
  expect(fields).toMatchObject({ isConstruction: true, isElectronics: false })
  const change = (given: object) => byAdmin()(articles.change, { params: { id }, body: { ...fields, ...given } })
  expect(await failure(change(both))).toMatchObject({ status: 422, fields: { isElectronics: ONE_REVERSE_CHARGE } })
  expect(await change({ isConstruction: false, isElectronics: true })).toMatchObject({
    isConstruction: false,
    isElectronics: true,
  })
})

test('no VAT needs a reason, which other classes do not keep', async () => {
  expect(await failure(create({ vatClass: 'none' }))).toMatchObject({ fields: { vatReason: NEEDS_VAT_REASON } })
  const free = await create({ vatClass: 'none', vatReason: 'Utlägg för kundens räkning' })
  expect(free.vatReason).toBe('Utlägg för kundens räkning')
  const { id, isArchived: _archived, priceOre: _price, ...fields } = free
  const taxed = await byAdmin()(articles.change, { params: { id }, body: { ...fields, vatClass: 'vat6' } })
  expect(taxed).toMatchObject({ vatClass: 'vat6', vatReason: null, version: 2 })
})

test('a change of an outdated version is refused with the current row', async () => {
  const article = await create()
  const { id, isArchived: _archived, priceOre: _price, ...fields } = article
  const changed = await byAdmin()(articles.change, { params: { id }, body: { ...fields, name: 'Nytt namn' } })
  expect(changed).toMatchObject({ name: 'Nytt namn', version: 2 })
  expect(
    await failure(byAdmin()(articles.change, { params: { id }, body: { ...fields, name: 'Annat' } })),
  ).toMatchObject({ status: 409, current: { name: 'Nytt namn', version: 2 } })
})

test('a dated price applies from its day until the next one', async () => {
  const { id, number } = await create({ priceOre: 10_000, validFrom: '2026-01-01' })
  const params = { id }
  await byAdmin()(articles.setPrice, { params, body: { validFrom: addDays(today, 10), priceOre: 12_000 } })
  const { prices } = await byAdmin()(articles.setPrice, { params, body: { validFrom: '2026-02-01', priceOre: 11_000 } })
  expect(prices).toEqual([
    { validFrom: addDays(today, 10), priceOre: 12_000 },
    { validFrom: '2026-02-01', priceOre: 11_000 },
    { validFrom: '2026-01-01', priceOre: 10_000 },
  ])
  const priceOn = async (on?: string) =>
    (await byStaff()(articles.choices, { query: { search: number, ...(on && { on }) } })).map(
      ({ priceOre }) => priceOre,
    )
  expect(await priceOn()).toEqual([11_000])
  expect(await priceOn('2026-01-31')).toEqual([10_000])
  expect(await priceOn('2025-12-31')).toEqual([null])
  expect(await failure(priceOn('0000-01-01'))).toMatchObject({ status: 422 })
  expect(await priceOn(addDays(today, 10))).toEqual([12_000])
  await byAdmin()(articles.setPrice, { params, body: { validFrom: '2026-02-01', priceOre: 11_500 } })
  expect(await priceOn()).toEqual([11_500])
  await byAdmin()(articles.removePrice, { params, body: { validFrom: '2026-02-01' } })
  expect(await priceOn()).toEqual([10_000])
  const gone = byAdmin()(articles.removePrice, { params, body: { validFrom: '2026-02-01' } })
  expect(await failure(gone)).toMatchObject({ status: 404, message: ARTICLE_PRICE_NOT_FOUND })
})

test('an archived article leaves list and choices, is not archived twice, and comes back', async () => {
  const { id, number } = await create()
  const numbers = async (archived: boolean) =>
    (await byStaff()(articles.list, { query: { search: number, ...(archived && { archived: 'true' }) } })).rows.length
  expect(await byAdmin()(articles.archive, { params: { id } })).toMatchObject({ isArchived: true })
  expect([await numbers(false), await numbers(true)]).toEqual([0, 1])
  expect(await byStaff()(articles.choices, { query: { search: number } })).toEqual([])
  expect(await byStaff()(articles.choices, { query: { id } })).toMatchObject([{ id, number }])
  expect(await failure(byAdmin()(articles.archive, { params: { id } }))).toMatchObject({ status: 409 })
  expect(await byAdmin()(articles.restore, { params: { id } })).toMatchObject({ isArchived: false })
  expect(await failure(byAdmin()(articles.restore, { params: { id } }))).toMatchObject({ status: 409 })
  expect([await numbers(false), await numbers(true)]).toEqual([1, 0])
})

test('the list goes on after a page, by number', async () => {
  const { call } = h.as(await h.anAdmin({ orgId: (await h.anOrganization()).id }))
  for (let number = 0; number < 53; number++)
    await call(articles.create, { body: anArticle({ number: `N${String(number).padStart(2, '0')}` }) })
  const first = await call(articles.list, { query: {} })
  const second = await call(articles.list, { query: { after: first.next as string } })
  expect([first.rows.length, second.rows.map(({ number }) => number), second.next]).toEqual([
    50,
    ['N50', 'N51', 'N52'],
    null,
  ])
})

test('work, the start fee and monthly fees have an article each, an active one', async () => {
  const { id, number, name } = await create()
  expect((await byStaff()(articles.ofWork, {})).rows).toEqual(
    ['remote', 'onsite', 'after_hours', 'start', 'fee'].map((kind) => ({ kind, article: null })),
  )
  const set = (articleId: string | null) => byAdmin()(articles.setOfWork, { body: { kind: 'start', articleId } })
  expect((await set(id)).rows.at(-2)).toEqual({ kind: 'start', article: { id, number, name } })
  await byAdmin()(articles.archive, { params: { id } })
  expect((await byStaff()(articles.ofWork, {})).rows.at(-2)?.article?.id).toBe(id)
  const other = await create()
  await set(other.id)
  expect(await failure(set(id))).toMatchObject({ status: 422, fields: { articleId: ARTICLE_IS_ARCHIVED } })
  const unknown = set('00000000-0000-7000-8000-000000000000')
  expect(await failure(unknown)).toMatchObject({ status: 404, message: ARTICLE_NOT_FOUND })
  expect((await set(null)).rows.at(-2)).toEqual({ kind: 'start', article: null })
})
