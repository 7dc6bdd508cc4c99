// Recurring charges on invoice bases: due with their month, corrected on the next one, given back when one is taken back.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { time } from '#features/time/time.contract.ts'
import type { Harness, Person } from '#tests/harness/harness.ts'
import { agreements } from '../agreements.contract.ts'
import { charges } from '../charges.contract.ts'
import { invoiceBases } from '../invoice-bases.contract.ts'
import { PERIOD_BILLED_ELSEWHERE } from '../invoice-basis-refusals.rules.ts'
import { price } from '../price.contract.ts'
import { aCharge } from '../testing/charges.ts'
import { aCompanyWithTerms } from '../testing/invoice-bases.ts'
import { saveAnyway } from '../testing/save-anyway.ts'
import { aTerms } from '../testing/terms.ts'

let h: Harness
let admin: Person
let technician: Person
let orgId: string
let customerId: string

beforeAll(async () => {
  ;({ h, orgId, admin, technician } = await aCompanyWithTerms(0))
})
beforeEach(async () => {
  customerId = (await h.aCustomer({ orgId })).id
})
afterAll(() => h.stop())

const staff = () => h.as(technician).call
const asAdmin = () => h.as(admin).call
const add = (given: Parameters<typeof aCharge>[0] = {}) =>
  asAdmin()(charges.create, { params: { id: customerId }, body: aCharge(given) })
const setQuantity = (id: string, validFrom: string, hundredths: number) =>
  asAdmin()(charges.setQuantity, { params: { id }, body: { validFrom, hundredths } })
const create = (month: string, replaces: string | null = null, earlier?: string[]) =>
  staff()(invoiceBases.create, { body: { customerId, month, replaces, earlier } })
const checked = (id: string) => staff()(invoiceBases.check, { params: { id } })
const bill = (id: string) => staff()(invoiceBases.bill, { params: { id } })
const withdraw = (id: string) => asAdmin()(invoiceBases.withdraw, { params: { id }, body: { reason: 'Fel' } })
const priceOf = (month: string) => staff()(price.ofMonth, { params: { id: customerId }, query: { month } })
const isListed = async (month: string) =>
  (await staff()(invoiceBases.list, { query: { month } })).rows.some(({ customer }) => customer.id === customerId)

const nets = ({ lines }: { lines: { article?: string | null | undefined; netOre: number }[] }) =>
  lines.map(({ article, netOre }) => [article, netOre])

test('a basis may have charges alone: it lists, prices and bills the customer without any time', async () => {
  expect(await isListed('2026-09')).toBe(false)
  await add()
  expect(await isListed('2026-09')).toBe(true)
  expect(await isListed('2026-08')).toBe(false)
  const line = { kind: 'charge', article: 'Microsoft 365', quantity: 12, per: 1, unit: 'st', netOre: 154_800 }
  const period = { from: '2026-09-01', to: '2026-09-30' }
  expect(await priceOf('2026-09')).toMatchObject({ lines: [{ ...line, period }], netOre: 154_800, totalOre: 193_500 })
  const basis = await create('2026-09')
  expect(basis).toMatchObject({
    rowCount: 0,
    minutes: 0,
    needsApproval: false,
    recurringOre: 154_800,
    labourOre: 0,
    totalOre: 193_500,
    lines: [{ ...line, period, position: 1 }],
  })
  expect(await bill(basis.id)).toMatchObject({ state: 'billed', number: expect.stringMatching(/^2026-/) })
  // What is billed stays in the price of its month, and is due in no other.
  expect(await priceOf('2026-09')).toMatchObject({ netOre: 154_800 })
  expect(nets(await priceOf('2026-10'))).toEqual([['Microsoft 365', 154_800]])
})

test('a licence added in the middle of a billed month is an adjustment of the next basis', async () => {
  const { id } = await add({ period: 'year' })
  await bill((await create('2026-09')).id)
  expect(await isListed('2026-10')).toBe(false)
  await expect(create('2026-10')).rejects.toMatchObject({ status: 422 })
  await setQuantity(id, '2026-10-17', 1300)
  expect(await isListed('2026-10')).toBe(true)
  const basis = await create('2026-10')
  expect(basis.lines).toMatchObject([
    {
      kind: 'adjustment',
      article: 'Justering 1 sep 2026–31 aug 2027, Microsoft 365: +1 st från 17 okt',
      quantity: 1,
      unitOre: 11_274,
      netOre: 11_274,
    },
  ])
  await bill(basis.id)
  expect((await asAdmin()(charges.ofCustomer, { params: { id: customerId } })).charges).toMatchObject([
    { next: { month: '2027-09' } },
  ])
})

