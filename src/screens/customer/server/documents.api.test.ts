// Documents of a customer: for staff, and, when shown, for its logins with 'Hela företaget'.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { customers } from '#features/customers/customers.contract.ts'
import { anUploadedFile } from '#features/files/testing/upload.ts'
import { portal } from '#screens/portal/portal.contract.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { customerScreen } from '../customer-screen.contract.ts'
import { documents } from '../documents.contract.ts'

let h: Harness
let technician: Person
let other: Person
let anna: Person
let outsider: Person
let customerId: string
beforeAll(async () => {
  h = await startHarness()
  const { id: orgId } = await h.anOrganization()
  technician = await h.aTechnician({ orgId, fullName: 'Bo Ek' })
  other = await h.aTechnician({ orgId: (await h.anOrganization('Annan AB')).id })
  const customer = await h.aCustomer({ orgId })
  customerId = customer.id
  anna = await h.aPortalUser(customer)
  outsider = await h.aPortalUser(await h.aCustomer({ orgId, name: 'En annan kund' }))
})
afterAll(() => h.stop())

const staff = () => h.as(technician)
async function aDocument(name: string) {
  const { id } = await anUploadedFile(h, technician, 'attachment', `innehåll ${name}`, name)
  await staff().call(documents.add, { params: { id: customerId }, body: { fileIds: [id] } })
  return id
}
const show = (id: string, isShown: boolean) => staff().call(documents.show, { params: { id }, body: { isShown } })
const list = () => staff().call(documents.list, { params: { id: customerId }, query: {} })
const seenBy = async (person: Person) => {
  const { rows } = await h.as(person).call(documents.ofPortal, { query: {} })
  const { hasDocuments } = await h.as(person).call(portal.list, { query: {} })
  return [rows.map(({ name }) => name), hasDocuments]
}
const statusOf = (person: Person, id: string) =>
  h.app
    .inject({ url: `/api/files/${id}`, headers: { authorization: `Bearer ${person.token}` } })
    .then(({ statusCode }) => statusCode)

test('is listed newest first with who added it, for staff only until it is shown', async () => {
  const map = await aDocument('nätverk.pdf')
  const agreement = await aDocument('avtal.pdf')
  const { rows } = await list()
  expect(rows.map(({ name, addedBy, isShown }) => [name, addedBy, isShown])).toEqual([
    ['avtal.pdf', 'Bo Ek', false],
    ['nätverk.pdf', 'Bo Ek', false],
  ])
  const { documentCount } = await staff().call(customerScreen.get, { params: { id: customerId } })
  expect(documentCount).toBe(2)
  expect(await seenBy(anna)).toEqual([[], false])
  expect([await statusOf(anna, agreement), await statusOf(technician, agreement)]).toEqual([404, 200])

  await show(agreement, true)
  expect(await seenBy(anna)).toEqual([['avtal.pdf'], true])
  expect([await statusOf(anna, agreement), await statusOf(anna, map)]).toEqual([200, 404])
  await show(agreement, false)
  expect(await seenBy(anna)).toEqual([[], false])
  expect(await statusOf(anna, agreement)).toBe(404)
})

test('A-374: neither another customer nor a login with ‘Egna ärenden’ sees a document that is shown', async () => {
  const id = await aDocument('kanarie.pdf')
  await show(id, true)
  expect(await seenBy(outsider)).toEqual([[], false])
  expect([await statusOf(outsider, id), await statusOf(other, id)]).toEqual([404, 404])
  const sees = (company: boolean) =>
    h.test.superuser.query('update customer_users set sees_company = $1 where user_id = $2', [company, anna.userId])
  await sees(false)
  expect(await seenBy(anna)).toEqual([[], false])
  expect(await statusOf(anna, id)).toBe(404)
  await sees(true)
  expect((await seenBy(anna))[1]).toBe(true)
})

test('is removed permanently; other files are not removed as documents', async () => {
  const id = await aDocument('gammal.pdf')
  await staff().call(documents.remove, { params: { id } })
  expect((await list()).rows.map(({ name }) => name)).not.toContain('gammal.pdf')
  expect(await statusOf(technician, id)).toBe(404)
  const { id: unattached } = await anUploadedFile(h, technician, 'attachment', 'x', 'utkast.txt')
  for (const unknown of [id, unattached]) {
    await expect(staff().call(documents.remove, { params: { id: unknown } })).rejects.toMatchObject({ status: 404 })
    await expect(show(unknown, true)).rejects.toMatchObject({ status: 404 })
  }
})

test('is not added to an archived customer, and not twice', async () => {
  const { id } = await anUploadedFile(h, technician, 'attachment', 'x', 'x.txt')
  const add = () => staff().call(documents.add, { params: { id: customerId }, body: { fileIds: [id] } })
  await add()
  await expect(add()).rejects.toMatchObject({ status: 422 })
  const admin = await h.anAdmin({ orgId: technician.orgId ?? '' })
  await h.as(admin).call(customers.remove, { params: { id: customerId } })
  const { id: late } = await anUploadedFile(h, technician, 'attachment', 'x', 'sen.txt')
  await expect(
    staff().call(documents.add, { params: { id: customerId }, body: { fileIds: [late] } }),
  ).rejects.toMatchObject({ status: 422 })
})
