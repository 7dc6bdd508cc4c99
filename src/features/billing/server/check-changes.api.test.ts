// What a change does to a basis in each state (docs/decisions/120): nothing, another price, or other rows; and what mail goes.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expenses } from '#features/time/expenses.contract.ts'
import { time } from '#features/time/time.contract.ts'
import { deleteQueuedJobs, queuedJobs } from '#platform/jobs/testing/queued-jobs.ts'
import { portalInvoiceBases } from '#screens/portal/portal-invoice-bases.contract.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { agreements } from '../agreements.contract.ts'
import { discounts } from '../discounts.contract.ts'
import { invoiceBases } from '../invoice-bases.contract.ts'
import { prepaidHours } from '../prepaid-hours.contract.ts'
import { saveAnyway } from '../testing/save-anyway.ts'
import { aTerms } from '../testing/terms.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.stop())

const states = ['draft', 'sent', 'approved', 'billed'] as const
type State = (typeof states)[number]
type Company = { orgId: string; admin: Person; technician: Person; termsId: string }
type Row = { id: string; version: number }
type Case = Company & { customerId: string; approver: Person; row: Row; expense: Row; basisId: string }

const aRow = ({ customerId }: { customerId: string }) => ({
  customerId,
  workDate: '2026-10-20',
  timeFrom: '10:00',
  timeTo: '11:00',
  kind: 'remote' as const,
  ticketId: null,
  description: 'Bytt router',
  notes: null,
})
const anExpense = ({ customerId }: { customerId: string }) => ({
  customerId,
  workDate: '2026-10-21',
  kind: 'travel' as const,
  article: 'Resa',
  hundredths: 1000,
  unit: 'km',
  priceOre: 2500,
  ticketId: null,
  description: null,
})

async function aCompany(): Promise<Company> {
  const orgId = (await h.anOrganization()).id
  const admin = await h.anAdmin({ orgId })
  const technician = await h.aTechnician({ orgId, fullName: 'Tove Teknik' })
  const { id: termsId } = await h.as(admin).call(agreements.createTerms, {
    body: aTerms({ needsApproval: true, includedMinutes: 30 }),
  })
  await h.as(admin).call(agreements.setDefault, { body: { validFrom: '2026-01-01', termsId } })
  return { orgId, admin, technician, termsId }
}

async function aCase(company: Company, state: State): Promise<Case> {
  const { orgId, technician } = company
  const { call } = h.as(technician)
  const customerId = (await h.aCustomer({ orgId })).id
  const approver = await h.aPortalUser({ id: customerId, orgId })
  await h.test.superuser.query('update customer_users set may_approve = true where user_id = $1', [approver.userId])
  const row = await call(time.create, { body: aRow({ customerId }) })
  const expense = await call(expenses.create, { body: anExpense({ customerId }) })
  const { id: basisId } = await call(invoiceBases.create, { body: { customerId, month: '2026-10', replaces: null } })
  const params = { id: basisId }
  if (state !== 'draft') await call(invoiceBases.send, { params })
  if (state === 'approved' || state === 'billed') await h.as(approver).call(portalInvoiceBases.approve, { params })
  if (state === 'billed') {
    await h.test.superuser.query('update time_entries set reported = true, reported_at = now() where id = $1', [row.id])
    await call(invoiceBases.bill, { params })
  }
  return { ...company, customerId, approver, row, expense, basisId }
}

const changeRow = (given: object) => async (one: Case) => {
  const body = { ...aRow(one), version: one.row.version, ...given }
  one.row = await h.as(one.technician).call(time.change, { params: { id: one.row.id }, body })
}
const changeExpense = (given: object) => async (one: Case) => {
  const body = { ...anExpense(one), version: one.expense.version, ...given }
  one.expense = await h.as(one.technician).call(expenses.change, { params: { id: one.expense.id }, body })
}
const addRow = (given: object) => (one: Case) =>
  h.as(one.technician).call(time.create, { body: { ...aRow(one), ...given } })
const addExpense = (given: object) => (one: Case) =>
  h.as(one.technician).call(expenses.create, { body: { ...anExpense(one), ...given } })