test('taking a basis back gives its periods back to the next basis', async () => {
  const { id } = await add()
  const september = await create('2026-09')
  await bill(september.id)
  await setQuantity(id, '2026-09-16', 1400)
  const october = await create('2026-10')
  expect(nets(october)).toEqual([
    ['Microsoft 365', 180_600],
    ['Justering september, Microsoft 365: +2 st från 16 sep', 12_900],
  ])
  await bill(october.id)
  await withdraw(september.id)
  expect(nets(await priceOf('2026-11'))).toEqual([
    ['Microsoft 365', 180_600],
    ['Justering september, Microsoft 365: rättat belopp', 154_800],
  ])
  await withdraw(october.id)
  expect(nets(await priceOf('2026-10'))).toEqual([['Microsoft 365', 180_600]])
  expect(nets(await create('2026-09'))).toEqual([['Microsoft 365, 12 st, 14 st från 16 sep', 167_700]])
})

test('charges of an earlier month without a billed basis are named, and taken only by choice', async () => {
  const { id } = await add({ startsOn: '2026-08-01' })
  const september = await create('2026-09')
  expect(nets(september)).toEqual([['Microsoft 365', 154_800]])
  const unbilled = async () =>
    (await staff()(invoiceBases.list, { query: { month: '2026-10' } })).rows.find(
      ({ customer }) => customer.id === customerId,
    )?.unbilled
  const august = { month: '2026-08', rows: 0, charges: 1, hasBasis: false }
  expect(await unbilled()).toEqual([august, { ...august, month: '2026-09', hasBasis: true }])
  const october = await create('2026-10', null, ['2026-08'])
  expect(october).toMatchObject({
    takenMonths: ['2026-08'],
    unbilled: [{ ...august, month: '2026-09', hasBasis: true }],
  })
  expect(october.lines.map(({ period }) => period?.from)).toEqual(['2026-08-01', '2026-10-01'])
  await bill(october.id)
  expect(await unbilled()).toEqual([{ ...august, month: '2026-09', hasBasis: true }])
  // Billed there it is corrected like others.
  await setQuantity(id, '2026-08-01', 1300)
  expect((await priceOf('2026-11')).lines.map(({ kind, period }) => [kind, period?.from])).toEqual([
    ['charge', '2026-11-01'],
    ['adjustment', '2026-08-01'],
    ['adjustment', '2026-10-01'],
  ])
  await expect(create('2026-11', null, ['2026-09'])).rejects.toMatchObject({ status: 422 })
})

test('billing an earlier month does not touch a later basis that was made before', async () => {
  await add()
  const september = await create('2026-09')
  const october = await create('2026-10')
  expect(nets(october)).toEqual([['Microsoft 365', 154_800]])
  await bill(september.id)
  expect(await checked(october.id)).toMatchObject({ isOutdated: false })
  expect(await bill(october.id)).toMatchObject({ state: 'billed', netOre: 154_800 })
})

test('of two drafts with the same period one is billed and the other becomes outdated', async () => {
  await add()
  const october = await create('2026-10', null, ['2026-09'])
  const september = await create('2026-09')
  expect(nets(october)).toHaveLength(2)
  await bill(september.id)
  expect(await checked(october.id)).toMatchObject({ isOutdated: true })
  await expect(bill(october.id)).rejects.toMatchObject({ status: 409, code: 'outdated' })
  const current = await create('2026-10', october.id)
  expect(nets(current)).toEqual([['Microsoft 365', 154_800]])
  // What is taken back waits for a basis of its month, or to be chosen.
  await withdraw(september.id)
  expect(await checked(current.id)).toMatchObject({ isOutdated: false })
  expect(nets(await create('2026-10', current.id, ['2026-09']))).toHaveLength(2)
})

test('two drafts with the same period that are billed at once: one is refused', async () => {
  await add()
  const drafts = [await create('2026-10', null, ['2026-09']), await create('2026-09')]
  const outcomes = await Promise.allSettled(drafts.map(({ id }) => bill(id)))
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(nets(await priceOf('2026-11')).reduce((sum, [, net]) => sum + Number(net), 0)).toBeLessThanOrEqual(309_600)
})

