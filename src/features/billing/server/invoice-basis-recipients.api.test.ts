// To whom the lines of an invoice basis are invoiced: the recipient and order number of charges and tickets (docs/decisions/126).
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { billingDetails } from '#features/customers/billing-details.contract.ts'
import { type NewRecipient, recipients } from '#features/customers/recipients.contract.ts'
import { merging } from '#features/tickets/merging.contract.ts'
import { tickets } from '#features/tickets/tickets.contract.ts'
import { expenses } from '#features/time/expenses.contract.ts'
import { time } from '#features/time/time.contract.ts'
import { portalInvoiceBases } from '#screens/portal/portal-invoice-bases.contract.ts'
import type { Harness, Person } from '#tests/harness/harness.ts'
import { missingOfBuyer } from '../buyer.contract.ts'
import { charges } from '../charges.contract.ts'
import { invoiceBases } from '../invoice-bases.contract.ts'
import { price } from '../price.contract.ts'
import { groupsOf } from '../recipient-groups.rules.ts'
import { aCharge } from '../testing/charges.ts'
import { aCompanyWithTerms, anApprover } from '../testing/invoice-bases.ts'

let h: Harness
let orgId: string
let admin: Person
let technician: Person
let customerId: string
let west: string

beforeAll(async () => {
  ;({ h, orgId, admin, technician } = await aCompanyWithTerms(0))
})
beforeEach(async () => {
  customerId = (await h.aCustomer({ orgId })).id
  await addRecipient('Huvudkontoret', { reference: 'Kim Ek' })
  west = (
    await addRecipient('Kontor Väst', { address: 'Box 7\n411 01 Göteborg', reference: 'Lo Ahl', costCentre: '42' })
  ).id
})
afterAll(() => h.stop())

const staff = () => h.as(technician).call
const asAdmin = () => h.as(admin).call
const params = () => ({ id: customerId })
const addRecipient = (name: string, given: Partial<NewRecipient> = {}) =>
  staff()(recipients.create, { params: params(), body: { name, ...given } })
const archive = (recipientId: string) => staff()(recipients.archive, { params: { ...params(), recipientId } })
async function changeRecipient(recipientId: string, given: Partial<NewRecipient>) {
  const found = (await staff()(recipients.list, { params: params() })).find(({ id }) => id === recipientId)
  if (!found) throw new Error('there is no such recipient')
  const { id: _, archivedAt: _archived, ...fields } = found
  await staff()(recipients.change, { params: { ...params(), recipientId }, body: { ...fields, ...given } })
}
async function saveDetails(fields: object) {
  const { customerNumber, version } = await staff()(billingDetails.get, { params: params() })
  return staff()(billingDetails.change, { params: params(), body: { customerNumber, version, ...fields } })
}
type Billing = { invoiceRecipientId?: string | null; orderNumber?: string | null }
const changeTicket = (id: string, version: number, billing: Billing) =>
  staff()(tickets.change, { params: { id }, body: { ...billing, version } })
