import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { archive } from '#features/reports/archive.contract.ts'
import { reports } from '#features/reports/reports.contract.ts'
import { time } from '#features/time/time.contract.ts'
import { todayInStockholm } from '#shared/dates.rules.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { agreements } from '../agreements.contract.ts'
import { invoiceBases } from '../invoice-bases.contract.ts'
import { anApprover } from '../testing/invoice-bases.ts'
import { aTerms } from '../testing/terms.ts'

let h: Harness
let admin: Person
let technician: Person
let orgId: string
let customerId: string

beforeAll(async () => {
  h = await startHarness()
  orgId = (await h.anOrganization()).id
  admin = await h.anAdmin({ orgId, fullName: 'Ada Admin' })
  technician = await h.aTechnician({ orgId, fullName: 'Tove Teknik' })
})
beforeEach(async () => {
  customerId = (await h.aCustomer({ orgId, name: 'Månadskund AB' })).id
  await anApprover(h, { id: customerId, orgId })
  await agree()
})
afterAll(() => h.stop())

const month = '2026-11'
const staff = () => h.as(technician).call
const asAdmin = () => h.as(admin).call
async function agree(given: object = {}) {
  const { id: termsId } = await asAdmin()(agreements.createTerms, {
    body: aTerms({ needsApproval: true, ...given }),
  })
  await asAdmin()(agreements.setOfCustomer, { params: { id: customerId }, body: { validFrom: '2026-01-01', termsId } })
}
const work = (given: object = {}) =>
  staff()(time.create, {
    body: {
      customerId,
      workDate: '2026-11-20',
      timeFrom: '10:00',
      timeTo: '11:00',
      description: 'Bytt router',
      notes: 'hemlig notering',
      ...given,
    },
  })
const create = (replaces: string | null = null) =>
  staff()(invoiceBases.create, { body: { customerId, month, replaces } })
/** As it is after the check that a job does. */
const get = (id: string) => staff()(invoiceBases.check, { params: { id } })
const send = (id: string) => staff()(invoiceBases.send, { params: { id } })
const approve = (id: string) => asAdmin()(invoiceBases.approve, { params: { id }, body: { note: 'Per telefon' } })
const bill = (id: string) => staff()(invoiceBases.bill, { params: { id } })
const withdraw = (id: string) => asAdmin()(invoiceBases.withdraw, { params: { id }, body: { reason: 'Fel rad' } })
const reactivate = (id: string) => asAdmin()(archive.reactivate, { params: { id } })
async function report() {
  const { id } = await staff()(reports.generate, { body: { customerId, from: '2026-11-01', to: '2026-11-30' } })
  await staff()(reports.mark, { params: { id } })
}
/** A billed invoice basis of one reported row. */
async function billed() {
  const row = await work()
  const { id } = await create()
  await send(id)
  await approve(id)
  await report()
  return { ...(await bill(id)), row }
}
const thisYear = todayInStockholm().slice(0, 4)

