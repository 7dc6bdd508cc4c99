// What is removed, restored, paused, revoked or archived five times at once has happened once.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { customers } from '#customers/customers.contract.ts'
import { logins } from '#customers/logins.contract.ts'
import { equipment } from '#equipment/equipment.contract.ts'
import type { Call } from '#lib/web/call.ts'
import { mailboxes } from '#mailboxes/mailboxes.contract.ts'
import { recurring } from '#recurring/recurring.contract.ts'
import { time } from '#time/time.contract.ts'
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

/** Runs the act five times at once. Returns how many entries the audit log has got. */
async function auditedOnce(subjectId: string, action: string, act: () => Promise<unknown>) {
  const outcomes = await Promise.allSettled(Array.from({ length: 5 }, act))
  const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason.status] : []))
  expect(refused.filter((status) => status !== 404)).toEqual([])
  expect(refused.length).toBeLessThan(5)
  const { rows } = await h.test.superuser.query(
    'select count(*)::int as entries from audit_log where subject_id = $1 and action = $2',
    [subjectId, action],
  )
  expect(rows).toEqual([{ entries: 1 }])
}

test('a row of time is removed and restored once', async () => {
  const body = { customerId, workDate: '2026-10-20', timeFrom: '10:00', timeTo: '11:00' }
  const { id } = await call(time.create, { body })
  await auditedOnce(id, 'deleted', () => call(time.remove, { params: { id } }))
  await auditedOnce(id, 'restored', () => call(time.restore, { params: { id } }))
})

test('a customer is restored once', async () => {
  await call(time.create, { body: { customerId, workDate: '2026-10-20', timeFrom: '10:00', timeTo: '11:00' } })
  await call(customers.remove, { params: { id: customerId } })
  await auditedOnce(customerId, 'restored', () => call(customers.restore, { params: { id: customerId } }))
})

test('equipment is archived and restored once', async () => {
  const { id } = await call(equipment.create, { params: { id: customerId }, body: { name: 'Router' } })
  await auditedOnce(id, 'archived', () => call(equipment.archive, { params: { id } }))
  await auditedOnce(id, 'restored', () => call(equipment.restore, { params: { id } }))
})

test('a portal login is revoked and opened again once', async () => {
  const { userId } = await h.aPortalUser({ id: customerId, orgId })
  const params = { id: customerId, userId }
  await auditedOnce(userId, 'revoked', () => call(logins.revoke, { params }))
  await auditedOnce(userId, 'reopened', () => call(logins.reopen, { params }))
})

test('a recurring ticket is paused, removed and restored once, and not paused while it is removed', async () => {
  const body = { title: 'Kontroll', description: 'Läs en fil.', every: 'week', firstOn: '2027-01-04' } as const
  const { id } = await call(recurring.create, { params: { id: customerId }, body })
  await auditedOnce(id, 'paused', () => call(recurring.pause, { params: { id }, body: { isPaused: true } }))
  await auditedOnce(id, 'deleted', () => call(recurring.remove, { params: { id } }))
  await call(recurring.pause, { params: { id }, body: { isPaused: false } }).catch(() => undefined)
  await auditedOnce(id, 'restored', () => call(recurring.restore, { params: { id } }))
  expect(await call(recurring.list, { params: { id: customerId } })).toMatchObject([{ isPaused: true }])
})

test('a mailbox is removed once', async () => {
  const server = { host: 'imap.nordnat.example', port: 993, login: 'support', secret: 'gröna lyktor' }
  const { id } = await call(mailboxes.create, { body: { address: 'support@nordnat.example', ...server } })
  await auditedOnce(id, 'deleted', () => call(mailboxes.remove, { params: { id } }))
})