async function aTicket(billing?: Billing) {
  const body = { title: 'Skrivaren', description: 'Den är trasig.', customerId }
  const { id, version } = await staff()(tickets.create, { body })
  return billing ? changeTicket(id, version, billing) : { id, version }
}
const work = (workDate: string, ticketId: string | null, minutes = 60) => {
  const timeTo = `1${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
  return staff()(time.create, { body: { customerId, workDate, timeFrom: '10:00', timeTo, ticketId } })
}
const spend = (ticketId: string | null) =>
  staff()(expenses.create, {
    body: {
      customerId,
      workDate: '2026-10-21',
      kind: 'material',
      article: 'Kabel',
      hundredths: 300,
      unit: 'st',
      priceOre: 3_333,
      ticketId,
    },
  })
const charge = (given: Parameters<typeof aCharge>[0] = {}) =>
  asAdmin()(charges.create, { params: params(), body: aCharge({ startsOn: '2026-10-01', ...given }) })
const create = (month = '2026-10', replaces: string | null = null) =>
  staff()(invoiceBases.create, { body: { customerId, month, replaces } })
const read = (id: string) => staff()(invoiceBases.get, { params: { id } })
const checked = (id: string) => staff()(invoiceBases.check, { params: { id } })
async function bill(id: string) {
  await h.test.superuser.query(`update time_entries set reported = true, reported_at = now() where customer_id = $1`, [
    customerId,
  ])
  return staff()(invoiceBases.bill, { params: { id } })
}
type Placed = { kind: string; recipient?: string | null | undefined; orderNumber?: string | null | undefined }
const places = ({ lines }: { lines: Placed[] }) =>
  lines.map(({ kind, recipient, orderNumber }) => [kind, recipient, orderNumber])

test('time, travel and material follow their ticket, and charges theirs; what names nobody goes to the first', async () => {
  const { id: ticketId } = await aTicket({ invoiceRecipientId: west, orderNumber: 'PO 9' })
  await work('2026-10-20', ticketId, 95)
  await work('2026-10-21', null)
  await spend(ticketId)
  await spend(null)
  await charge({ recipientId: west, orderNumber: 'PO 1' })
  await charge({ text: 'Säkerhetskopia' })
  const basis = await create()
  expect(places(basis)).toEqual([
    ['charge', 'Kontor Väst', 'PO 1'],
    ['charge', 'Huvudkontoret', null],
    ['remote', 'Huvudkontoret', null],
    ['remote', 'Kontor Väst', 'PO 9'],
    ['material', 'Huvudkontoret', null],
    ['material', 'Kontor Väst', 'PO 9'],
  ])
  expect(basis.lines.map(({ reference }) => reference)).toEqual([
    'Lo Ahl',
    'Kim Ek',
    'Kim Ek',
    'Lo Ahl',
    'Kim Ek',
    'Lo Ahl',
  ])
  expect(basis.recipients).toEqual([
    {
      id: west,
      name: 'Kontor Väst',
      address: 'Box 7\n411 01 Göteborg',
      email: null,
      reference: 'Lo Ahl',
      costCentre: '42',
    },
  ])
  const groups = groupsOf(basis)
  expect(groups.map(({ recipient }) => recipient?.name)).toEqual([undefined, 'Kontor Väst'])
  for (const sum of ['netOre', 'vatOre', 'totalOre'] as const)
    expect(groups.reduce((all, group) => all + group[sum], 0)).toBe(basis[sum])
  expect(places(await staff()(price.ofMonth, { params: params(), query: { month: '2026-10' } })).slice(2, 4)).toEqual([
    ['remote', null, null],
    ['remote', 'Kontor Väst', 'PO 9'],
  ])
})

test('naming the first recipient is as naming none, and a basis with one recipient has no groups', async () => {
  const [first] = await staff()(recipients.list, { params: params() })
  const { id: ticketId } = await aTicket({ invoiceRecipientId: first?.id ?? null })
  await work('2026-10-20', ticketId)
  await work('2026-10-20', null)
  expect(await create()).toMatchObject({
    lines: [{ kind: 'remote', quantity: 120, recipientId: null, recipient: 'Huvudkontoret', reference: 'Kim Ek' }],
    recipients: [],
  })
})

test('a line has the order number of its ticket or charge, else the customer’s', async () => {
  await saveDetails({ orderNumber: 'RAM 1' })
  await work('2026-10-20', (await aTicket({ orderNumber: 'PO 9' })).id)
  await work('2026-10-20', null)
  expect(places(await create())).toEqual([
    ['remote', 'Huvudkontoret', 'RAM 1'],
    ['remote', 'Huvudkontoret', 'PO 9'],
  ])
})

test('work on a ticket that is merged into another follows that one', async () => {
  const [from, into] = [await aTicket(), await aTicket({ invoiceRecipientId: west })]
  await work('2026-10-20', from.id)
  const basis = await create()
  expect(places(basis)).toEqual([['remote', 'Huvudkontoret', null]])
  await staff()(merging.merge, { params: { id: from.id }, body: { into: into.id, version: from.version } })
  expect(await checked(basis.id)).toMatchObject({ isOutdated: true })
  expect(places(await create('2026-10', basis.id))).toEqual([['remote', 'Kontor Väst', null]])
})

test('a basis has its recipients as they were when it was made', async () => {
  await charge({ recipientId: west })
  const basis = await create()
  await changeRecipient(west, { name: 'Kontor Syd', address: 'Torget 1', reference: 'Bo' })
  expect(await read(basis.id)).toMatchObject({ lines: basis.lines, recipients: basis.recipients })
  const billed = await bill(basis.id)
  expect(billed).toMatchObject({ lines: basis.lines, recipients: basis.recipients })
  expect((await create('2026-11')).recipients).toMatchObject([{ name: 'Kontor Syd', reference: 'Bo' }])
})

test('what corrects a billed period goes to the recipient that the charge has now', async () => {
  const { id, version } = await charge({ recipientId: west })
  await bill((await create()).id)
  const { priceOre: _, hundredths: _quantity, ...facts } = aCharge()
  const change = { ...facts, recipientId: '', version }
  const {
    articleId: _article,
    period: _period,
    timing: _timing,
    startsOn: _start,
    endsOn: _end,
    isByDays: _by,
    ...body
  } = change
  await asAdmin()(charges.change, { params: { id }, body })
  await asAdmin()(charges.setQuantity, { params: { id }, body: { validFrom: '2026-10-01', hundredths: 1300 } })
  expect(places(await create('2026-11'))).toEqual([
    ['charge', 'Huvudkontoret', null],
    ['adjustment', 'Huvudkontoret', null],
  ])
})

test('a recipient that is owed more than it pays carries it on, whatever others pay', async () => {
  const { id } = await charge({ recipientId: west })
  await bill((await create()).id)
  await asAdmin()(charges.end, { params: { id }, body: { endsOn: '2026-10-15', version: 1 } })
  await work('2026-11-20', null, 240)
  const basis = await create('2026-11')
  expect(places(basis)).toEqual([
    ['adjustment', 'Kontor Väst', null],
    ['remote', 'Huvudkontoret', null],
    ['carried', 'Kontor Väst', null],
  ])
  expect(groupsOf(basis).map(({ totalOre }) => totalOre)).toEqual([500_000, 0])
  await bill(basis.id)
  await charge({ text: 'Säkerhetskopia', recipientId: west, startsOn: '2026-12-01' })
  await work('2026-12-20', null)
  const next = await create('2026-12')
  expect(places(next).filter(([kind]) => kind === 'carried')).toEqual([['carried', 'Kontor Väst', null]])
  expect(next.lines.at(-1)?.netOre).toBe(0 - (basis.lines.at(-1)?.netOre ?? 0))
})

describe('a reference', () => {
  test('that one recipient lacks stops billing where the customer requires one, and is taken when it is filled in', async () => {
    await changeRecipient(west, { reference: null })
    await saveDetails({ requiresReference: true })
    await work('2026-10-20', null)
    await charge({ recipientId: west })
    const { id, missing } = await create()
    expect(missing).toBe('reference')
    const { rows } = await staff()(invoiceBases.list, { query: { month: '2026-10' } })
    expect(rows.find(({ customer }) => customer.id === customerId)?.basis?.missing).toBe('reference')
    await expect(bill(id)).rejects.toMatchObject({ status: 422, message: missingOfBuyer.reference })
    await changeRecipient(west, { reference: 'Lo Ahl', name: 'Kontor Syd' })
    expect(await read(id)).toMatchObject({ missing: null })
    const billed = await bill(id)
    expect(billed.state).toBe('billed')
    expect(billed.recipients).toMatchObject([{ name: 'Kontor Väst', reference: 'Lo Ahl' }])
  })

  test('is not missed where each line has an order number', async () => {
    await changeRecipient(west, { reference: null })
    await saveDetails({ requiresReference: true })
    await charge({ recipientId: west, orderNumber: 'PO 1' })
    expect(await bill((await create()).id)).toMatchObject({ state: 'billed', missing: null })
  })
})

describe('another recipient or order number of a ticket', () => {
  async function anApprovedBasis() {
    const approver = await anApprover(h, { id: customerId, orgId })
    const ticket = await aTicket()
    await work('2026-10-20', ticket.id)
    const { id } = await create()
    await staff()(invoiceBases.send, { params: { id } })
    await h.as(approver).call(portalInvoiceBases.approve, { params: { id } })
    return { id, ticket }
  }

  test('is shown as a difference and ends no approval; staff keep it or make another basis', async () => {
    const { id, ticket } = await anApprovedBasis()
    const changed = await changeTicket(ticket.id, ticket.version, { invoiceRecipientId: west, orderNumber: 'PO 9' })
    const basis = await checked(id)
    expect(basis).toMatchObject({
      state: 'approved',
      isOutdated: true,
      difference: {
        rows: { added: 0, changed: 0, removed: 0 },
        lines: [{ before: { recipientId: null }, after: { recipientId: west, orderNumber: 'PO 9' } }],
      },
    })
    await expect(bill(id)).rejects.toMatchObject({ status: 409 })
    await changeTicket(ticket.id, changed.version, { invoiceRecipientId: '', orderNumber: '' })
    expect(await checked(id)).toMatchObject({ state: 'approved', isOutdated: false, difference: null })
  })

  test('never changes a billed basis', async () => {
    const { id, ticket } = await anApprovedBasis()
    const billed = await bill(id)
    await changeTicket(ticket.id, ticket.version, { invoiceRecipientId: west })
    expect(await read(id)).toMatchObject({ isOutdated: false, isUnchecked: false, lines: billed.lines })
  })

  test('does not touch a basis without the ticket’s work', async () => {
    await work('2026-10-20', null)
    const { id } = await create()
    await aTicket({ invoiceRecipientId: west })
    expect(await read(id)).toMatchObject({ isUnchecked: false })
  })
})

describe('a recipient in use', () => {
  test('is not archived, and the refusal says where it is used', async () => {
    const { id } = await charge({ recipientId: west })
    const ticket = await aTicket({ invoiceRecipientId: west })
    const { ticketNumber } = await staff()(tickets.get, { params: { id: ticket.id } })
    await expect(archive(west)).rejects.toMatchObject({
      status: 409,
      message: `Fakturamottagaren används av abonnemanget Microsoft 365 och ärende #${ticketNumber}. Byt mottagare där, eller avsluta det, och arkivera sedan.`,
    })
    await asAdmin()(charges.end, { params: { id }, body: { endsOn: '2026-10-31', version: 1 } })
    await staff()(tickets.change, { params: { id: ticket.id }, body: { status: 'closed', version: ticket.version } })
    expect(await archive(west)).toMatchObject({ archivedAt: expect.any(String) })
    // What has it keeps it.
    expect((await create()).recipients).toMatchObject([{ name: 'Kontor Väst' }])
  })

  test('an archived one, or another customer’s, cannot be chosen', async () => {
    await archive(west)
    const other = (await h.aCustomer({ orgId })).id
    const { id: theirs } = await staff()(recipients.create, { params: { id: other }, body: { name: 'Annan' } })
    for (const recipientId of [west, theirs]) {
      await expect(charge({ recipientId })).rejects.toMatchObject({
        status: 422,
        fields: { recipientId: expect.any(String) },
      })
      await expect(aTicket({ invoiceRecipientId: recipientId })).rejects.toMatchObject({
        status: 422,
        fields: { invoiceRecipientId: expect.any(String) },
      })
    }
  })
})