const agree =
  (validFrom: string, given: object) =>
  async ({ admin, customerId }: Case) => {
    const { id: termsId } = await h.as(admin).call(agreements.createTerms, {
      body: aTerms({ needsApproval: true, includedMinutes: 30, ...given }),
    })
    await saveAnyway(h.as(admin).call, agreements.setOfCustomer, {
      params: { id: customerId },
      body: { validFrom, termsId },
    })
  }
const setBilling =
  (vat: 'standard' | 'reverse', isPrivate: boolean, reason: 'bygg' | 'eu' = 'eu') =>
  ({ admin, customerId }: Case) =>
    saveAnyway(h.as(admin).call, agreements.setBilling, {
      params: { id: customerId },
      body: { vat, reverseReason: vat === 'reverse' ? reason : null, isPrivate },
    })
const setVat =
  (validFrom: string, percent: number) =>
  ({ admin }: Case) =>
    saveAnyway(h.as(admin).call, agreements.setVatRate, { body: { validFrom, percent } })
const buy =
  (boughtOn: string, validUntil: string | null) =>
  ({ admin, customerId }: Case) =>
    h.as(admin).call(prepaidHours.create, {
      params: { id: customerId },
      body: { boughtOn, validUntil, minutes: 60, priceOre: 0 },
    })
const discountFrom =
  (validFrom: string, basisPoints: number | null) =>
  ({ admin, customerId }: Case) =>
    saveAnyway(h.as(admin).call, discounts.setOfCustomer, {
      params: { id: customerId },
      body: { validFrom, basisPoints, amountOre: null },
    })
const inDatabase =
  (statement: string) =>
  ({ orgId }: Case) =>
    h.test.superuser.query(statement, [orgId])
type Act = (one: Case) => Promise<unknown>
const both = (first: Act, second: Act) => async (one: Case) => {
  await first(one)
  await second(one)
}

