import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { agreements } from '#features/billing/agreements.contract.ts'
import { invoiceBases } from '#features/billing/invoice-bases.contract.ts'
import {
  APPROVAL_HAS_ENDED,
  APPROVAL_NOT_TO_WITHDRAW,
  INVOICE_BASIS_IS_APPROVED,
  INVOICE_BASIS_NOT_TO_APPROVE,
  INVOICE_BASIS_REPLACED_SOON,
  INVOICE_BASIS_UNCHECKED,
  questionAfterApproval,
} from '#features/billing/invoice-basis-refusals.rules.ts'
import { aTerms } from '#features/billing/testing/terms.ts'
import { time } from '#features/time/time.contract.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { portal } from '../portal.contract.ts'
import { portalInvoiceBases } from '../portal-invoice-bases.contract.ts'

let h: Harness
let technician: Person
let admin: Person
let anna: Person
let colleague: Person
let reader: Person
let sibling: Person
let customer: { id: string; orgId: string }

const rights = (person: Person, seesCompany: boolean, mayApprove: boolean) =>
  h.test.superuser.query('update customer_users set sees_company = $2, may_approve = $3 where user_id = $1', [
    ...[person.userId, seesCompany, mayApprove],
  ])

beforeAll(async () => {
  h = await startHarness()
  const { id: orgId } = await h.anOrganization()
  technician = await h.aTechnician({ orgId, fullName: 'Tove Teknik' })
  admin = await h.anAdmin({ orgId })
  customer = await h.aCustomer({ orgId, name: 'Åkeriet AB' })
  anna = await h.aPortalUser(customer)
  colleague = await h.aPortalUser(customer)
  reader = await h.aPortalUser(customer)
  sibling = await h.aPortalUser(await h.aCustomer({ orgId, name: 'Bageriet AB' }))
  const { id: termsId } = await h.as(admin).call(agreements.createTerms, {
    body: aTerms({ needsApproval: true }),
  })
  await h.as(admin).call(agreements.setDefault, { body: { validFrom: '2026-01-01', termsId } })
  await rights(anna, true, true)
  await rights(colleague, false, true)
  await rights(reader, true, false)
  await rights(sibling, true, true)
})
beforeEach(() => h.test.superuser.query('delete from invoice_bases; delete from time_entries'))
afterAll(() => h.stop())

const staff = () => h.as(technician).call
const work = (timeFrom = '10:00', timeTo = '11:00') =>
  staff()(time.create, {
    body: {
      customerId: customer.id,
      workDate: '2026-11-20',
      timeFrom,
      timeTo,
      description: 'Bytt router',
      notes: 'hemlig notering',
    },
  })
const make = async (replaces: string | null = null) =>
  (await staff()(invoiceBases.create, { body: { customerId: customer.id, month: '2026-11', replaces } })).id
async function sent() {
  await work()
  const id = await make()
  await staff()(invoiceBases.send, { params: { id } })
  return id
}
const seenBy = async (person: Person) => (await h.as(person).call(portalInvoiceBases.list, {})).map(({ id }) => id)
const get = (id: string, person = anna) => h.as(person).call(portalInvoiceBases.get, { params: { id } })
const approve = (id: string, person = anna) => h.as(person).call(portalInvoiceBases.approve, { params: { id } })
const takeBack = (id: string, person = anna) =>
  h.as(person).call(portalInvoiceBases.withdrawApproval, { params: { id } })
const auditOf = async (id: string) => {
  const { rows } = await h.test.superuser.query(
    'select action, user_id as by from audit_log where subject_id = $1 order by id',
    [id],
  )
  return rows.filter(({ action }) => action.startsWith('appro'))
}
const ask = (id: string, person = anna, position = 1) =>
  h.as(person).call(portalInvoiceBases.ask, { params: { id }, body: { position, question: 'Vilken router?' } })

