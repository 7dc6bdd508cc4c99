// A transition that is requested five times concurrently happens once, and the other requests are refused.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { contacts } from '#features/customers/contacts.contract.ts'
import { customers } from '#features/customers/customers.contract.ts'
import { logins } from '#features/customers/logins.contract.ts'
import { equipment } from '#features/equipment/equipment.contract.ts'
import { mailboxes } from '#features/inbox/mailboxes.contract.ts'
import { recurring } from '#features/tickets/recurring.contract.ts'
import { expenses } from '#features/time/expenses.contract.ts'
import { time } from '#features/time/time.contract.ts'
import { users } from '#features/users/users.contract.ts'
import type { Call } from '#shared/web/call.ts'
import { type Harness, startHarness } from '../harness/harness.ts'

let h: Harness
let orgId: string
let customerId: string
let call: Call
beforeAll(async () => {
  h = await startHarness()
  orgId = (await h.anOrganization()).id
  call = h.as(await h.anAdmin({ orgId })).call
})
beforeEach(async () => {
  customerId = (await h.aCustomer({ orgId })).id
})
afterAll(() => h.stop())

const fiveTimes = async (act: () => Promise<unknown>) => {
  const outcomes = await Promise.allSettled(Array.from({ length: 5 }, act))
  return outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason.status] : []))
}

/**
 * Runs the act five times concurrently: one succeeds, and the others get the status for a missing row or a repetition.
 */
async function doneOnce(subjectId: string, action: string, status: 404 | 409, act: () => Promise<unknown>) {
  expect(await fiveTimes(act)).toEqual([status, status, status, status])
  await auditedOnce(subjectId, action)
}

async function auditedOnce(subjectId: string, action: string) {
  const { rows } = await h.test.superuser.query(
    'select count(*)::int as entries from audit_log where subject_id = $1 and action = $2',
    [subjectId, action],
  )
  expect(rows).toEqual([{ entries: 1 }])
}

test('a time entry is removed and restored once', async () => {
  const body = { customerId, workDate: '2026-10-20', timeFrom: '10:00', timeTo: '11:00' }
  const { id } = await call(time.create, { body })
  await doneOnce(id, 'deleted', 404, () => call(time.remove, { params: { id } }))
  await doneOnce(id, 'restored', 409, () => call(time.restore, { params: { id } }))
})

test('travel is removed and restored once', async () => {
  const body = {
    customerId,
    kind: 'travel',
    workDate: '2026-10-20',
    article: 'Resa',
    hundredths: 1200,
    unit: 'km',
  } as const
  const { id } = await call(expenses.create, { body })
  await doneOnce(id, 'deleted', 404, () => call(expenses.remove, { params: { id } }))
  await doneOnce(id, 'restored', 409, () => call(expenses.restore, { params: { id } }))
})

test('a contact is archived and restored once', async () => {
  const { id: contactId } = await call(contacts.create, { params: { id: customerId }, body: { name: 'Siv Ek' } })
  const params = { id: customerId, contactId }
  await doneOnce(contactId, 'archived', 409, () => call(contacts.archive, { params }))
  await doneOnce(contactId, 'restored', 409, () => call(contacts.restore, { params }))
})

test('a user’s role and name are changed once', async () => {
  const { userId: id, email } = await h.aTechnician({ orgId })
  await fiveTimes(() => call(users.changeRole, { params: { id }, body: { role: 'admin' } }))
  await auditedOnce(id, 'role_changed')
  await fiveTimes(() => call(users.change, { params: { id }, body: { email, fullName: 'Nytt Namn' } }))
  await auditedOnce(id, 'renamed')
})

test('a customer is archived and restored once', async () => {
  await call(time.create, { body: { customerId, workDate: '2026-10-20', timeFrom: '10:00', timeTo: '11:00' } })
  await doneOnce(customerId, 'archived', 409, () => call(customers.remove, { params: { id: customerId } }))
  await doneOnce(customerId, 'restored', 409, () => call(customers.restore, { params: { id: customerId } }))
})

test('equipment is archived and restored once', async () => {
  const { id } = await call(equipment.create, { params: { id: customerId }, body: { name: 'Router' } })
  await doneOnce(id, 'archived', 409, () => call(equipment.archive, { params: { id } }))
  await doneOnce(id, 'restored', 409, () => call(equipment.restore, { params: { id } }))
})

test('a portal login is revoked and reopened once', async () => {
  const { userId } = await h.aPortalUser({ id: customerId, orgId })
  const params = { id: customerId, userId }
  expect(await fiveTimes(() => call(logins.revoke, { params }))).toEqual([])
  await auditedOnce(userId, 'revoked')
  expect(await fiveTimes(() => call(logins.reopen, { params }))).toEqual([])
  await auditedOnce(userId, 'reopened')
})

test('a recurring ticket is paused, removed and restored once, and not paused while removed', async () => {
  const body = { title: 'Kontroll', description: 'Läs en fil.', every: 'week', firstOn: '2027-01-04' } as const
  const { id } = await call(recurring.create, { params: { id: customerId }, body })
  await doneOnce(id, 'paused', 409, () => call(recurring.pause, { params: { id }, body: { isPaused: true } }))
  await doneOnce(id, 'deleted', 404, () => call(recurring.remove, { params: { id } }))
  await call(recurring.pause, { params: { id }, body: { isPaused: false } }).catch(() => undefined)
  await doneOnce(id, 'restored', 409, () => call(recurring.restore, { params: { id } }))
  expect(await call(recurring.list, { params: { id: customerId } })).toMatchObject([{ isPaused: true }])
})

test('a mailbox is removed once', async () => {
  const server = { host: 'imap.nordnat.example', port: 993, login: 'support', secret: 'gröna lyktor' }
  const { id } = await call(mailboxes.create, { body: { address: 'support@nordnat.example', ...server } })
  await doneOnce(id, 'deleted', 404, () => call(mailboxes.remove, { params: { id } }))
})