type Effect = 'nothing' | 'prices' | 'rows'
/** Changes that a billed basis refuses, as its rows are locked, are not made in that state. */
const changes: [name: string, act: Act, effect: Effect, isOfRow?: boolean][] = [
  ['a longer row', changeRow({ timeTo: '12:00' }), 'rows', true],
  ['a row at another time of the day', changeRow({ timeFrom: '13:00', timeTo: '14:00' }), 'rows', true],
  ['another date of the month', changeRow({ workDate: '2026-10-22' }), 'rows', true],
  ['another month', changeRow({ workDate: '2026-11-02' }), 'rows', true],
  ['another kind of work', changeRow({ kind: 'onsite' }), 'rows', true],
  ['another description', changeRow({ description: 'Bytt switch' }), 'rows', true],
  ['another internal note', changeRow({ notes: 'hemlig' }), 'nothing', true],
  ['a longer row, undone', both(changeRow({ timeTo: '12:00' }), changeRow({})), 'nothing', true],
  ['a row that is not billed', changeRow({ unbilledReason: 'Garanti' }), 'rows', true],
  [
    'a row that is not billed, undone',
    both(changeRow({ unbilledReason: 'Garanti' }), changeRow({ unbilledReason: null })),
    'nothing',
    true,
  ],
  [
    'an added row that is not billed',
    addRow({ timeFrom: '14:00', timeTo: '15:00', unbilledReason: 'Garanti' }),
    'rows',
  ],
  ['travel that is not billed', changeExpense({ unbilledReason: 'Vårt fel' }), 'rows', true],
  [
    'travel that is not billed, undone',
    both(changeExpense({ unbilledReason: 'Vårt fel' }), changeExpense({ unbilledReason: null })),
    'nothing',
    true,
  ],
  ['a removed row', (one) => h.as(one.technician).call(time.remove, { params: { id: one.row.id } }), 'rows', true],
  ['an added row', addRow({ timeFrom: '14:00', timeTo: '15:00' }), 'rows'],
  ['a row of a later month', addRow({ workDate: '2026-11-02' }), 'nothing'],
  ['a row of an earlier month that is not billed', addRow({ workDate: '2026-09-02' }), 'nothing'],
  ['another quantity of travel', changeExpense({ hundredths: 2000 }), 'rows', true],
  ['another price of travel', changeExpense({ priceOre: 3000 }), 'rows', true],
  ['another text of travel', changeExpense({ description: 'Tur och retur' }), 'rows', true],
  ['another price, undone', both(changeExpense({ priceOre: 3000 }), changeExpense({})), 'nothing', true],
  [
    'removed travel',
    (one) => h.as(one.technician).call(expenses.remove, { params: { id: one.expense.id } }),
    'rows',
    true,
  ],
  ['added material', addExpense({ kind: 'material', article: 'Kabel', unit: 'st' }), 'rows'],
  ['added travel of a later month', addExpense({ workDate: '2026-11-03' }), 'nothing'],
  ['an agreement with another price', agree('2026-01-01', { remoteOre: 110_000 }), 'prices'],
  ['an agreement that rounds otherwise', agree('2026-01-01', { roundTo: 60, smallestMinutes: 90 }), 'prices'],
  ['an agreement with a start fee', agree('2026-01-01', { startFeeOre: 40_000 }), 'prices'],
  ['an agreement with more included hours', agree('2026-01-01', { includedMinutes: 60 }), 'prices'],
  ['an agreement without approval', agree('2026-01-01', { needsApproval: false }), 'prices'],
  ['an agreement on the same prices', agree('2026-01-01', {}), 'nothing'],
  ['an agreement on prices of what was not done', agree('2026-01-01', { onsiteOre: 1 }), 'nothing'],
  ['an agreement from a later month', agree('2026-11-01', { remoteOre: 110_000 }), 'nothing'],
  ['an agreement from the middle of the month', agree('2026-10-15', { remoteOre: 110_000 }), 'prices'],
  ['an agreement from after the last row', agree('2026-10-25', { remoteOre: 110_000 }), 'nothing'],
  [
    'an agreement that is taken away again',
    both(agree('2026-01-01', { remoteOre: 110_000 }), ({ admin, customerId }) =>
      saveAnyway(h.as(admin).call, agreements.removeOfCustomer, {
        params: { id: customerId },
        body: { validFrom: '2026-01-01' },
      }),
    ),
    'nothing',
  ],
  ['reverse charge', setBilling('reverse', false), 'prices'],
  ['reverse charge of construction work, of which there is none', setBilling('reverse', false, 'bygg'), 'nothing'],
  ['a private customer', setBilling('standard', true), 'prices'],
  ['a private customer, undone', both(setBilling('standard', true), setBilling('standard', false)), 'nothing'],
  ['reverse charge, undone', both(setBilling('reverse', false), setBilling('standard', false)), 'nothing'],
  ['another rate of VAT', setVat('2026-10-01', 12), 'prices'],
  ['another rate of VAT from a later month', setVat('2026-11-01', 12), 'nothing'],
  ['a discount of the customer', discountFrom('2026-10-01', 1000), 'prices'],
  ['a discount from within the month', discountFrom('2026-10-02', 1000), 'nothing'],
  ['a discount, undone', both(discountFrom('2026-10-01', 1000), discountFrom('2026-10-01', null)), 'nothing'],
  ['hours bought before the row', buy('2026-09-01', null), 'prices'],
  ['hours bought later', buy('2026-11-05', null), 'nothing'],
  ['hours that are no longer valid', buy('2026-08-01', '2026-08-31'), 'nothing'],
  [
    'a closed day',
    inDatabase(`update company_facts set closed_days = '2026-10-20: Stängt' where org_id = $1`),
    'prices',
  ],
  [
    'another closed day',
    inDatabase(`update company_facts set closed_days = '2026-10-27: Stängt' where org_id = $1`),
    'nothing',
  ],
]

async function mailsAbout(basisId: string) {
  const { rows } = await h.test.superuser.query(
    `select payload ->> 'what' as what from ${queuedJobs} where task = 'basis-tell' and payload ->> 'basisId' = $1`,
    [basisId],
  )
  return rows.map(({ what }) => what)
}

