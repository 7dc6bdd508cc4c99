// A dated row that touches a month that a customer has is saved only by whoever has seen the bases.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { company } from '#features/company/company.contract.ts'
import { time } from '#features/time/time.contract.ts'
import { portalInvoiceBases } from '#screens/portal/portal-invoice-bases.contract.ts'
import { NEEDS_CONFIRMATION, ToConfirm } from '#shared/confirmation.contract.ts'
import type { Harness, Person } from '#tests/harness/harness.ts'
import { agreements } from '../agreements.contract.ts'
import { articleImport } from '../article-import.contract.ts'
import { articles } from '../articles.contract.ts'
import { charges } from '../charges.contract.ts'
import { discounts } from '../discounts.contract.ts'
import { invoiceBases } from '../invoice-bases.contract.ts'
import { anArticle } from '../testing/articles.ts'
import { aCharge } from '../testing/charges.ts'
import { aCompanyWithTerms, anApprover } from '../testing/invoice-bases.ts'
import { aTerms } from '../testing/terms.ts'

let h: Harness
let orgId: string
let admin: Person
let technician: Person
let termsId: string
let articleId: string
let chargeId: string
let basisId: string
let approver: Person
let customerId: string

beforeAll(async () => {
  ;({ h, orgId, admin, technician } = await aCompanyWithTerms(0))
  await q(`update company_facts set billing_from = '2026-01-01'`)
  termsId = (await call(agreements.createTerms, { body: aTerms({ name: 'Bas' }) })).id
  articleId = (await call(articles.create, { body: anArticle({ priceOre: 10_000 }) })).id
})
beforeEach(async () => {
  await q('delete from invoice_bases; delete from charges; delete from time_entries; delete from agreements')
  await q(`delete from vat_rates; delete from article_prices where valid_from = '2026-10-01'`)
  await q('update company_facts set closed_days = null')
  customerId = (await h.aCustomer({ orgId, name: 'Åkeriet AB' })).id
  approver = await anApprover(h, { id: customerId, orgId })
  const params = { id: customerId }
  await call(agreements.setOfCustomer, { params, body: { validFrom: '2026-01-01', termsId } })
  chargeId = (
    await call(charges.create, { params, body: aCharge({ articleId, text: null, unit: null, priceOre: null }) })
  ).id
  await h.as(technician).call(time.create, {
    body: { customerId, workDate: '2026-10-20', timeFrom: '10:00', timeTo: '11:00' },
  })
  basisId = (await call(invoiceBases.create, { body: { customerId, month: '2026-10', replaces: null } })).id
  await call(invoiceBases.send, { params: { id: basisId } })
})
afterAll(() => h.stop())

const q = async (sql: string, values: unknown[] = []) => (await h.test.superuser.query(sql, values)).rows
const call: ReturnType<Harness['as']>['call'] = (...input) => h.as(admin).call(...input)
type Query = { confirmed?: string }
const validFrom = '2026-10-01'

const ofCharge = () => ({ params: { id: chargeId } })
const changes: [name: string, change: (query: Query) => Promise<unknown>][] = [
  [
    'a version of terms',
    (query) =>
      call(agreements.createVersion, {
        params: { id: termsId },
        query,
        body: { ...aTerms({ name: 'Bas', remoteOre: 110_000 }), validFrom },
      }),
  ],
  [
    'a price of an article',
    (query) => call(articles.setPrice, { params: { id: articleId }, query, body: { validFrom, priceOre: 11_000 } }),
  ],
  [
    'an import of articles',
    async (query) => {
      const { rows: all } = await call(articles.list, { query: {} })
      const { number = '', name = '', unit = '' } = all.find(({ id }) => id === articleId) ?? {}
      const row = {
        number,
        name,
        unit,
        vatClass: 'standard',
        vatReason: null,
        account: null,
        priceOre: 11_000,
        validFrom,
      } as const
      const body = { rows: [{ ...row, isConstruction: false, isElectronics: false }] }
      return call(articleImport.create, { query, body })
    },
  ],
  ['a quantity', (query) => call(charges.setQuantity, { ...ofCharge(), query, body: { validFrom, hundredths: 1300 } })],
  [
    'a price of a charge',
    (query) => call(charges.setPrice, { ...ofCharge(), query, body: { validFrom, priceOre: 9000 } }),
  ],
  [
    'a discount of a charge',
    (query) =>
      call(charges.setDiscount, { ...ofCharge(), query, body: { validFrom, basisPoints: 1000, amountOre: null } }),
  ],
  [
    'the end of a charge',
    (query) => call(charges.end, { ...ofCharge(), query, body: { version: 1, endsOn: '2026-10-10' } }),
  ],
  [
    'a discount of the customer',
    (query) =>
      call(discounts.setOfCustomer, {
        params: { id: customerId },
        query,
        body: { validFrom, basisPoints: 1000, amountOre: null },
      }),
  ],
  ['a rate of VAT', (query) => call(agreements.setVatRate, { query, body: { validFrom, percent: 12 } })],
  [
    'opening hours',
    async (query) => {
      const facts = await call(company.facts, {})
      return call(company.changeFacts, { query, body: { ...facts, closedDays: '2026-10-20: Stängt' } })
    },
  ],
]

async function refusalOf(change: (query: Query) => Promise<unknown>, query: Query = {}) {
  const error = await change(query).then(
    () => undefined,
    (failed: unknown) => failed,
  )
  expect(error).toMatchObject({ status: 409, code: NEEDS_CONFIRMATION })
  return ToConfirm.parse((error as { current: unknown }).current)
}
const basis = () => call(invoiceBases.get, { params: { id: basisId } })

test.each(changes)('%s is refused with the list, and saved once the list was seen', async (_name, change) => {
  const { seen, rows } = await refusalOf(change)
  expect(rows).toEqual([{ text: 'Åkeriet AB, oktober 2026: Skickat', path: `/backoffice/invoice-bases/${basisId}` }])
  expect(await basis()).toMatchObject({ isUnchecked: false, isOutdated: false })
  await change({ confirmed: seen })
  expect((await basis()).isUnchecked).toBe(true)
})

test('what was approved meanwhile is another list, which is asked about again', async () => {
  const change = (query: Query) => call(agreements.setVatRate, { query, body: { validFrom, percent: 12 } })
  const first = await refusalOf(change)
  await h.as(approver).call(portalInvoiceBases.approve, { params: { id: basisId } })
  const second = await refusalOf(change, { confirmed: first.seen })
  expect(second.rows).toMatchObject([{ text: 'Åkeriet AB, oktober 2026: Godkänt' }])
  await change({ confirmed: second.seen })
})

test('a row that makes no difference, of a later month or to a draft, is saved at once', async () => {
  await call(agreements.setVatRate, { body: { validFrom: '2026-11-01', percent: 12 } })
  await call(charges.setQuantity, { ...ofCharge(), body: { validFrom: '2026-11-01', hundredths: 100 } })
  await call(charges.setPrice, { ...ofCharge(), body: { validFrom: '2026-10-15', priceOre: 100 } })
  const other = (await h.aCustomer({ orgId })).id
  await call(agreements.setOfCustomer, { params: { id: other }, body: { validFrom, termsId } })
  await q(`update invoice_bases set state = 'replaced' where id = $1`, [basisId])
  const draft = await call(invoiceBases.create, { body: { customerId, month: '2026-10', replaces: null } })
  await call(charges.setQuantity, { ...ofCharge(), body: { validFrom, hundredths: 1300 } })
  expect(await call(invoiceBases.get, { params: { id: draft.id } })).toMatchObject({ isUnchecked: true })
})
