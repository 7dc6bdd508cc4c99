// Rows 'Debiteras inte' on an invoice basis: shown at 0 kr with their reason, and drawing nothing (docs/decisions/125).
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expenses } from '#features/time/expenses.contract.ts'
import { time } from '#features/time/time.contract.ts'
import { portalInvoiceBases } from '#screens/portal/portal-invoice-bases.contract.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { agreements } from '../agreements.contract.ts'
import { invoiceBases } from '../invoice-bases.contract.ts'
import { prepaidHours } from '../prepaid-hours.contract.ts'
import { price } from '../price.contract.ts'
import { anApprover } from '../testing/invoice-bases.ts'
import { aTerms } from '../testing/terms.ts'

let h: Harness
let orgId: string
let admin: Person
let technician: Person
let customerId: string

beforeAll(async () => {
  h = await startHarness()
  orgId = (await h.anOrganization()).id
  admin = await h.anAdmin({ orgId })
  technician = await h.aTechnician({ orgId })
  customerId = (await h.aCustomer({ orgId })).id
})
afterAll(() => h.stop())

const month = '2026-10'
const work = (timeFrom: string, timeTo: string, unbilledReason: string | null) =>
  h.as(technician).call(time.create, {
    body: {
      customerId,
      workDate: '2026-10-20',
      timeFrom,
      timeTo,
      kind: 'onsite',
      description: 'Bytt switch',
      notes: null,
      unbilledReason,
    },
  })

test('they are on the basis, and in the portal, without a price, terms or hours of their own', async () => {
  const { call } = h.as(technician)
  await work('08:00', '10:00', 'Garanti')
  await call(expenses.create, {
    body: {
      customerId,
      workDate: '2026-10-20',
      kind: 'travel',
      article: 'Resa',
      hundredths: 4850,
      unit: 'km',
      priceOre: null,
      description: null,
      unbilledReason: 'Vårt fel',
    },
  })
  const listed = async () => (await call(invoiceBases.list, { query: { month } })).rows[0]
  expect(await listed()).toMatchObject({ unpriced: 0, unpricedExpenses: 0, minutes: 120 })
  const query = { params: { id: customerId }, query: { month } }
  expect(await call(price.ofMonth, query)).toMatchObject({ unpriced: 0, unpricedExpenses: 0, totalOre: 0 })

  const { id: termsId } = await h.as(admin).call(agreements.createTerms, {
    body: aTerms({ includedMinutes: 60, smallestMinutes: 60, startFeeOre: 40_000, roundTo: 60, roundBy: 'ticket' }),
  })
  await h.as(admin).call(agreements.setDefault, { body: { validFrom: '2026-01-01', termsId } })
  await h.as(admin).call(prepaidHours.create, {
    params: { id: customerId },
    body: { boughtOn: '2026-09-01', validUntil: null, minutes: 600, priceOre: 0 },
  })
  await work('13:00', '13:30', null)
  const { id, lines, ...basis } = await call(invoiceBases.create, { body: { customerId, month, replaces: null } })
  expect(lines.map(({ kind, article, quantity, netOre }) => [kind, article, quantity, netOre])).toEqual([
    ['onsite', 'Arbete på plats, debiteras inte: Garanti', 120, 0],
    ['start', null, 1, 40_000],
    ['included', null, 60, 0],
    ['travel', 'Resa, debiteras inte: Vårt fel', 4850, 0],
  ])
  expect(basis).toMatchObject({ rowCount: 3, minutes: 150, netOre: 40_000 })

  const approver = await anApprover(h, { id: customerId, orgId })
  await call(invoiceBases.send, { params: { id } })
  const { rows } = await h.as(approver).call(portalInvoiceBases.rows, { params: { id }, query: {} })
  expect(rows.map(({ unbilledReason, chargedMinutes, lines: on }) => [unbilledReason, chargedMinutes, on])).toEqual([
    ['Garanti', 0, [1]],
    [null, 60, [2, 3]],
    ['Vårt fel', 0, [4]],
  ])
})