test('the customer’s approver reads and approves a sent basis, and never sees a draft', async () => {
  await work()
  const id = await make()
  expect(await seenBy(anna)).toEqual([])
  await expect(get(id)).rejects.toMatchObject({ status: 404 })
  expect(await h.as(anna).call(portal.list, { query: {} })).toMatchObject({ hasInvoiceBases: false })
  await staff()(invoiceBases.send, { params: { id } })
  expect(await seenBy(anna)).toEqual([id])
  expect(await h.as(anna).call(portal.list, { query: {} })).toMatchObject({ hasInvoiceBases: true })
  expect(await get(id)).toMatchObject({ month: '2026-11', netOre: 100_000, lines: [{ kind: 'remote' }] })
  const { rows } = await h.as(anna).call(portalInvoiceBases.rows, { params: { id }, query: {} })
  expect(rows).toMatchObject([{ description: 'Bytt router', technician: 'Tove Teknik' }])
  expect(JSON.stringify([await get(id), rows])).not.toContain('hemlig')
  expect(await approve(id)).toMatchObject({ state: 'approved', approvedName: anna.email })
  await expect(approve(id)).rejects.toMatchObject({ status: 409, message: INVOICE_BASIS_IS_APPROVED })
  const listed = async () => [
    await h.as(anna).call(portalInvoiceBases.list, {}),
    (await h.as(anna).call(portal.list, { query: {} })).hasInvoiceBases,
  ]
  expect(await listed()).toMatchObject([[{ id, state: 'approved' }], true])
  await h.test.superuser.query('update time_entries set reported = true, reported_at = now()')
  await h.test.superuser.query('update invoice_bases set outdated_at = null')
  await staff()(invoiceBases.bill, { params: { id } })
  expect(await listed()).toMatchObject([[{ id, state: 'billed' }], true])
})

test('a row is asked about once, and the answer follows to the basis that replaces it', async () => {
  const id = await sent()
  expect(await ask(id)).toMatchObject({ unanswered: 1, questions: [{ position: 1, answer: null }] })
  await expect(ask(id)).rejects.toMatchObject({ status: 409 })
  await expect(ask(id, anna, 7)).rejects.toMatchObject({ status: 404 })
  await staff()(invoiceBases.answer, { params: { id }, body: { position: 1, answer: 'Den i växeln' } })
  expect(await get(id)).toMatchObject({ unanswered: 0, questions: [{ answer: 'Den i växeln' }] })
  await work('08:00', '09:00')
  const next = await make(id)
  await staff()(invoiceBases.send, { params: { id: next } })
  expect(await seenBy(anna)).toEqual([next])
  // The new entry was worked earlier that day, so it is row 1.
  expect((await get(next)).questions).toMatchObject([{ position: 2, answer: 'Den i växeln' }])
  await expect(get(id)).rejects.toMatchObject({ status: 404 })
})

test('a basis that was sent and replaced leads to the one that applies now, for those who may approve it', async () => {
  const current = (id: string, person = anna) => h.as(person).call(portalInvoiceBases.current, { params: { id } })
  const id = await sent()
  expect(await current(id)).toEqual({ id })
  await work('08:00', '09:00')
  const next = await make(id)
  await expect(current(id)).rejects.toMatchObject({ status: 404 })
  await expect(current(next)).rejects.toMatchObject({ status: 404 })
  await staff()(invoiceBases.send, { params: { id: next } })
  expect(await current(id)).toEqual({ id: next })
  for (const person of [colleague, reader, sibling])
    await expect(current(id, person)).rejects.toMatchObject({ status: 404 })
})

test('A-427: a login that may not approve for the customer sees no basis and can do nothing with it', async () => {
  const id = await sent()
  for (const person of [colleague, reader, sibling]) {
    expect(await seenBy(person)).toEqual([])
    expect(await h.as(person).call(portal.list, { query: {} })).toMatchObject({ hasInvoiceBases: false })
    for (const act of [
      () => get(id, person),
      () => h.as(person).call(portalInvoiceBases.rows, { params: { id }, query: {} }),
      () => approve(id, person),
      () => ask(id, person),
    ])
      await expect(act()).rejects.toMatchObject({ status: 404 })
  }
  expect(await staff()(invoiceBases.get, { params: { id } })).toMatchObject({
    state: 'sent',
    questions: [],
    approvers: 1,
  })
  await rights(anna, true, false)
  expect(await seenBy(anna)).toEqual([])
  await rights(anna, true, true)
})