describe('an invoice basis', () => {
  test('is a snapshot of the month with lines, sums, VAT and rows without internal notes', async () => {
    await work({ timeTo: '11:10' })
    await work({ timeFrom: '16:30', timeTo: '17:30', kind: 'onsite', description: 'Kamera' })
    await work({ workDate: '2026-12-01' })
    const basis = await create()
    expect(basis).toMatchObject({
      month,
      state: 'draft',
      number: null,
      isOutdated: false,
      needsApproval: true,
      rowCount: 2,
      minutes: 130,
      customer: { id: customerId, name: 'Månadskund AB' },
      createdBy: 'Tove Teknik',
      unreported: 2,
      labourOre: 310_000,
      netOre: 310_000,
      vatOre: 77_500,
      totalOre: 387_500,
      vat: [{ percent: 25, netOre: 310_000, vatOre: 77_500 }],
      lines: [
        { position: 1, kind: 'remote', quantity: 90, per: 60, unitOre: 100_000, netOre: 150_000 },
        { position: 2, kind: 'onsite', quantity: 30, netOre: 60_000 },
        { position: 3, kind: 'after_hours', quantity: 30, netOre: 100_000 },
      ],
    })
    const { rows } = await staff()(invoiceBases.rows, { params: { id: basis.id }, query: {} })
    expect(rows).toMatchObject([
      { position: 1, source: 'time', technician: 'Tove Teknik', minutes: 70, chargedMinutes: 90, lines: [1] },
      { position: 2, description: 'Kamera', kind: 'onsite', afterHoursMinutes: 30, lines: [2, 3] },
    ])
    expect(JSON.stringify([basis, rows])).not.toContain('hemlig')
    const ofLine = await staff()(invoiceBases.rows, { params: { id: basis.id }, query: { line: '3' } })
    expect(ofLine.rows.map(({ position }) => position)).toEqual([2])
  })

  test('is refused for an empty month and for time without a price', async () => {
    await expect(create()).rejects.toMatchObject({
      status: 422,
      message: 'Det finns inget att fakturera i månaden',
    })
    customerId = (await h.aCustomer({ orgId })).id
    await work()
    await expect(create()).rejects.toMatchObject({ status: 422, message: /^1 tidrad har inget pris/ })
  })

  test('exists once per month: a second one must name the one it replaces, also concurrently', async () => {
    await work()
    const first = await create()
    await expect(create()).rejects.toMatchObject({ status: 409 })
    const results = await Promise.allSettled([create(first.id), create(first.id)])
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    await expect(get(first.id)).rejects.toMatchObject({ status: 404 })
  })

  test('goes from draft to sent, approved and billed, and no other way', async () => {
    await work()
    const { id } = await create()
    await expect(approve(id)).rejects.toMatchObject({ status: 409 })
    await expect(bill(id)).rejects.toMatchObject({ status: 422, message: 'Kunden ska godkänna underlaget först' })
    expect(await send(id)).toMatchObject({ state: 'sent', sentBy: 'Tove Teknik' })
    await expect(send(id)).rejects.toMatchObject({ status: 409 })
    await expect(bill(id)).rejects.toMatchObject({ status: 422 })
    expect(await approve(id)).toMatchObject({
      state: 'approved',
      approvedName: 'Ada Admin',
      approvalNote: 'Per telefon',
    })
    await expect(bill(id)).rejects.toMatchObject({ status: 422, message: /Alla tidrader ska vara rapporterade/ })
    await report()
    expect(await bill(id)).toMatchObject({ state: 'billed', number: expect.stringMatching(`^${thisYear}-\\d{3}$`) })
    await expect(staff()(invoiceBases.remove, { params: { id } })).rejects.toMatchObject({ status: 409 })
    await expect(create(id)).rejects.toMatchObject({ status: 422, message: /fakturerat/ })
  })

  test('that needs no approval is billed once its rows are reported', async () => {
    await agree({ needsApproval: false })
    await work()
    const { id } = await create()
    await report()
    expect(await bill(id)).toMatchObject({ state: 'billed', billedBy: 'Tove Teknik' })
  })

  test('can be removed while it is a draft', async () => {
    await work()
    const { id } = await create()
    await staff()(invoiceBases.remove, { params: { id } })
    await expect(get(id)).rejects.toMatchObject({ status: 404 })
  })
})

describe('the list of a month', () => {
  test('has customers with work or an invoice basis, in Swedish order', async () => {
    await work()
    const { id } = await create()
    const { rows } = await staff()(invoiceBases.list, { query: { month } })
    expect(rows.find(({ customer }) => customer.id === customerId)).toMatchObject({
      minutes: 60,
      unreported: 1,
      basis: { id, state: 'draft', totalOre: 125_000 },
    })
    const later = await staff()(invoiceBases.list, { query: { month: '2026-01' } })
    expect(later.rows.filter(({ customer }) => customer.id === customerId)).toEqual([])
  })
})

describe('a row of the month that', () => {
  const change = (row: { id: string; version: number }, given: object) =>
    staff()(time.change, {
      params: { id: row.id },
      body: {
        customerId,
        workDate: '2026-11-20',
        timeFrom: '10:00',
        timeTo: '11:00',
        kind: 'remote',
        ticketId: null,
        description: 'Bytt router',
        notes: 'hemlig notering',
        version: row.version,
        ...given,
      },
    })
  async function approved() {
    const row = await work()
    const { id } = await create()
    await send(id)
    await approve(id)
    return { id, row }
  }

  test('is changed makes the basis outdated and ends its approval', async () => {
    const { id, row } = await approved()
    await change(row, { timeTo: '12:00' })
    expect(await get(id)).toMatchObject({ state: 'sent', isOutdated: true, approvedAt: null, approvalNote: null })
    await report()
    await expect(bill(id)).rejects.toMatchObject({ status: 409, message: /Något har ändrats/ })
    await expect(approve(id)).rejects.toMatchObject({ status: 409 })
    const next = await create(id)
    expect(next).toMatchObject({ state: 'draft', isOutdated: false, netOre: 200_000 })
    expect(await get(id)).toMatchObject({ state: 'replaced' })
  })

  test('gets another internal note or is marked as reported does not make it outdated', async () => {
    const { id, row } = await approved()
    await change(row, { notes: 'annat' })
    await report()
    expect(await get(id)).toMatchObject({ state: 'approved', isOutdated: false, unreported: 0 })
  })

  test.each([
    ['is added', () => work({ timeFrom: '13:00', timeTo: '14:00' })],
    ['is removed', (row: { id: string }) => staff()(time.remove, { params: { id: row.id } })],
    ['moves to another month', (row: { id: string; version: number }) => change(row, { workDate: '2026-10-20' })],
  ])('%s makes it outdated', async (_name, act) => {
    const { id, row } = await approved()
    await act(row)
    expect(await get(id)).toMatchObject({ state: 'sent', isOutdated: true })
  })

  test('is re-activated is the same row', async () => {
    const { id, row } = await approved()
    await report()
    await reactivate(row.id)
    expect(await get(id)).toMatchObject({ state: 'approved', isOutdated: false, unreported: 1 })
  })

  test('is added while a basis is being created is in it or makes it outdated', async () => {
    await work()
    const [made] = await Promise.all([create(), work({ timeFrom: '13:00', timeTo: '14:00' })])
    const now = await get(made.id)
    expect(now.rowCount === 2 || now.isOutdated).toBe(true)
  })
})

