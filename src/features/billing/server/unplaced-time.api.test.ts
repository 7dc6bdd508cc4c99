// Time without clock times is never after-hours work: in price, invoice basis, portal, report and CSV.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reports } from '#features/reports/reports.contract.ts'
import { time } from '#features/time/time.contract.ts'
import type { Harness, Person } from '#tests/harness/harness.ts'
import { invoiceBases } from '../invoice-bases.contract.ts'
import { price } from '../price.contract.ts'
import { aCompanyWithTerms } from '../testing/invoice-bases.ts'

let h: Harness
let technician: Person
let customer: { id: string; orgId: string }
/** Of November 2026. */
const SATURDAY = '2026-11-21'
const month = '2026-11'

beforeAll(async () => {
  const company = await aCompanyWithTerms(0)
  h = company.h
  technician = company.technician
  customer = await h.aCustomer({ orgId: company.orgId, name: 'Åkeriet AB' })
})
afterAll(() => h.stop())

const call: ReturnType<Harness['as']>['call'] = (endpoint, ...input) => h.as(technician).call(endpoint, ...input)

test('A-544: a Saturday cell is ordinary work; clock times make it after hours and outdate the basis', async () => {
  const params = { id: customer.id }
  const row = await call(time.addCell, { body: { customerId: customer.id, workDate: SATURDAY, minutes: 180 } })
  expect(row).toMatchObject({ timeFrom: '08:00', timeTo: '11:00', isPlaced: false })
  const before = await call(price.ofMonth, { params, query: { month } })
  expect(before).toMatchObject({ netOre: 300_000, rows: [{ timeFrom: null, timeTo: null, afterHoursMinutes: 0 }] })
  const basis = await call(invoiceBases.create, { body: { customerId: customer.id, month, replaces: null } })
  const query = {}
  const listed = await call(invoiceBases.rows, { params: { id: basis.id }, query })
  expect(listed.rows).toMatchObject([{ timeFrom: null, timeTo: null, minutes: 180, afterHoursMinutes: 0 }])
  const report = await call(reports.generate, {
    body: { customerId: customer.id, from: '2026-11-01', to: '2026-11-30' },
  })
  const csv = await (await call(reports.csv, { params: { id: report.id } })).text()
  expect(csv).toContain(`${SATURDAY};Åkeriet AB;Tove Teknik;;;3,00;`)
  await call(time.change, {
    params: { id: row.id },
    body: {
      customerId: customer.id,
      workDate: SATURDAY,
      timeFrom: '08:00',
      timeTo: '11:00',
      isPlaced: true,
      version: 1,
    },
  })
  expect(await call(invoiceBases.check, { params: { id: basis.id } })).toMatchObject({ isOutdated: true })
  const after = await call(price.ofMonth, { params, query: { month } })
  expect(after).toMatchObject({ netOre: 600_000, rows: [{ timeFrom: '08:00', afterHoursMinutes: 180 }] })
})

test('A-544: basis and report show which occurrence of the repeated autumn hour a row is in', async () => {
  const night = { workDate: '2026-10-25', timeFrom: '02:51', timeTo: '02:06', fromIsFirst: true }
  await call(time.create, { body: { customerId: customer.id, ...night } })
  const basis = await call(invoiceBases.create, { body: { customerId: customer.id, month: '2026-10', replaces: null } })
  const { rows } = await call(invoiceBases.rows, { params: { id: basis.id }, query: {} })
  expect(rows).toMatchObject([{ timeFrom: '02:51', fromIsFirst: true, toIsFirst: false, minutes: 15 }])
  const report = await call(reports.generate, {
    body: { customerId: customer.id, from: '2026-10-01', to: '2026-10-31' },
  })
  const csv = await (await call(reports.csv, { params: { id: report.id } })).text()
  expect(csv).toContain('2026-10-25;Åkeriet AB;Tove Teknik;02:51 sommartid;02:06 normaltid;0,25;')
})
