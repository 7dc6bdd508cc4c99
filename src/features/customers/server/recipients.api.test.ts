// Invoice recipients of a customer: the first active one is the default.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { customers } from '../customers.contract.ts'
import { recipients } from '../recipients.contract.ts'

let h: Harness
let anna: Person
let orgId: string
let id: string

beforeAll(async () => {
  h = await startHarness()
  orgId = (await h.anOrganization()).id
  anna = await h.anAdmin({ orgId })
})
beforeEach(async () => {
  id = (await h.aCustomer({ orgId, name: 'Kajens Café' })).id
})
afterAll(() => h.stop())

const add = (name: string, fields: object = {}) =>
  h.as(anna).call(recipients.create, { params: { id }, body: { name, ...fields } })
const list = () => h.as(anna).call(recipients.list, { params: { id } })
const of = (recipientId: string) => ({ id, recipientId })

test('recipients stand in the order in which they were added, the archived ones last', async () => {
  const first = await add('Ekonomi', {
    address: 'Box 1\n753 20 Uppsala',
    email: 'Faktura@example.se',
    costCentre: '410',
  })
  const second = await add('Verkstaden', { reference: 'Kim Lund' })
  expect(first).toMatchObject({ address: 'Box 1\n753 20 Uppsala', costCentre: '410', reference: null, version: 1 })
  await h.as(anna).call(recipients.archive, { params: of(first.id) })
  expect((await list()).map(({ name }) => name)).toEqual(['Verkstaden', 'Ekonomi'])
  await h.as(anna).call(recipients.restore, { params: of(first.id) })
  expect((await list()).map(({ name }) => name)).toEqual(['Ekonomi', 'Verkstaden'])
  await expect(h.as(anna).call(recipients.restore, { params: of(second.id) })).rejects.toMatchObject({ status: 409 })
})

test('a change of an outdated version is told what stands now', async () => {
  const { id: recipientId } = await add('Ekonomi')
  const change = (name: string, version: number) =>
    h.as(anna).call(recipients.change, { params: of(recipientId), body: { name, version } })
  expect(await change('Ekonomiavdelningen', 1)).toMatchObject({ version: 2 })
  await expect(change('Annat', 1)).rejects.toMatchObject({ status: 409, current: { name: 'Ekonomiavdelningen' } })
})

test.each([
  [{ name: ' ' }, 'name'],
  [{ name: 'Y', email: 'ingen' }, 'email'],
  [{ name: 'Y', costCentre: 'x'.repeat(51) }, 'costCentre'],
  [{ name: 'Y', address: 'x'.repeat(501) }, 'address'],
])('%j is refused beside %s', async (fields, field) => {
  const error = await add('X', fields).catch((refusal: unknown) => refusal)
  expect(error).toMatchObject({ status: 422, fields: { [field]: expect.any(String) } })
})

test('a customer with a recipient is archived, not deleted, and gets none once archived', async () => {
  await add('Ekonomi')
  expect(await h.as(anna).call(customers.remove, { params: { id } })).toEqual({ outcome: 'archived' })
  await expect(add('Ny')).rejects.toMatchObject({ status: 422 })
})

test('A-602: recipients of another customer or company are not found', async () => {
  const { id: recipientId } = await add('Ekonomi')
  const other = await h.aCustomer({ orgId })
  const change = (person: Person, of: string) =>
    h.as(person).call(recipients.change, { params: { id: of, recipientId }, body: { name: 'X', version: 1 } })
  await expect(change(anna, other.id)).rejects.toMatchObject({ status: 404 })
  const outsider = await h.aTechnician({ orgId: (await h.anOrganization('Annan AB')).id })
  await expect(change(outsider, id)).rejects.toMatchObject({ status: 404 })
  await expect(h.as(outsider).call(recipients.list, { params: { id } })).rejects.toMatchObject({ status: 404 })
})
