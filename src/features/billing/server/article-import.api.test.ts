// Articles of a file, and the file of all articles.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { customerFileOf } from '#features/customers/customer-file.rules.ts'
import { todayInStockholm } from '#shared/dates.rules.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { articleRowsOf, guessArticleColumns } from '../article-file.rules.ts'
import { articleImport, type ImportedArticle } from '../article-import.contract.ts'
import { articles, NEEDS_VAT_REASON, ONE_REVERSE_CHARGE } from '../articles.contract.ts'
import { anArticle } from '../testing/articles.ts'

let h: Harness
let admin: Person
beforeAll(async () => {
  h = await startHarness()
})
beforeEach(async () => {
  admin = await h.anAdmin({ orgId: (await h.anOrganization()).id })
})
afterAll(() => h.stop())

type Row = Partial<ImportedArticle>
const row = (given: Row = {}) => ({ number: '1', name: 'Kabel', ...given }) as ImportedArticle
const send = (...rows: Row[]) => h.as(admin).call(articleImport.create, { body: { rows: rows.map(row) } })
const check = (...rows: Row[]) => h.as(admin).call(articleImport.check, { body: { rows: rows.map(row) } })
const list = async () => (await h.as(admin).call(articles.list, { query: {} })).rows
const create = (given: object) => h.as(admin).call(articles.create, { body: anArticle(given) })
const pricesOf = async (id: string) => (await h.as(admin).call(articles.prices, { params: { id } })).prices
const failure = (of: Promise<unknown>) => of.catch((error: unknown) => error)

test('new numbers become articles with the usual unit and VAT, and a price from today or the date of the file', async () => {
  const rows = [
    { priceOre: 1_000 },
    {
      number: '2',
      name: 'Resa',
      unit: 'km',
      priceOre: 2_500,
      validFrom: '2026-03-01',
      vatClass: 'vat6',
      account: '3041',
    },
    { number: '3', name: 'Gammal', isArchived: true },
  ] as Row[]
  expect(await check(...rows)).toEqual({ changed: [], unchanged: [], problems: [] })
  expect(await list()).toEqual([])
  expect(await send(...rows)).toEqual({ created: 3, changed: [], unchanged: [] })
  const [cable, trip, ...others] = await list()
  expect(others).toEqual([])
  expect(cable).toMatchObject({ number: '1', unit: 'st', vatClass: 'standard', account: null, priceOre: 1_000 })
  expect(trip).toMatchObject({ number: '2', unit: 'km', vatClass: 'vat6', account: '3041', priceOre: 2_500 })
  expect(await pricesOf(cable?.id ?? '')).toEqual([{ validFrom: todayInStockholm(), priceOre: 1_000 }])
  expect(await pricesOf(trip?.id ?? '')).toEqual([{ validFrom: '2026-03-01', priceOre: 2_500 }])
  const archived = await h.as(admin).call(articles.list, { query: { archived: 'true' } })
  expect(archived.rows).toMatchObject([{ number: '3', priceOre: null }])
})

test('a known number is changed, keeps what the file lacks, and gets a dated row for a new price alone', async () => {
  const { id } = await create({ number: 'AB', unit: 'mån', account: '3050', priceOre: 5_000 })
  const same = { number: 'AB', name: 'Artikel', priceOre: 5_000 } as Row
  expect(await check(same)).toEqual({ changed: [], unchanged: [0], problems: [] })
  expect(await send(same)).toEqual({ created: 0, changed: [], unchanged: [0] })
  const raised = { number: 'ab', name: 'Nytt namn', priceOre: 6_000, validFrom: '2026-06-01' } as Row
  expect(await check(raised)).toMatchObject({ changed: [0] })
  expect(await send(raised)).toEqual({ created: 0, changed: [0], unchanged: [] })
  expect(await list()).toMatchObject([
    { id, number: 'ab', name: 'Nytt namn', unit: 'mån', account: '3050', version: 2, priceOre: 6_000 },
  ])
  expect(await pricesOf(id)).toEqual([
    { validFrom: '2026-06-01', priceOre: 6_000 },
    { validFrom: '2026-01-01', priceOre: 5_000 },
  ])
  await send({ number: 'ab', name: 'Nytt namn', account: null })
  expect(await list()).toMatchObject([{ account: null, version: 3 }])
})

test('one wrong row stops all, and is named: a number twice, no VAT without a reason, a price that is none', async () => {
  const wrong = [row(), row({ number: '2', vatClass: 'none' }), row({ name: 'Samma nummer' })]
  expect((await check(...wrong)).problems).toEqual([
    { row: 1, message: NEEDS_VAT_REASON },
    { row: 2, message: 'Artikelnumret finns redan högre upp i filen' },
  ])
  expect(await failure(send(...wrong))).toMatchObject({
    status: 422,
    fields: {
      'rows.1.vatReason': NEEDS_VAT_REASON,
      'rows.2.number': 'Artikelnumret finns redan högre upp i filen',
    },
  })
  expect(await failure(send(row(), { number: '2', priceOre: -1 as never }))).toMatchObject({
    fields: { 'rows.1.priceOre': 'Beloppet kan inte vara mindre än noll' },
  })
  expect(await list()).toEqual([])
})

test('2 500 articles are imported together', async () => {
  const rows = Array.from({ length: 2500 }, (_, number) => ({ number: `${number}`, priceOre: number }) as Row)
  expect(await send(...rows)).toMatchObject({ created: 2500 })
  expect(await check(...rows)).toMatchObject({ changed: [], unchanged: { length: 2500 } })
})

test('the exported file is read back as it is: nothing changes', async () => {
  const soon = '2027-01-01'
  await create({ number: '=1+1', name: 'Resa; "egen bil"', unit: 'km', priceOre: 2_550, account: '3040' })
  await create({ number: '010', isElectronics: true })
  await create({ number: '007', vatClass: 'none', vatReason: 'Utlägg', priceOre: 100, validFrom: soon })
  const { id } = await create({ number: '9', vatClass: 'vat12' })
  await h.as(admin).call(articles.archive, { params: { id } })
  const text = await (await h.as(admin).call(articles.exportFile, {})).text()
  const file = customerFileOf(text)
  if ('problem' in file) throw new Error(file.problem)
  const rows = articleRowsOf(file, guessArticleColumns(file.columns)).map(({ article }) => article as Row)
  expect(rows).toMatchObject([
    { number: '=1+1', name: 'Resa; "egen bil"', unit: 'km', priceOre: 2_550, account: '3040' },
    { number: '007', vatClass: 'none', vatReason: 'Utlägg', priceOre: 100, validFrom: soon, isArchived: false },
    { number: '010', isConstruction: false, isElectronics: true },
    { number: '9', vatClass: 'vat12', priceOre: null, isArchived: true },
  ])
  expect(await check(...rows)).toEqual({ changed: [], unchanged: [0, 1, 2, 3], problems: [] })
  // A file without the columns keeps what the article has; one that makes it both is refused.
  const builds = { number: '010', name: 'Artikel', isConstruction: true } as Row
  expect((await check(builds)).problems).toEqual([{ row: 0, message: ONE_REVERSE_CHARGE }])
  expect(await check({ number: '010', name: 'Artikel' })).toMatchObject({ unchanged: [0] })
  await send({ ...builds, isElectronics: false })
  expect((await list()).find(({ number }) => number === '010')).toMatchObject({
    isConstruction: true,
    isElectronics: false,
  })
})
