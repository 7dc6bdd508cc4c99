// The mail with which an invoice basis was sent comes back.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { invoiceBases } from '#features/billing/invoice-bases.contract.ts'
import { aCompanyWithTerms, anApprover } from '#features/billing/testing/invoice-bases.ts'
import { time } from '#features/time/time.contract.ts'
import { threadsOfTests } from '#platform/mail/testing/mail-threads.ts'
import type { Harness, Person } from '#tests/harness/harness.ts'
import { noteBounces } from './bounces.queries.ts'
import type { IncomingMail } from './reading/incoming-mail.ts'

let h: Harness
let orgId: string
let technician: Person
let approver: Person
let id: string

beforeAll(async () => {
  ;({ h, orgId, technician } = await aCompanyWithTerms(0))
})
beforeEach(async () => {
  const customer = await h.aCustomer({ orgId })
  approver = await anApprover(h, { ...customer, orgId })
  const { call } = h.as(technician)
  const body = { customerId: customer.id, workDate: '2026-10-20', timeFrom: '10:00', timeTo: '11:00' }
  await call(time.create, { body })
  id = (await call(invoiceBases.create, { body: { customerId: customer.id, month: '2026-10', replaces: null } })).id
  await call(invoiceBases.send, { params: { id } })
})
afterAll(() => h.stop())

const messageIdOf = (event: string) => threadsOfTests.messageIdOf({ about: 'basis', id }, { event, to: approver.email })
const comesBack = (messageId: string, to = approver.email, of = orgId) =>
  h.database.as('jobs', (db) =>
    noteBounces(db, { orgId: of, threads: threadsOfTests, now: new Date() }, {
      report: { messageId, undelivered: [to], failedFor: [to] },
    } as IncomingMail),
  )
const undelivered = async () => (await h.as(technician).call(invoiceBases.get, { params: { id } })).undelivered

test('the address is shown with the basis, once', async () => {
  await comesBack(messageIdOf('sent'))
  await comesBack(messageIdOf('reminder'))
  expect(await undelivered()).toEqual([approver.email])
})

test('a forwarded mail counts for the address that it was sent to', async () => {
  await comesBack(messageIdOf('sent'), 'privat@gmail.example')
  expect(await undelivered()).toEqual([approver.email])
})

test('A-579: a report without a Message-ID of ours, of another organization or another address changes nothing', async () => {
  const messageId = messageIdOf('sent')
  await comesBack(messageId.replace(/\.(.)(?=[0-9a-f]{31}@)/, '.z'))
  await comesBack('<1@evil.example>')
  await comesBack(messageId, approver.email, (await h.anOrganization()).id)
  await h.test.superuser.query('update customer_users set may_approve = false where user_id = $1', [approver.userId])
  await comesBack(messageId, 'privat@gmail.example')
  expect(await undelivered()).toEqual([])
})

test('what has been approved since did arrive', async () => {
  await h.test.superuser.query(`update invoice_bases set state = 'approved', approved_at = now() where id = $1`, [id])
  await comesBack(messageIdOf('sent'))
  expect(await undelivered()).toEqual([])
})