const expected = (state: State, effect: Effect) => ({
  state: state === 'approved' && effect === 'rows' ? 'sent' : state,
  isOutdated: state !== 'billed' && effect !== 'nothing',
  isUnchecked: false,
})

test('there are at least 40 changes', () => expect(changes.length).toBeGreaterThanOrEqual(40))

test.each(changes)('%s', async (_name, act, effect, isOfRow = false) => {
  const company = await aCompany()
  const cases = new Map<State, Case>()
  for (const state of states) if (!(isOfRow && state === 'billed')) cases.set(state, await aCase(company, state))
  await h.test.superuser.query(deleteQueuedJobs)
  for (const one of cases.values()) await act(one)
  for (const [state, { technician, approver, basisId }] of cases) {
    const params = { id: basisId }
    expect(await mailsAbout(basisId)).toEqual([])
    const basis = await h.as(technician).call(invoiceBases.check, { params })
    expect(basis).toMatchObject(expected(state, effect))
    const { added = 0, changed = 0, removed = 0 } = basis.difference?.rows ?? {}
    expect([basis.difference !== null, added + changed + removed > 0]).toEqual([
      basis.isOutdated,
      basis.isOutdated && effect === 'rows',
    ])
    const mails: Partial<Record<State, string[]>> = { sent: ['outdated'], approved: ['approved-outdated'] }
    expect(await mailsAbout(basisId)).toEqual(basis.isOutdated ? (mails[basis.state as State] ?? []) : [])
    if (state === 'draft' && basis.isOutdated)
      await expect(h.as(technician).call(invoiceBases.send, { params })).rejects.toMatchObject({ status: 409 })
    if (state === 'sent' && basis.isOutdated)
      await expect(h.as(approver).call(portalInvoiceBases.approve, { params })).rejects.toMatchObject({ status: 409 })
    if (state === 'approved' && basis.isOutdated)
      await expect(h.as(technician).call(invoiceBases.bill, { params })).rejects.toMatchObject({ status: 409 })
  }
})

test('staff keep what is approved for a reason; the same prices are asked about once, others again', async () => {
  const one = await aCase(await aCompany(), 'approved')
  const { call } = h.as(one.technician)
  const params = { id: one.basisId }
  const keep = (reason: string) => call(invoiceBases.keep, { params, body: { reason } })
  await expect(keep('Avtalat')).rejects.toMatchObject({ status: 409 })
  await agree('2026-01-01', { remoteOre: 110_000 })(one)
  await call(invoiceBases.check, { params })
  await expect(keep(' ')).rejects.toMatchObject({ status: 422 })
  expect(await keep('Avtalat pris')).toMatchObject({
    state: 'approved',
    isOutdated: false,
    keptReason: 'Avtalat pris',
    keptBy: 'Tove Teknik',
  })
  await addRow({ workDate: '2026-09-02' })(one)
  expect(await call(invoiceBases.check, { params })).toMatchObject({ isOutdated: false })
  await agree('2026-01-01', { remoteOre: 120_000 })(one)
  expect(await call(invoiceBases.check, { params })).toMatchObject({ state: 'approved', isOutdated: true })
  await changeRow({ timeTo: '12:00' })(one)
  expect(await call(invoiceBases.check, { params })).toMatchObject({ state: 'sent', keptReason: null })
})

test('what is billed while a change is unchecked is checked first, and the outcome stays when it is refused', async () => {
  const one = await aCase(await aCompany(), 'approved')
  const { call } = h.as(one.technician)
  const params = { id: one.basisId }
  await changeRow({ timeTo: '12:00' })(one)
  expect(await call(invoiceBases.get, { params })).toMatchObject({ state: 'approved', isUnchecked: true })
  await expect(call(invoiceBases.bill, { params })).rejects.toMatchObject({ status: 409 })
  expect(await call(invoiceBases.get, { params })).toMatchObject({
    state: 'sent',
    isOutdated: true,
    isUnchecked: false,
  })
  await expect(
    h.test.superuser.query(
      `update invoice_bases set check_at = now(), outdated_at = null, state = 'approved' where id = $1`,
      [one.basisId],
    ),
  ).rejects.toMatchObject({ constraint: 'invoice_bases_checked' })
})
