// The article of monthly fees, in the file of the month; and the lines that have no account.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expenses } from '#features/time/expenses.contract.ts'
import { time } from '#features/time/time.contract.ts'
import type { Harness, Person } from '#tests/harness/harness.ts'
import { agreements } from '../agreements.contract.ts'
import { articles } from '../articles.contract.ts'
import { invoiceBases } from '../invoice-bases.contract.ts'
import { month } from '../month.contract.ts'
import { prepaidHours } from '../prepaid-hours.contract.ts'
import { anArticle } from '../testing/articles.ts'
import { aCompanyWithTerms } from '../testing/invoice-bases.ts'
import { saveAnyway } from '../testing/save-anyway.ts'
import { aTerms } from '../testing/terms.ts'

let h: Harness
let orgId: string
let admin: Person
let customerId: string

beforeAll(async () => {
  ;({ h, orgId, admin } = await aCompanyWithTerms(0))
  customerId = (await h.aCustomer({ orgId })).id
  await agree('2026-01-01', 100_000)
})
afterAll(() => h.stop())

const call: ReturnType<Harness['as']>['call'] = (...input) => h.as(admin).call(...input)
async function agree(validFrom: string, monthlyFeeOre: number) {
  const { id: termsId } = await call(agreements.createTerms, {
    body: aTerms({ name: `Avtal ${monthlyFeeOre}`, monthlyFeeOre }),
  })
  const params = { id: customerId }
  await saveAnyway(call, agreements.setOfCustomer, { params, body: { validFrom, termsId } })
}
const choose = (kind: 'fee' | 'remote', articleId: string | null) =>
  call(articles.setOfWork, { body: { kind, articleId } })
const make = (of: string, replaces: string | null = null) =>
  call(invoiceBases.create, { body: { customerId, month: of, replaces } })
async function bill(id: string) {
  await h.test.superuser.query('update time_entries set reported = true, reported_at = now() where not reported')
  return call(invoiceBases.bill, { params: { id } })
}
const withoutAccount = async (of = '2026-09') =>
  (await call(invoiceBases.list, { query: { month: of } })).withoutAccount

test('fees and their corrections have its number and account; their text and VAT stay', async () => {
  const body = { customerId, workDate: '2026-09-15', timeFrom: '10:00', timeTo: '11:00' }
  await call(time.create, { body })
  const { id } = await make('2026-09')
  expect(await withoutAccount()).toEqual([])

  const hours = await call(articles.create, { body: anArticle({ number: '100', name: 'Timme', account: '3010' }) })
  await choose('remote', hours.id)
  const second = await make('2026-09', id)
  expect(await withoutAccount()).toEqual([{ kind: 'fee', lines: 1 }])

  const fee = { number: '140', name: 'Avgift', account: '3020', vatClass: 'vat6' as const }
  const { id: feeId } = await call(articles.create, { body: anArticle(fee) })
  await choose('fee', feeId)
  const third = await make('2026-09', second.id)
  const ofFee = { kind: 'fee', articleNumber: '140', account: '3020', vatPercent: 25 }
  expect(third.lines).toMatchObject([
    { ...ofFee, article: 'Månadsavgift september, Avtal 100000', netOre: 100_000 },
    { kind: 'remote', article: 'Timme', articleNumber: '100', account: '3010' },
  ])
  expect(await withoutAccount()).toEqual([])

  await bill(third.id)
  const { rows } = await call(month.lines, { query: { month: '2026-09' } })
  expect(rows).toMatchObject([{ ...ofFee, netOre: 100_000 }, { kind: 'remote' }])

  await agree('2026-09-01', 130_000)
  expect((await make('2026-10')).lines).toMatchObject([
    { ...ofFee, article: 'Justering september: månadsavgift', netOre: 30_000 },
    { ...ofFee, article: 'Månadsavgift oktober, Avtal 130000', netOre: 130_000 },
  ])
})

test('lines without an account are named only where they can get one', async () => {
  const of = '2026-07'
  const { id } = await h.aCustomer({ orgId })
  const params = { id }
  await call(prepaidHours.create, {
    params,
    body: { boughtOn: `${of}-10`, validUntil: null, minutes: 60, priceOre: 90_000 },
  })
  const hours = await call(articles.create, { body: anArticle({ number: '101', name: 'Timme', account: '3010' }) })
  await choose('remote', hours.id)
  const workDate = `${of}-14`
  // One hour is drawn, one is charged.
  await call(time.create, { body: { customerId: id, workDate, timeFrom: '10:00', timeTo: '12:00' } })
  await call(expenses.create, {
    body: { customerId: id, workDate, kind: 'travel', article: 'Resa', hundredths: 1000, unit: 'km', priceOre: 2_500 },
  })
  const { lines } = await call(invoiceBases.create, { body: { customerId: id, month: of, replaces: null } })
  const lacking = lines.flatMap(({ kind, account }) => (account === null ? [kind] : []))
  expect(lacking.sort()).toEqual(['bought', 'drawn', 'travel'])
  expect(await withoutAccount(of)).toEqual([{ kind: 'travel', lines: 1 }])
})
