// Terms by which an invoice basis counts as approved when nobody answers, and the reminder before.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { logins } from '#features/customers/logins.contract.ts'
import { time } from '#features/time/time.contract.ts'
import { deleteQueuedJobs, queuedJobs } from '#platform/jobs/testing/queued-jobs.ts'
import { portalInvoiceBases } from '#screens/portal/portal-invoice-bases.contract.ts'
import { addDays, todayInStockholm } from '#shared/dates.rules.ts'
import type { Harness, Person } from '#tests/harness/harness.ts'
import { agreements } from '../agreements.contract.ts'
import { invoiceBases } from '../invoice-bases.contract.ts'
import { aCompanyWithTerms, anApprover } from '../testing/invoice-bases.ts'
import { aTerms } from '../testing/terms.ts'
import { approveSilentInvoiceBases, remindApprovers } from './waiting-approvals.queries.ts'

let h: Harness
let orgId: string
let admin: Person
let technician: Person
let customerId: string
let approver: Person
let termsId: string

beforeAll(async () => {
  ;({ h, orgId, admin, technician } = await aCompanyWithTerms(0, { isSendingMail: true }))
  const body = aTerms({ needsApproval: true, silentApprovalDays: 10 })
  termsId = (await h.as(admin).call(agreements.createTerms, { body })).id
})
beforeEach(async () => {
  await h.test.superuser.query(`delete from invoice_bases; ${deleteQueuedJobs}`)
  const customer = await h.aCustomer({ orgId })
  customerId = customer.id
  approver = await anApprover(h, { ...customer, orgId })
  const body = { validFrom: '2026-01-01', termsId }
  await h.as(admin).call(agreements.setOfCustomer, { params: { id: customerId }, body })
})
afterAll(() => h.stop())

const work = (timeFrom: string, timeTo: string) =>
  h.as(technician).call(time.create, { body: { customerId, workDate: '2026-10-20', timeFrom, timeTo } })
const make = (replaces: string | null = null) =>
  h.as(technician).call(invoiceBases.create, { body: { customerId, month: '2026-10', replaces } })
const of = (id: string) => ({ params: { id } })
const get = (id: string) => h.as(technician).call(invoiceBases.get, of(id))
/** Sent, and the mail about it has left for the approver. */
async function aSent() {
  await work('10:00', '11:00')
  const { id } = await make()
  const sent = await h.as(technician).call(invoiceBases.send, of(id))
  await setTo(id, `told_to = array['${approver.email}']`)
  return sent
}
const ask = (id: string) =>
  h.as(approver).call(portalInvoiceBases.ask, { ...of(id), body: { position: 1, question: 'Vad?' } })
const run = (today: string | null) =>
  h.database.as('jobs', (db) => approveSilentInvoiceBases(db, today ?? '2099-01-01'))
const told = async (what: string) =>
  (await h.test.superuser.query(`select from ${queuedJobs} where payload ->> 'what' = $1`, [what])).rowCount
const setTo = (id: string, change: string) =>
  h.test.superuser.query(`update invoice_bases set ${change} where id = $1`, [id])

test('counts as approved on its day, by the terms and not by a person; the customer may still say no', async () => {
  const { id, silentApprovalOn } = await aSent()
  expect(silentApprovalOn && silentApprovalOn > addDays(todayInStockholm(), 13)).toBe(true)
  expect((await h.as(approver).call(portalInvoiceBases.get, of(id))).silentApprovalOn).toBe(silentApprovalOn)
  await run(addDays(silentApprovalOn ?? '', -1))
  expect((await get(id)).state).toBe('sent')
  await Promise.all([run(silentApprovalOn), run(silentApprovalOn), run(silentApprovalOn)])
  expect(await get(id)).toMatchObject({
    state: 'approved',
    approvedName: 'villkoren, efter 10 arbetsdagar utan svar',
    approvalNote: null,
    silentApprovalOn: null,
  })
  expect(await told('approved-silently')).toBe(1)
  const { rows } = await h.test.superuser.query(
    `select user_id, detail from audit_log where subject_id = $1 and action = 'approved'`,
    [id],
  )
  expect(rows).toEqual([{ user_id: null, detail: { by: 'terms' } }])

  await h.as(approver).call(portalInvoiceBases.withdrawApproval, of(id))
  await run(null)
  expect(await get(id)).toMatchObject({
    state: 'sent',
    endedApprovals: [{ approvedName: 'villkoren, efter 10 arbetsdagar utan svar' }],
  })
})

