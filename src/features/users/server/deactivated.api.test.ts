// Deactivated users are not assigned new work; earlier assignments remain.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { enquiries } from '#features/inbox/enquiries.contract.ts'
import { anEnquiry } from '#features/inbox/testing/an-enquiry.ts'
import { tickets } from '#features/tickets/tickets.contract.ts'
import { time } from '#features/time/time.contract.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { users } from '../users.contract.ts'

let h: Harness
let admin: Person
/** A user with a ticket, an enquiry and a time entry from before the deactivation. */
let inactive: Person
let customer: { id: string; orgId: string }
let theirTicket: Awaited<ReturnType<typeof openTicket>>
let theirEnquiry: string
let theirTime: Awaited<ReturnType<typeof logTime>>

const openTicket = (fields: object = {}) =>
  h.as(admin).call(tickets.create, {
    body: { title: 'WiFi nere', description: 'Ingen kontakt', customerId: customer.id, ...fields },
  })
const hours = () => ({ customerId: customer.id, workDate: '2026-11-20', timeFrom: '08:00', timeTo: '10:30' })
const logTime = (fields: object = {}) => h.as(admin).call(time.create, { body: { ...hours(), ...fields } })
const changeTicket = <B extends { version: number }>(id: string, body: B) =>
  h.as(admin).call(tickets.change, { params: { id }, body })
const changeEnquiry = <B extends { version: number }>(id: string, body: B) =>
  h.as(admin).call(enquiries.change, { params: { id }, body })

beforeAll(async () => {
  h = await startHarness()
  const { id: orgId } = await h.anOrganization()
  admin = await h.anAdmin({ orgId })
  inactive = await h.aTechnician({ orgId, fullName: 'Gun Gången' })
  customer = await h.aCustomer({ orgId })
  theirTicket = await openTicket({ assignedTo: inactive.userId })
  theirEnquiry = await anEnquiry(h, { orgId })
  await changeEnquiry(theirEnquiry, { version: 1, assignedTo: inactive.userId })
  theirTime = await logTime({ userId: inactive.userId })
  await h.as(admin).call(users.deactivate, { params: { id: inactive.userId } })
})
afterAll(() => h.stop())

const isInactive = (field: string, who: string) => {
  const message = `${who} är inaktiv. Välj någon annan.`
  return { status: 422, message, fields: { [field]: message } }
}

test('A-265: a new or changed ticket is not assigned to somebody deactivated', async () => {
  const refusal = isInactive('assignedTo', 'Den ansvarige')
  await expect(openTicket({ assignedTo: inactive.userId })).rejects.toMatchObject(refusal)
  const { id, version } = await openTicket()
  await expect(changeTicket(id, { version, assignedTo: inactive.userId })).rejects.toMatchObject(refusal)
  expect(await h.as(admin).call(tickets.get, { params: { id } })).toMatchObject({ assignee: null, version })
})

test('A-265: nor is an enquiry assigned to somebody deactivated, nor the ticket created from it', async () => {
  const refusal = isInactive('assignedTo', 'Den ansvarige')
  const id = await anEnquiry(h, { orgId: customer.orgId })
  await expect(changeEnquiry(id, { version: 1, assignedTo: inactive.userId })).rejects.toMatchObject(refusal)
  const ticket = { title: 'Nätet nere', description: 'Sedan i morse.', priority: 'normal' as const }
  const created = h.as(admin).call(enquiries.makeTicket, {
    params: { id },
    body: { ...ticket, customerId: customer.id, assignedTo: inactive.userId },
  })
  await expect(created).rejects.toMatchObject(refusal)
  expect(await h.as(admin).call(enquiries.get, { params: { id } })).toMatchObject({ ticket: null, version: 1 })
})

test('A-266: no time can be logged for, or moved to, somebody deactivated', async () => {
  const refusal = isInactive('userId', 'Teknikern')
  await expect(logTime({ userId: inactive.userId })).rejects.toMatchObject(refusal)
  const { id, version } = await logTime()
  const changed = h
    .as(admin)
    .call(time.change, { params: { id }, body: { ...hours(), version, userId: inactive.userId } })
  await expect(changed).rejects.toMatchObject(refusal)
})

test('earlier assignments remain when other fields are changed', async () => {
  const { id, version } = theirTicket
  expect(await changeTicket(id, { version, status: 'resolved', assignedTo: inactive.userId })).toMatchObject({
    status: 'resolved',
    assignee: { id: inactive.userId },
  })
  expect(await changeEnquiry(theirEnquiry, { version: 2, isDone: true })).toMatchObject({
    assignee: { id: inactive.userId },
  })
  const body = { ...hours(), timeTo: '11:00', userId: inactive.userId, version: theirTime.version }
  expect(await h.as(admin).call(time.change, { params: { id: theirTime.id }, body })).toMatchObject({
    minutes: 180,
    technician: { id: inactive.userId },
  })
})
