// A month's lines for a ledger program: whose they are, which bases they are of, and what is on each line.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { billingDetails } from '#features/customers/billing-details.contract.ts'
import { recordsOf } from '#features/customers/csv-reader.rules.ts'
import { expenses } from '#features/time/expenses.contract.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { agreements } from '../agreements.contract.ts'
import { invoiceBases } from '../invoice-bases.contract.ts'
import { month as ofMonth } from '../month.contract.ts'
import { monthFileColumns, NOTHING_IN_MONTH_FILE } from '../month-file.rules.ts'
import { aTerms } from '../testing/terms.ts'

let h: Harness
let admin: Person
let orgId: string

beforeAll(async () => {
  h = await startHarness()
})
beforeEach(async () => {
  orgId = (await h.anOrganization()).id
  admin = await h.anAdmin({ orgId })
  const { id: termsId } = await staff()(agreements.createTerms, { body: aTerms({ needsApproval: true }) })
  await staff()(agreements.setDefault, { body: { validFrom: '2026-01-01', termsId } })
})
afterAll(() => h.stop())

const staff = () => h.as(admin).call
/** Each record by the headings. */
function tableOf(text: string): Record<string, string>[] {
  const [head, ...records] = recordsOf(text.replace(/^\ufeff/, ''), ';').records
  return records.map(({ cells }) =>
    Object.fromEntries(head?.cells.map((heading, at) => [heading, cells[at] ?? '']) ?? []),
  )
}
const month = '2026-10'
type Thing = { article?: string; hundredths?: number; priceOre?: number }
/** A basis of one line of material. */
async function aBasis(name: string, state: 'draft' | 'approved' | 'billed', thing: Thing = {}) {
  const { id: customerId } = await h.aCustomer({ orgId, name })
  const spent = { customerId, workDate: `${month}-20`, kind: 'material', unit: 'm' } as const
  await staff()(expenses.create, { body: { ...spent, article: 'Kabel', hundredths: 150, priceOre: 1000, ...thing } })
  return { customerId, id: await made(customerId, state) }
}
async function made(customerId: string, state: 'draft' | 'approved' | 'billed') {
  const { id, addressees } = await staff()(invoiceBases.create, { body: { customerId, month, replaces: null } })
  if (state !== 'draft' && addressees.length > 0) await staff()(invoiceBases.send, { params: { id } })
  if (state !== 'draft') await staff()(invoiceBases.approve, { params: { id }, body: { note: 'Per telefon' } })
  if (state === 'billed') await staff()(invoiceBases.bill, { params: { id } })
  return id
}
async function csv(query: { month: string; approved?: string } = { month }) {
  return tableOf(await (await staff()(ofMonth.csv, { query })).text())
}
const lines = async (query: { month: string; approved?: string; after?: string } = { month }) =>
  staff()(ofMonth.lines, { query })

test('the file has the billed bases of the month, by customer, and the approved ones when they are asked for', async () => {
  await expect(csv()).rejects.toMatchObject({ status: 422, message: NOTHING_IN_MONTH_FILE })
  await aBasis('Örnen AB', 'billed')
  await aBasis('Alfa AB', 'billed')
  await aBasis('Bäcken AB', 'approved')
  await aBasis('Cykel AB', 'draft')
  const names = (rows: Record<string, string>[]) => rows.map(({ Kund, Läge }) => [Kund, Läge])
  expect(names(await csv())).toEqual([
    ['Alfa AB', 'Fakturerat'],
    ['Örnen AB', 'Fakturerat'],
  ])
  expect(names(await csv({ month, approved: 'true' }))).toEqual([
    ['Alfa AB', 'Fakturerat'],
    ['Bäcken AB', 'Godkänt'],
    ['Örnen AB', 'Fakturerat'],
  ])
  await expect(csv({ month: '2026-09' })).rejects.toMatchObject({ status: 422 })
  const { rows } = await lines({ month, approved: 'true' })
  expect(rows.map(({ customer, state }) => [customer, state])).toEqual([
    ['Alfa AB', 'billed'],
    ['Bäcken AB', 'approved'],
    ['Örnen AB', 'billed'],
  ])
})