test('nobody approves by silence what nobody was told: no mail has left, or those told no longer get the basis', async () => {
  const { id, silentApprovalOn } = await aSent()
  await setTo(id, `told_to = '{}'`)
  await run(null)
  expect(await get(id)).toMatchObject({ state: 'sent', silentApprovalOn })
  await setTo(id, `told_to = array['${approver.email}']`)
  await h.as(admin).call(logins.revoke, { params: { id: customerId, userId: approver.userId } })
  await run(null)
  expect(await get(id)).toMatchObject({ state: 'sent', silentApprovalOn, addressees: [] })
  await h.as(admin).call(logins.reopen, { params: { id: customerId, userId: approver.userId } })
  await run(null)
  expect((await get(id)).state).toBe('approved')
})

test('a question stops it, and our answer starts it anew', async () => {
  const { id, silentApprovalOn } = await aSent()
  await setTo(id, `silent_approval_on = '2026-11-02'`)
  await ask(id)
  await run(null)
  expect(await get(id)).toMatchObject({ state: 'sent', silentApprovalOn: null })
  await h.as(technician).call(invoiceBases.answer, { ...of(id), body: { position: 1, answer: 'Router' } })
  expect((await get(id)).silentApprovalOn).toBe(silentApprovalOn)
})

test('a returned mail stops it, and sending again starts it anew', async () => {
  const { id, silentApprovalOn } = await aSent()
  await setTo(id, `undelivered = array['x@kund.example']`)
  await run(null)
  expect(await get(id)).toMatchObject({ state: 'sent', silentApprovalOn: null })
  await h.as(technician).call(invoiceBases.sendAgain, of(id))
  expect((await get(id)).silentApprovalOn).toBe(silentApprovalOn)
})

test('a pending check delays it, and a changed row needs a new basis that starts anew', async () => {
  const { id, silentApprovalOn } = await aSent()
  await work('13:00', '14:00')
  await run(null)
  expect(await get(id)).toMatchObject({ state: 'sent', isUnchecked: true, silentApprovalOn })
  await h.as(technician).call(invoiceBases.check, of(id))
  await run(null)
  expect(await get(id)).toMatchObject({ state: 'sent', isOutdated: true, silentApprovalOn: null })
  const again = await make(id)
  await h.as(technician).call(invoiceBases.send, of(again.id))
  expect((await get(again.id)).silentApprovalOn).toBe(silentApprovalOn)
})

test('terms without it, and terms without approval, never approve', async () => {
  for (const terms of [aTerms({ needsApproval: true }), aTerms({ needsApproval: false, silentApprovalDays: 1 })]) {
    const { id: termsId } = await h.as(admin).call(agreements.createTerms, { body: terms })
    const body = { validFrom: '2026-01-01', termsId }
    await h.as(admin).call(agreements.setOfCustomer, { params: { id: customerId }, body })
    const { id, silentApprovalOn } = await aSent()
    expect(silentApprovalOn).toBeNull()
    await run(null)
    expect((await get(id)).state).toBe('sent')
    await h.test.superuser.query('delete from invoice_bases; delete from time_entries')
  }
})

test('a colleague who has not answered is reminded once, while the one who asks waits for us', async () => {
  const colleague = await anApprover(h, { id: customerId, orgId })
  const { id } = await aSent()
  await ask(id)
  await setTo(id, `sent_at = '2026-11-06 12:00+01'`)
  const remind = (today: string) => h.database.as('jobs', (db) => remindApprovers(db, today))
  await remind('2026-11-10')
  expect(await told('reminder')).toBe(0)
  await setTo(id, 'check_at = now()')
  await remind('2026-11-11')
  expect(await told('reminder')).toBe(0)
  await setTo(id, 'check_at = null')
  await remind('2026-11-11')
  await remind('2026-11-20')
  expect(await told('reminder')).toBe(1)
  await h.test.superuser.query('delete from customer_users where user_id = $1', [colleague.userId])
  await setTo(id, 'reminded_at = null')
  await remind('2026-11-20')
  expect((await get(id)).remindedAt).toBeNull()
})