test('a negative total is carried to the next basis, and a basis taken back gives it back', async () => {
  const { id } = await add()
  await bill((await create('2026-09')).id)
  await asAdmin()(charges.end, { params: { id }, body: { endsOn: '2026-09-15', version: 1 } })
  expect(await isListed('2026-10')).toBe(true)
  const october = await create('2026-10')
  expect(nets(october)).toEqual([
    ['Justering september, Microsoft 365: avslutat 15 sep', -77_400],
    ['Förs över från oktober till nästa underlag', 77_400],
  ])
  expect(october).toMatchObject({ recurringOre: 0, netOre: 0, vatOre: 0, totalOre: 0 })
  await bill(october.id)
  expect(await isListed('2026-11')).toBe(false)
  await staff()(time.create, { body: { customerId, workDate: '2026-11-02', timeFrom: '10:00', timeTo: '11:00' } })
  const november = await create('2026-11')
  expect(november).toMatchObject({ labourOre: 100_000, recurringOre: -77_400, netOre: 22_600, totalOre: 28_250 })
  expect(nets(november)).toEqual([
    [null, 100_000],
    ['Från oktober', -77_400],
  ])
  await withdraw(october.id)
  expect(await checked(november.id)).toMatchObject({ isOutdated: true })
  expect(nets(await create('2026-11', november.id))).toEqual([
    ['Justering september, Microsoft 365: avslutat 15 sep', -77_400],
    [null, 100_000],
  ])
})

test('charges alone need approval as the terms of the month’s first day say', async () => {
  const terms = await asAdmin()(agreements.createTerms, { body: aTerms({ needsApproval: true }) })
  await asAdmin()(agreements.setOfCustomer, {
    params: { id: customerId },
    body: { validFrom: '2026-09-01', termsId: terms.id },
  })
  await add({ startsOn: '2026-08-01' })
  expect(await create('2026-08')).toMatchObject({ needsApproval: false })
  expect(await create('2026-09')).toMatchObject({ needsApproval: true })
})

test('the monthly fee of an agreement is due each month, and by days in the month in which it begins', async () => {
  const terms = await asAdmin()(agreements.createTerms, { body: aTerms({ name: 'Bas', monthlyFeeOre: 150_000 }) })
  const agree = (validFrom: string, monthlyFeeOre: number | null) =>
    asAdmin()(agreements.setOfCustomer, {
      params: { id: customerId },
      body: { validFrom, termsId: terms.id, monthlyFeeOre },
    })
  await agree('2026-09-16', null)
  expect(await isListed('2026-09')).toBe(true)
  const september = await create('2026-09')
  expect(nets(september)).toEqual([['Månadsavgift september, Bas, 15 av 30 dagar', 75_000]])
  await bill(september.id)
  expect(await agree('2026-10-01', 120_000)).toMatchObject({ agreements: [{ monthlyFeeOre: 120_000 }, {}] })
  expect(nets(await priceOf('2026-10'))).toEqual([['Månadsavgift oktober, Bas', 120_000]])
  await agree('2026-09-16', 130_000)
  expect(nets(await priceOf('2026-10'))).toEqual([
    ['Justering september: månadsavgift', -10_000],
    ['Månadsavgift oktober, Bas', 120_000],
  ])
})

test('what staff keep of an approved basis is not billed later, and a later change corrects only what it changes', async () => {
  const { id } = await add()
  const approved = async (month: string) => {
    const basis = await create(month)
    return asAdmin()(invoiceBases.approve, { params: { id: basis.id }, body: { note: 'Per telefon' } })
  }
  const setPrice = (validFrom: string, priceOre: number) =>
    saveAnyway(asAdmin(), charges.setPrice, { params: { id }, body: { validFrom, priceOre } })
  const september = await approved('2026-09')
  const keep = () =>
    staff()(invoiceBases.keep, { params: { id: september.id }, body: { reason: 'Avtalat med kunden' } })
  await setPrice('2026-09-01', 13_000)
  await checked(september.id)
  await keep()
  // An undone change has nothing to keep.
  await setPrice('2026-09-01', 12_900)
  expect(await checked(september.id)).toMatchObject({ isOutdated: false, keptReason: null })
  await setPrice('2026-09-01', 13_900)
  expect(await checked(september.id)).toMatchObject({ isOutdated: true, isBilledElsewhere: false })
  expect(await keep()).toMatchObject({ isOutdated: false, netOre: 154_800 })
  await bill(september.id)
  expect(nets(await priceOf('2026-10'))).toEqual([['Microsoft 365', 166_800]])
  await setQuantity(id, '2026-09-01', 1300)
  expect(nets(await priceOf('2026-10')).at(-1)).toEqual(['Justering september, Microsoft 365: +1 st', 13_900])
})

test('a basis whose period another one has billed is not kept', async () => {
  await add()
  const october = await create('2026-10', null, ['2026-09'])
  await asAdmin()(invoiceBases.approve, { params: { id: october.id }, body: { note: 'Per telefon' } })
  await bill((await create('2026-09')).id)
  expect(await checked(october.id)).toMatchObject({ isOutdated: true, isBilledElsewhere: true })
  const keep = staff()(invoiceBases.keep, { params: { id: october.id }, body: { reason: 'Avtalat' } })
  await expect(keep).rejects.toMatchObject({ status: 409, message: PERIOD_BILLED_ELSEWHERE })
})
