// The specified report, its file and the archive: what 1.0.0 gave, for a company that uses nothing of billing, and the same for one
// that uses all of it.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { agreements } from '#features/billing/agreements.contract.ts'
import { articles } from '#features/billing/articles.contract.ts'
import { charges } from '#features/billing/charges.contract.ts'
import { invoiceBases } from '#features/billing/invoice-bases.contract.ts'
import { anArticle } from '#features/billing/testing/articles.ts'
import { aCharge } from '#features/billing/testing/charges.ts'
import { aTerms } from '#features/billing/testing/terms.ts'
import { archive } from '#features/reports/archive.contract.ts'
import { reports } from '#features/reports/reports.contract.ts'
import { expenses } from '#features/time/expenses.contract.ts'
import { time } from '#features/time/time.contract.ts'
import { type Harness, startHarness } from '../harness/harness.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.stop())

/** Two rows of October of a company. */
async function aCompany() {
  const orgId = (await h.anOrganization('Nordnät AB')).id
  const admin = await h.anAdmin({ orgId, fullName: 'Tove Teknik' })
  const { call } = h.as(admin)
  const { id: customerId } = await h.aCustomer({ orgId, name: 'Åkeriet AB' })
  const log = (workDate: string, timeTo: string, description: string) =>
    call(time.create, {
      body: { customerId, workDate, timeFrom: '08:00', timeTo, description, notes: 'Internt' },
    })
  return { call, customerId, log }
}
type Company = Awaited<ReturnType<typeof aCompany>>

/** Everything that a company may have that bills. */
async function bill({ call, customerId }: Company) {
  const { id: termsId } = await call(agreements.createTerms, { body: aTerms({ monthlyFeeOre: 50_000, roundTo: 60 }) })
  await call(agreements.setOfCustomer, { params: { id: customerId }, body: { validFrom: '2026-01-01', termsId } })
  const article = await call(articles.create, { body: anArticle() })
  await call(charges.create, { params: { id: customerId }, body: aCharge({ startsOn: '2026-01-01' }) })
  await call(expenses.create, {
    body: {
      customerId,
      workDate: '2026-10-02',
      kind: 'material',
      article: 'Kabel',
      articleId: article.id,
      hundredths: 100,
      unit: 'st',
      priceOre: 100,
    },
  })
  return call(invoiceBases.create, { body: { customerId, month: '2026-10', replaces: null } })
}

async function specifiedParts({ call, log, customerId }: Company, between: () => Promise<unknown>) {
  await log('2026-10-01', '09:10', 'Bytt router')
  await log('2026-10-31', '10:30', 'Ny skrivare')
  await between()
  const report = await call(reports.generate, { body: { customerId: '', from: '2026-10-01', to: '2026-10-31' } })
  const { rows } = await call(reports.rows, { params: { id: report.id }, query: {} })
  const file = await (await call(reports.csv, { params: { id: report.id } })).arrayBuffer()
  const marked = await call(reports.mark, { params: { id: report.id } })
  const archived = await call(archive.list, { query: {} })
  const { id: _id, createdAt: _createdAt, ...head } = report
  return {
    report: { ...head, customers: head.customers.map(({ customerId: _customer, ...sum }) => sum) },
    rows: rows.map(({ position, workDate, customerName, technician, timeFrom, timeTo, minutes, description }) => [
      ...[position, workDate, customerName, technician, timeFrom, timeTo, minutes, description],
    ]),
    file: Buffer.from(file).toString(),
    marked,
    archived: archived.rows.map((row) => [
      row.workDate,
      row.timeFrom,
      row.timeTo,
      row.minutes,
      row.description,
      row.notes,
    ]),
    total: archived.total,
    customerId,
  }
}

const ofRelease = {
  report: {
    createdBy: 'Tove Teknik',
    customerName: null,
    periodFrom: '2026-10-01',
    periodTo: '2026-10-31',
    rows: 2,
    minutes: 220,
    alreadyReported: 0,
    markedAt: null,
    markedBy: null,
    markedRows: null,
    customers: [{ name: 'Åkeriet AB', rows: 2, minutes: 220 }],
  },
  rows: [
    [1, '2026-10-01', 'Åkeriet AB', 'Tove Teknik', '08:00', '09:10', 70, 'Bytt router'],
    [2, '2026-10-31', 'Åkeriet AB', 'Tove Teknik', '08:00', '10:30', 150, 'Ny skrivare'],
  ],
  file:
    '\ufeffDatum;Kund;Tekniker;Från;Till;Timmar;Beskrivning\r\n' +
    '2026-10-01;Åkeriet AB;Tove Teknik;08:00;09:10;1,17;Bytt router\r\n' +
    '2026-10-31;Åkeriet AB;Tove Teknik;08:00;10:30;2,50;Ny skrivare\r\n',
  marked: { marked: 2, alreadyReported: 0, changed: 0 },
  archived: [
    ['2026-10-31', '08:00', '10:30', 150, 'Ny skrivare', 'Internt'],
    ['2026-10-01', '08:00', '09:10', 70, 'Bytt router', 'Internt'],
  ],
  total: { rows: 2, minutes: 220 },
}

test('a company that bills nothing has the report, file and archive of 1.0.0', async () => {
  expect(await specifiedParts(await aCompany(), async () => undefined)).toMatchObject(ofRelease)
})

test('they are the same for a company with terms, articles, charges and an invoice basis', async () => {
  const company = await aCompany()
  let total = 0
  const parts = await specifiedParts(company, async () => {
    total = (await bill(company)).totalOre
  })
  expect(parts).toMatchObject(ofRelease)
  expect(total).toBeGreaterThan(0)
})
