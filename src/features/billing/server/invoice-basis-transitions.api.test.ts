// Each transition of an invoice basis happens once, however many calls run concurrently.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { time } from '#features/time/time.contract.ts'
import { deleteQueuedJobs, queuedJobs } from '#platform/jobs/testing/queued-jobs.ts'
import { portalInvoiceBases } from '#screens/portal/portal-invoice-bases.contract.ts'
import type { Harness, Person } from '#tests/harness/harness.ts'
import { invoiceBases } from '../invoice-bases.contract.ts'
import { aCompanyWithTerms } from '../testing/invoice-bases.ts'

let h: Harness
let orgId: string
let admin: Person
let technician: Person
let approver: Person
let customerId: string

beforeAll(async () => {
  ;({ h, orgId, admin, technician } = await aCompanyWithTerms(0))
})
beforeEach(async () => {
  customerId = (await h.aCustomer({ orgId })).id
  approver = await h.aPortalUser({ id: customerId, orgId })
  await h.test.superuser.query('update customer_users set may_approve = true where user_id = $1', [approver.userId])
  await h.test.superuser.query(deleteQueuedJobs)
})
afterAll(() => h.stop())

const staff = () => h.as(technician).call
async function aDraft() {
  await staff()(time.create, { body: { customerId, workDate: '2026-10-20', timeFrom: '10:00', timeTo: '11:00' } })
  return staff()(invoiceBases.create, { body: { customerId, month: '2026-10', replaces: null } })
}
const send = (id: string) => staff()(invoiceBases.send, { params: { id } })

/** The statuses of five concurrent calls, in order. */
async function fiveTimes(call: () => Promise<unknown>) {
  const outcomes = await Promise.allSettled(Array.from({ length: 5 }, call))
  return outcomes.map((outcome) => (outcome.status === 'fulfilled' ? 200 : outcome.reason.status)).sort((a, b) => a - b)
}
const ONCE = [200, 409, 409, 409, 409]

const jobs = async (what: string) => {
  const { rows } = await h.test.superuser.query(`select from ${queuedJobs} where payload ->> 'what' = $1`, [what])
  return rows.length
}
const audits = async (action: string, id: string) => {
  const { rows } = await h.test.superuser.query('select from audit_log where action = $1 and subject_id = $2', [
    action,
    id,
  ])
  return rows.length
}

test('A-521: sent five times at once, it is sent once, with one mail and one audit entry', async () => {
  const { id } = await aDraft()
  expect(await fiveTimes(() => send(id))).toEqual(ONCE)
  expect(await jobs('sent')).toBe(1)
  expect(await audits('sent', id)).toBe(1)
})

test('approved five times at once, by staff and customer, it is approved once', async () => {
  const { id } = await aDraft()
  await send(id)
  const byCustomer = () => h.as(approver).call(portalInvoiceBases.approve, { params: { id } })
  const byStaff = () => h.as(admin).call(invoiceBases.approve, { params: { id }, body: { note: 'Per telefon' } })
  let turn = 0
  expect(await fiveTimes(() => (turn++ % 2 === 0 ? byCustomer() : byStaff()))).toEqual(ONCE)
  expect(await audits('approved', id)).toBe(1)
})

test('an approval withdrawn five times at once is withdrawn once, with one mail', async () => {
  const { id } = await aDraft()
  await send(id)
  await h.as(approver).call(portalInvoiceBases.approve, { params: { id } })
  expect(await fiveTimes(() => h.as(approver).call(portalInvoiceBases.withdrawApproval, { params: { id } }))).toEqual(
    ONCE,
  )
  expect(await jobs('approval-withdrawn')).toBe(1)
  expect(await audits('approval_withdrawn', id)).toBe(1)
})

test('of concurrent billing and withdrawal of the approval one succeeds', async () => {
  for (let round = 0; round < 10; round++) {
    const { id } = await aDraft()
    await h.test.superuser.query('update time_entries set reported = true, reported_at = now()')
    await h.test.superuser.query('update invoice_bases set outdated_at = null, needs_approval = true where id = $1', [
      id,
    ])
    await send(id)
    await h.as(approver).call(portalInvoiceBases.approve, { params: { id } })
    const takeBack = () => h.as(approver).call(portalInvoiceBases.withdrawApproval, { params: { id } })
    const bill = () => staff()(invoiceBases.bill, { params: { id } })
    const outcomes = await Promise.allSettled(round % 2 === 0 ? [bill(), takeBack()] : [takeBack(), bill()])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const { state, approvedAt } = await staff()(invoiceBases.get, { params: { id } })
    expect([state, approvedAt !== null]).toBeOneOf([
      ['billed', true],
      ['sent', false],
    ])
    await h.test.superuser.query('delete from invoice_bases where id = $1', [id])
    await h.test.superuser.query('delete from time_entries where customer_id = $1', [customerId])
  }
})

test('billed and withdrawn five times at once, it has one number and is withdrawn once', async () => {
  const { id } = await aDraft()
  await h.test.superuser.query('update time_entries set reported = true, reported_at = now() where customer_id = $1', [
    customerId,
  ])
  await h.test.superuser.query('update invoice_bases set outdated_at = null where id = $1', [id])
  expect(await fiveTimes(() => staff()(invoiceBases.bill, { params: { id } }))).toEqual(ONCE)
  const takeBack = () => h.as(admin).call(invoiceBases.withdraw, { params: { id }, body: { reason: 'Fel rad' } })
  expect(await fiveTimes(takeBack)).toEqual(ONCE)
  expect(await jobs('withdrawn')).toBe(1)
  expect(await audits('withdrawn', id)).toBe(1)
})

test('of concurrent sending and removal of a draft one succeeds, as its response says', async () => {
  for (let round = 0; round < 10; round++) {
    const { id } = await aDraft()
    const [sent, removed] = await Promise.allSettled([send(id), staff()(invoiceBases.remove, { params: { id } })])
    expect([sent.status, removed.status].sort()).toEqual(['fulfilled', 'rejected'])
    const { rows } = await h.test.superuser.query('select state from invoice_bases where id = $1', [id])
    expect(rows).toEqual(sent.status === 'fulfilled' ? [{ state: 'sent' }] : [])
    await h.test.superuser.query('delete from invoice_bases where id = $1', [id])
    await h.test.superuser.query('delete from time_entries where customer_id = $1', [customerId])
  }
})

test('a question is answered once, and nothing is lost while the basis is being replaced', async () => {
  const draft = await aDraft()
  await send(draft.id)
  const ask = () =>
    h.as(approver).call(portalInvoiceBases.ask, {
      params: { id: draft.id },
      body: { position: 1, question: 'Vad var det här?' },
    })
  await ask()
  const answer = (id: string) =>
    staff()(invoiceBases.answer, { params: { id }, body: { position: 1, answer: 'Routern' } })
  const makeAgain = () => staff()(invoiceBases.create, { body: { customerId, month: '2026-10', replaces: draft.id } })
  const [answered, again] = await Promise.allSettled([answer(draft.id), makeAgain()])
  if (again.status === 'rejected') throw again.reason
  const { questions } = await staff()(invoiceBases.get, { params: { id: again.value.id } })
  expect(questions).toMatchObject([
    { question: 'Vad var det här?', answer: answered.status === 'fulfilled' ? 'Routern' : null },
  ])
  if (answered.status === 'rejected') await answer(again.value.id)
  await expect(answer(again.value.id)).rejects.toMatchObject({ status: 409 })
  await expect(ask()).rejects.toMatchObject({ status: expect.toSatisfy((status) => [404, 409].includes(status)) })
})