test('the customer can withdraw an approval until it is billed; both sides see when and by whom', async () => {
  const id = await sent()
  await approve(id)
  expect(await takeBack(id)).toMatchObject({
    state: 'sent',
    approvedAt: null,
    approvedName: null,
    endedApprovals: [{ approvedName: anna.email, endedName: anna.email }],
  })
  expect(await get(id)).not.toHaveProperty('endedApprovals.0.approvalNote')
  await expect(takeBack(id)).rejects.toMatchObject({ status: 409, message: APPROVAL_HAS_ENDED })
  await expect(staff()(invoiceBases.bill, { params: { id } })).rejects.toMatchObject({ status: 422 })
  expect(await auditOf(id)).toEqual([
    { action: 'approved', by: anna.userId },
    { action: 'approval_withdrawn', by: anna.userId },
  ])
  await approve(id)
  await h.test.superuser.query('update time_entries set reported = true, reported_at = now()')
  await h.test.superuser.query('update invoice_bases set outdated_at = null')
  await staff()(invoiceBases.bill, { params: { id } })
  await expect(takeBack(id)).rejects.toMatchObject({ status: 409, message: APPROVAL_NOT_TO_WITHDRAW })
  expect(await staff()(invoiceBases.get, { params: { id } })).toMatchObject({
    state: 'billed',
    approvedName: anna.email,
    endedApprovals: [{ approvedName: anna.email, approvalNote: null, endedName: anna.email }],
  })
})

test('A-571: only the customer’s approvers withdraw an approval; an administrator only one that staff noted', async () => {
  const id = await sent()
  await approve(id)
  for (const person of [colleague, reader, sibling])
    await expect(takeBack(id, person)).rejects.toMatchObject({ status: 404 })
  const byOffice = (person: Person) => h.as(person).call(invoiceBases.withdrawApproval, { params: { id } })
  await expect(byOffice(technician)).rejects.toMatchObject({ status: 403 })
  await expect(byOffice(admin)).rejects.toMatchObject({ status: 409, message: /Kunden godkände själv/ })
  expect(await get(id)).toMatchObject({ state: 'approved', endedApprovals: [] })
  await takeBack(id)
  await h.as(admin).call(invoiceBases.approve, { params: { id }, body: { note: 'Per telefon' } })
  expect(await byOffice(admin)).toMatchObject({
    state: 'sent',
    endedApprovals: [{ endedName: anna.email }, { approvalNote: 'Per telefon', endedName: expect.any(String) }],
  })
  await expect(byOffice(admin)).rejects.toMatchObject({ status: 409 })
  await h.as(admin).call(invoiceBases.approve, { params: { id }, body: { note: 'Per telefon' } })
  expect(await takeBack(id)).toMatchObject({ state: 'sent' })
})

test('an approval that ended because time was added stays in the history, without a name of who ended it', async () => {
  const id = await sent()
  await approve(id)
  await work('13:00', '14:00')
  expect(await get(id)).toMatchObject({ state: 'approved', isUnchecked: true })
  await staff()(invoiceBases.check, { params: { id } })
  expect(await get(id)).toMatchObject({
    state: 'sent',
    isOutdated: true,
    endedApprovals: [{ approvedName: anna.email, endedName: null }],
  })
})

test('A-428: a basis that has changed since it was shown cannot be approved', async () => {
  const id = await sent()
  await work('13:00', '14:00')
  await expect(approve(id)).rejects.toMatchObject({ status: 409, message: INVOICE_BASIS_NOT_TO_APPROVE })
  expect(await get(id)).toMatchObject({ isOutdated: true, difference: { rows: { added: 1 } } })
  await expect(ask(id)).rejects.toMatchObject({ status: 409 })
  expect(await staff()(invoiceBases.get, { params: { id } })).toMatchObject({ state: 'sent' })
})

test('a question that comes too late is refused in the customer’s words', async () => {
  const outdated = await sent()
  await work('13:00', '14:00')
  await staff()(invoiceBases.check, { params: { id: outdated } })
  await expect(ask(outdated)).rejects.toMatchObject({ status: 409, message: INVOICE_BASIS_REPLACED_SOON })
  await work('15:00', '16:00')
  await expect(ask(outdated)).rejects.toMatchObject({ status: 409, message: INVOICE_BASIS_UNCHECKED })
  const id = await make(outdated)
  await staff()(invoiceBases.send, { params: { id } })
  await approve(id)
  await expect(ask(id)).rejects.toMatchObject({ status: 409, message: questionAfterApproval(anna.email) })
})

test('the approver is told that a basis is being checked while changes overtake the check', async () => {
  const id = await sent()
  await h.test.superuser.query(`create function change_again() returns trigger language plpgsql as
    'begin new.check_at := clock_timestamp(); return new; end';
    create trigger z_changing before update on invoice_bases for each row
      when (new.check_at is null) execute function change_again();
    update invoice_bases set check_at = now()`)
  await expect(approve(id)).rejects.toMatchObject({ status: 409, message: INVOICE_BASIS_UNCHECKED })
  await h.test.superuser.query('drop trigger z_changing on invoice_bases; drop function change_again()')
  expect(await approve(id)).toMatchObject({ state: 'approved' })
})