describe('a billed basis', () => {
  test('A-423: locks its rows as reported until an administrator withdraws it with a reason', async () => {
    const { id, number, row } = await billed()
    await expect(reactivate(row.id)).rejects.toMatchObject({
      status: 409,
      message: `Raden ingår i underlag ${number}. Ta tillbaka underlaget först.`,
    })
    await expect(
      h.test.superuser.query('update time_entries set reported = false, reported_at = null where id = $1', [row.id]),
    ).rejects.toMatchObject({ constraint: 'time_entries_billed' })
    const take = (call: ReturnType<typeof staff>, reason: string) =>
      call(invoiceBases.withdraw, { params: { id }, body: { reason } })
    await expect(take(staff(), 'x')).rejects.toMatchObject({ status: 403 })
    await expect(take(asAdmin(), ' ')).rejects.toMatchObject({ status: 422 })
    expect(await withdraw(id)).toMatchObject({ state: 'withdrawn', number, reason: 'Fel rad', endedBy: 'Ada Admin' })
    expect(await reactivate(row.id)).toMatchObject({ reported: false })
  })

  test('A-424: has a number of its own, also after a withdrawal and with concurrent billing', async () => {
    const first = await billed()
    await withdraw(first.id)
    const next = await create()
    await send(next.id)
    await approve(next.id)
    const [one, other] = await Promise.allSettled([bill(next.id), bill(next.id)])
    expect([one?.status, other?.status].sort()).toEqual(['fulfilled', 'rejected'])
    const { rows } = await h.test.superuser.query<{ number: number }>(
      `select number from invoice_bases where org_id = $1 and number is not null order by number`,
      [orgId],
    )
    const numbers = rows.map(({ number }) => number)
    expect(numbers).toEqual(numbers.map((_, index) => index + 1))
    expect((await get(first.id)).number).toBe(first.number)
    await expect(
      h.test.superuser.query('update invoice_bases set number = 1 where id = $1', [next.id]),
    ).rejects.toMatchObject({
      constraint: 'invoice_bases_numbers',
    })
  })

  test('is not outdated by a row that is added to its month', async () => {
    const { id } = await billed()
    await work({ timeFrom: '13:00', timeTo: '14:00' })
    expect(await get(id)).toMatchObject({ state: 'billed', isOutdated: false, isUnchecked: false })
  })
})

test('A-425: its CSV has documented columns, decimal commas and no formula cells', async () => {
  customerId = (await h.aCustomer({ orgId, name: '=cmd|calc' })).id
  await agree()
  await work()
  const { id } = await create()
  const file = await staff()(invoiceBases.csv, { params: { id } })
  expect(await file.text()).toBe(
    [
      'Underlag;Kund;Månad;Rad;Benämning;Antal;Enhet;À-pris;Belopp;Moms %;Omvänd betalningsskyldighet;RUT-arbete;Artikelnummer;Konto;Orsak utan moms;Fakturamottagare;Er referens;Ordernummer',
      `;'=cmd|calc;2026-11;1;Arbete fjärr;1,00;tim;1000,00;1000,00;25;Nej;Nej;;;;'=cmd|calc;;`,
      '',
    ].join('\r\n'),
  )
})

test('A-426: another company’s invoice basis gets the same 404 as one that does not exist', async () => {
  await work()
  const { id } = await create()
  const other = h.as(await h.anAdmin({ orgId: (await h.anOrganization('Annan AB')).id })).call
  const params = { id }
  for (const act of [
    () => other(invoiceBases.get, { params }),
    () => other(invoiceBases.rows, { params, query: {} }),
    () => other(invoiceBases.csv, { params }),
    () => other(invoiceBases.send, { params }),
    () => other(invoiceBases.bill, { params }),
    () => other(invoiceBases.remove, { params }),
    () => other(invoiceBases.withdraw, { params, body: { reason: 'x' } }),
    () => other(invoiceBases.create, { body: { customerId, month, replaces: null } }),
  ])
    await expect(act()).rejects.toMatchObject({ status: 404 })
})