test('a line has its buyer, recipient and references, and no cell is a formula', async () => {
  const { id: customerId } = await h.aCustomer({ orgId, name: '=1+1; "Åsa"' })
  const { customerNumber, version } = await staff()(billingDetails.get, { params: { id: customerId } })
  const details = {
    orgNumber: '556012-5790',
    vatNumber: 'SE556012579001',
    invoiceEmail: 'faktura@kund.example',
    country: 'SE',
    street: 'Storgatan 1',
    postcode: '753 20',
    town: 'Uppsala',
    yourReference: '@Kim',
    orderNumber: '-7',
  }
  const body = { customerNumber, version, ...details, paymentDays: 15 }
  await staff()(billingDetails.change, { params: { id: customerId }, body })
  const spent = { customerId, workDate: `${month}-20`, kind: 'material', unit: 'm' } as const
  await staff()(expenses.create, { body: { ...spent, article: '=kabel', hundredths: 333, priceOre: 1001 } })
  const basisId = await made(customerId, 'billed')
  const [row] = await csv()
  expect(Object.keys(row ?? {})).toEqual(monthFileColumns.map(({ heading }) => heading))
  expect(row).toMatchObject({
    Kundnummer: customerNumber,
    Kund: `'=1+1; "Åsa"`,
    Organisationsnummer: '556012-5790',
    Momsregistreringsnummer: 'SE556012579001',
    Fakturamottagare: `'=1+1; "Åsa"`,
    'Mottagarens adress': 'Storgatan 1, 753 20 Uppsala',
    'E-post för fakturor': 'faktura@kund.example',
    'Er referens': "'@Kim",
    Ordernummer: "'-7",
    'Betalningsvillkor dagar': '15',
    Månad: month,
    Benämning: "'=kabel, 3,33 m à 10,01 kr".replaceAll(' kr', '\u00a0kr'),
    Antal: '1',
    Enhet: 'st',
    'À-pris': '33,33',
    Belopp: '33,33',
    'Moms %': '25',
    'Omvänd betalningsskyldighet': 'Nej',
  })
  const { rows } = await lines()
  expect(rows).toMatchObject([
    { basisId, kind: 'material', hundredths: 100, unitOre: 3333, netOre: 3333, reference: '@Kim', orderNumber: '-7' },
  ])
})

test('a sole trader’s personal number is in no file', async () => {
  const { id: customerId } = await h.aCustomer({ orgId, name: 'Anna Bygg' })
  const { customerNumber, version } = await staff()(billingDetails.get, { params: { id: customerId } })
  const body = { customerNumber, version, orgNumber: '811218-9876', isSoleTrader: true, vatNumber: 'SE811218987601' }
  await staff()(billingDetails.change, { params: { id: customerId }, body })
  const spent = { customerId, workDate: `${month}-20`, kind: 'material', unit: 'm', article: 'Kabel' } as const
  await staff()(expenses.create, { body: { ...spent, hundredths: 100, priceOre: 1001 } })
  await made(customerId, 'billed')
  expect(await csv()).toMatchObject([{ Organisationsnummer: '', Momsregistreringsnummer: '' }])
})

test('pages of lines together have all of them', async () => {
  const names = Array.from({ length: 55 }, (_, at) => `Kund ${String(at).padStart(2, '0')}`)
  for (const name of names) await aBasis(name, 'approved')
  const first = await lines({ month, approved: 'true' })
  const second = await lines({ month, approved: 'true', after: first.next ?? '' })
  expect([...first.rows, ...second.rows].map(({ customer }) => customer)).toEqual(names)
  expect(second.next).toBeNull()
})
