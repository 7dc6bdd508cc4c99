import { afterAll, beforeAll, expect, test } from 'vitest'
import { setHoursOfAllDates } from '#features/company/testing/opening-hours.ts'
import { time } from '#features/time/time.contract.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { agreements } from '../agreements.contract.ts'
import { price } from '../price.contract.ts'
import { aTerms } from '../testing/terms.ts'

let h: Harness
let admin: Person
let technician: Person
let orgId: string

beforeAll(async () => {
  h = await startHarness()
  orgId = (await h.anOrganization()).id
  admin = await h.anAdmin({ orgId })
  technician = await h.aTechnician({ orgId, fullName: 'Tove Teknik' })
})
afterAll(() => h.stop())

const as = (person = admin) => h.as(person).call
const aCustomer = async () => (await h.aCustomer({ orgId })).id
const addTerms = (given: object = {}) =>
  as()(agreements.createTerms, {
    body: aTerms({ includedMinutes: 60, ...given }),
  })
const agree = async (id: string, validFrom: string, given: object = {}) =>
  as()(agreements.setOfCustomer, { params: { id }, body: { validFrom, termsId: (await addTerms(given)).id } })
/** 2026-11-20 is a Friday; the company closes at 17. */
const work = (customerId: string, given: object = {}) =>
  as(technician)(time.create, {
    body: { customerId, workDate: '2026-11-20', timeFrom: '10:00', timeTo: '11:00', ...given },
  })
const priceOf = (id: string, month = '2026-11') => as(technician)(price.ofMonth, { params: { id }, query: { month } })

test('a month has lines with sums and VAT, and each row refers to its lines', async () => {
  const id = await aCustomer()
  await agree(id, '2026-01-01')
  await work(id, { timeTo: '11:10', description: 'Bytt router' })
  await work(id, { timeFrom: '16:50', timeTo: '17:05', kind: 'onsite' })
  await work(id, { workDate: '2026-12-01' })
  const priced = await priceOf(id)
  expect(priced.lines).toMatchObject([
    { kind: 'remote', quantity: 30, unitOre: 100_000, netOre: 50_000, vatPercent: 25 },
    { kind: 'onsite', quantity: 10, netOre: 20_000 },
    { kind: 'after_hours', quantity: 20, netOre: 66_667 },
    { kind: 'included', quantity: 60, netOre: 0 },
  ])
  expect(priced.rows).toMatchObject([
    {
      technician: 'Tove Teknik',
      description: 'Bytt router',
      minutes: 70,
      chargedMinutes: 90,
      afterHoursMinutes: 0,
      lines: [0, 3],
    },
    { timeTo: '17:05', kind: 'onsite', minutes: 15, chargedMinutes: 30, afterHoursMinutes: 20, lines: [1, 2] },
  ])
  expect(priced).toMatchObject({ netOre: 136_667, totalOre: 170_834, unpriced: 0 })
  expect(priced.vat).toEqual([{ percent: 25, netOre: 136_667, vatOre: 34_167 }])
})

test('rows before the first terms are counted as unpriced', async () => {
  const id = await aCustomer()
  await agree(id, '2026-11-20', { includedMinutes: 0 })
  await work(id, { workDate: '2026-11-19' })
  await work(id)
  const priced = await priceOf(id)
  expect(priced).toMatchObject({ unpriced: 1, netOre: 100_000 })
  expect(priced.rows.map((row) => [row.chargedMinutes, row.lines])).toEqual([
    [null, []],
    [60, [0]],
  ])
})

test('a removed row is not charged, and the opening hours of its date decide what is after hours', async () => {
  const id = await aCustomer()
  await agree(id, '2026-01-01', { includedMinutes: 0 })
  const { id: rowId } = await work(id)
  await as(technician)(time.remove, { params: { id: rowId } })
  expect(await priceOf(id)).toMatchObject({ rows: [], lines: [], totalOre: 0 })
  await work(id, { timeFrom: '16:30', timeTo: '17:30' })
  expect((await priceOf(id)).lines.map(({ kind }) => kind)).toEqual(['remote', 'after_hours'])
  const before = await priceOf(id)
  await h.test.superuser.query(`update company_facts set closes = '18:00' where org_id = $1`, [orgId])
  expect(await priceOf(id)).toEqual(before)
  await setHoursOfAllDates(h.test.superuser, orgId, `closes = '18:00'`)
  expect((await priceOf(id)).lines.map(({ kind }) => kind)).toEqual(['remote'])
  await setHoursOfAllDates(h.test.superuser, orgId, `closes = '17:00'`)
})

test('there is no VAT with reverse charge; otherwise the rate of the work date applies', async () => {
  const id = await aCustomer()
  await agree(id, '2026-01-01', { includedMinutes: 0 })
  await work(id)
  await work(id, { workDate: '2026-11-23' })
  await as()(agreements.setVatRate, { body: { validFrom: '2026-11-21', percent: 12 } })
  expect((await priceOf(id)).vat).toEqual([
    { percent: 25, netOre: 100_000, vatOre: 25_000 },
    { percent: 12, netOre: 100_000, vatOre: 12_000 },
  ])
  await as()(agreements.setBilling, { params: { id }, body: { vat: 'reverse', reverseReason: 'eu', isPrivate: false } })
  expect(await priceOf(id)).toMatchObject({
    isReverseCharge: true,
    totalOre: 200_000,
    vat: [{ percent: 0, vatOre: 0 }],
  })
  await as()(agreements.removeVatRate, { body: { validFrom: '2026-11-21' } })
})

test('A-422: another company’s customer gets the same 404 as one that does not exist', async () => {
  const theirs = (await h.aCustomer({ orgId: (await h.anOrganization('Annan AB')).id })).id
  for (const id of [theirs, uuidv7()]) await expect(priceOf(id)).rejects.toMatchObject({ status: 404 })
})
