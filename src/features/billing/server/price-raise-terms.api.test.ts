// Raises of the prices of terms: a new version from a day (docs/decisions/123).
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Harness, startHarness } from '#tests/harness/harness.ts'
import { agreements } from '../agreements.contract.ts'
import { priceRaises, type RaisePreview } from '../price-raises.contract.ts'
import { aRaise } from '../testing/price-raises.ts'
import { aTerms } from '../testing/terms.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.stop())

/** A company with terms of 1 000 kr an hour and a fee of 900 kr a month. */
async function aCompany() {
  const orgId = (await h.anOrganization()).id
  const admin = await h.anAdmin({ orgId })
  const { call } = h.as(admin)
  const { id: termsId } = await call(agreements.createTerms, {
    body: aTerms({ name: 'Serviceavtal', afterHoursOre: 0, monthlyFeeOre: 90_000 }),
  })
  const agree = async (name: string, validFrom: string, monthlyFeeOre: number | null = null) => {
    const { id } = await h.aCustomer({ orgId, name })
    await call(agreements.setOfCustomer, { params: { id }, body: { validFrom, termsId, monthlyFeeOre } })
    return id
  }
  return { orgId, admin, call, termsId, agree }
}
type Company = Awaited<ReturnType<typeof aCompany>>
type Raise = Parameters<typeof aRaise>[0]

const preview = ({ call }: Company, given: Raise = {}) =>
  call(priceRaises.preview, { body: aRaise({ subject: 'terms', ...given }) })
const raise = ({ call }: Company, { rows }: RaisePreview, given: Raise = {}) => {
  const seen = rows.map(({ id, state, stop }) => ({ id, state, isChosen: stop === null }))
  return call(priceRaises.create, { body: { ...aRaise({ subject: 'terms', ...given }), seen, sendsMail: false } })
}
const termsOn = async ({ admin }: Pick<Company, 'admin'>, id: string) =>
  (await h.as(admin).call(agreements.ofCustomer, { params: { id } })).agreements.map(({ validFrom, terms, ...row }) => [
    validFrom,
    terms?.number,
    row.monthlyFeeOre,
  ])

test('a new version has the raised prices; what costs nothing and a fee of the customer’s own stay', async () => {
  const company = await aCompany()
  const anna = await company.agree('Anna AB', '2026-01-01')
  const berg = await company.agree('Berg AB', '2026-01-01', 50_000)
  const before = await preview(company)
  expect(before.rows).toMatchObject([
    {
      id: company.termsId,
      prices: [
        { part: 'remoteOre', oldOre: 100_000, newOre: 105_000 },
        { part: 'onsiteOre', oldOre: 120_000, newOre: 126_000 },
        { part: 'monthlyFeeOre', oldOre: 90_000, newOre: 94_500 },
      ],
      monthlyOre: 4_500,
      followers: [
        { customer: { id: anna }, monthlyOre: 4_500, ownFeeOre: null },
        { customer: { id: berg }, monthlyOre: 0, ownFeeOre: 50_000 },
      ],
    },
  ])
  expect(await raise(company, before)).toMatchObject({ raised: 1 })
  const { terms } = await company.call(agreements.settings, {})
  expect(terms).toMatchObject([
    { number: 2, isLatest: true, remoteOre: 105_000, afterHoursOre: 0, monthlyFeeOre: 94_500 },
    { number: 1, remoteOre: 100_000 },
  ])
  expect(await termsOn(company, anna)).toEqual([
    ['2026-11-01', 2, null],
    ['2026-01-01', 1, null],
  ])
  expect(await termsOn(company, berg)).toEqual([
    ['2026-11-01', 2, 50_000],
    ['2026-01-01', 1, 50_000],
  ])
})

test('the monthly fee alone, or the prices of work alone', async () => {
  const company = await aCompany()
  await company.agree('Anna AB', '2026-01-01')
  const parts = async (termsPart: 'work' | 'fee') =>
    (await preview(company, { termsPart })).rows.flatMap(({ prices }) => prices.map(({ part }) => part))
  expect(await parts('fee')).toEqual(['monthlyFeeOre'])
  expect(await parts('work')).toEqual(['remoteOre', 'onsiteOre'])
})

test('customers without an agreement have the default terms, and no fee', async () => {
  const company = await aCompany()
  const { orgId, call, termsId } = company
  await call(agreements.setDefault, { body: { validFrom: '2026-01-01', termsId } })
  await h.aCustomer({ orgId, name: 'Utan avtal AB' })
  const before = await preview(company)
  expect(before.rows).toMatchObject([{ monthlyOre: 0, followers: [{ customer: { name: 'Utan avtal AB' } }] }])
  await raise(company, before)
  const { defaults } = await call(agreements.settings, {})
  expect(defaults).toMatchObject([
    { validFrom: '2026-11-01', terms: { number: 2 } },
    { validFrom: '2026-01-01', terms: { number: 1 } },
  ])
})

test('terms are stopped by an agreement that begins on the day or later, and when nobody has them', async () => {
  const company = await aCompany()
  expect((await preview(company)).rows).toMatchObject([{ stop: { reason: 'unused' } }])
  await company.agree('Anna AB', '2026-01-01')
  await company.agree('Senare AB', '2026-11-15')
  expect((await preview(company)).rows).toMatchObject([
    { stop: { reason: 'dated', date: '2026-11-15', customer: 'Senare AB' }, prices: [{ newOre: null }, {}, {}] },
  ])
})

test('a new version since the preview refuses the raise', async () => {
  const company = await aCompany()
  await company.agree('Anna AB', '2026-01-01')
  const before = await preview(company)
  await company.call(agreements.createVersion, {
    params: { id: company.termsId },
    body: { ...aTerms({ name: 'Serviceavtal' }), validFrom: '2026-10-01' },
  })
  await expect(raise(company, before)).rejects.toMatchObject({ status: 409 })
  expect((await company.call(agreements.settings, {})).terms).toHaveLength(2)
})
