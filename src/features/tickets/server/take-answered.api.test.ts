import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownSettings } from '#features/users/own-settings.contract.ts'
import { portal } from '#screens/portal/portal.contract.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { tickets } from '../tickets.contract.ts'

let h: Harness
let anna: Person
let bo: Person
let kim: Person
let customerId: string
beforeAll(async () => {
  h = await startHarness()
  const { id: orgId } = await h.anOrganization()
  anna = await h.aTechnician({ orgId, fullName: 'Anna Ask' })
  bo = await h.aTechnician({ orgId, fullName: 'Bo Ek' })
  const customer = await h.aCustomer({ orgId })
  customerId = customer.id
  kim = await h.aPortalUser(customer)
})
afterAll(() => h.stop())

const aTicket = async (assignedTo?: string) =>
  (
    await h.as(anna).call(tickets.create, {
      body: { title: 'WiFi nere', description: 'x', customerId, ...(assignedTo && { assignedTo }) },
    })
  ).id
const comment = (person: Person, id: string, isInternal = false) =>
  h.as(person).call(tickets.comment, { params: { id }, body: { comment: 'Vi kommer', isInternal } })
const assigneeOf = async (id: string) => (await h.as(anna).call(tickets.get, { params: { id } })).assignee?.fullName

test('the first to answer the customer of a ticket without an assignee takes it, as the history shows', async () => {
  const id = await aTicket()
  await comment(bo, id)
  await comment(anna, id)
  expect(await assigneeOf(id)).toBe('Bo Ek')
  const thread = await h.as(anna).call(tickets.thread, { params: { id } })
  expect(thread.map((entry) => ('field' in entry ? [entry.field, entry.after] : entry.kind))).toEqual([
    'comment',
    ['assignee', 'Bo Ek'],
    'comment',
  ])
})

test('an internal comment, a customer’s and an answer to a colleague’s ticket change nothing', async () => {
  const [id, annas] = [await aTicket(), await aTicket(anna.userId)]
  await comment(bo, id, true)
  await h.as(kim).call(portal.comment, { params: { id }, body: { comment: 'Hallå?' } })
  await comment(bo, annas)
  expect([await assigneeOf(id), await assigneeOf(annas)]).toEqual([undefined, 'Anna Ask'])
})

test('a person may choose not to, for themselves alone', async () => {
  const choose = (takesAnswered: boolean) => h.as(bo).call(ownSettings.change, { body: { takesAnswered } })
  expect(await h.as(bo).call(ownSettings.read, {})).toMatchObject({ takesAnswered: true })
  await choose(false)
  expect(await h.as(anna).call(ownSettings.read, {})).toMatchObject({ takesAnswered: true })
  const id = await aTicket()
  await comment(bo, id)
  expect(await assigneeOf(id)).toBeUndefined()
  await choose(true)
  await comment(bo, id)
  expect(await assigneeOf(id)).toBe('Bo Ek')
})
