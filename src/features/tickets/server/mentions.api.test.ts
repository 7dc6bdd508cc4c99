import { afterAll, beforeAll, expect, test } from 'vitest'
import { users } from '#features/users/users.contract.ts'
import { portal } from '#screens/portal/portal.contract.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { tickets } from '../tickets.contract.ts'

let h: Harness
let anna: Person
let bo: Person
let kim: Person
let orgId: string
let id: string
beforeAll(async () => {
  h = await startHarness()
  orgId = (await h.anOrganization()).id
  anna = await h.anAdmin({ orgId, fullName: 'Anna Ask' })
  bo = await h.aTechnician({ orgId, fullName: 'Bo Ek' })
  const customer = await h.aCustomer({ orgId })
  kim = await h.aPortalUser(customer)
  const body = { title: 'WiFi nere', description: 'x', customerId: customer.id }
  id = (await h.as(anna).call(tickets.create, { body })).id
})
afterAll(() => h.stop())

const write = (comment: string, mentions: string[], isInternal = true) =>
  h.as(anna).call(tickets.comment, { params: { id }, body: { comment, isInternal, mentions } })
const thread = async () => {
  const entries = await h.as(bo).call(tickets.thread, { params: { id } })
  return entries.flatMap((entry) => (entry.kind === 'comment' ? [entry] : []))
}
const storedOf = async (comment: string) => {
  const { rows } = await h.test.superuser.query(
    `select m.user_id from comment_mentions m join ticket_comments c on c.id = m.comment_id where c.comment = $1 order by 1`,
    [comment],
  )
  return rows.map((row) => row.user_id)
}

test('an internal comment mentions active colleagues whose names are in its text', async () => {
  const twin = await h.aTechnician({ orgId, fullName: 'Bo Ek' })
  const gone = await h.aTechnician({ orgId, fullName: 'Sven Slutar' })
  await h.as(anna).call(users.deactivate, { params: { id: gone.userId } })
  const outsider = await h.aTechnician({ orgId: (await h.anOrganization('Annan AB')).id, fullName: 'Olle Ute' })
  const cecilia = await h.aTechnician({ orgId, fullName: 'Cecilia Dal' })
  const comment = '@Bo Ek, @Sven Slutar och @Olle Ute: kan ni?'
  const ids = [bo, gone, outsider, cecilia, kim].map(({ userId }) => userId)
  expect(await write(comment, ids)).toMatchObject({ mentions: ['Bo Ek'] })
  expect(await storedOf(comment)).toEqual([bo.userId])
  expect((await thread()).find((entry) => entry.comment === comment)?.mentions).toEqual(['Bo Ek'])
  const both = 'Båda @Bo Ek'
  expect(await write(both, [bo.userId, twin.userId])).toMatchObject({ mentions: ['Bo Ek'] })
  expect(await storedOf(both)).toEqual([bo.userId, twin.userId].toSorted())
})

test('a new name changes neither who is mentioned nor what is emphasised', async () => {
  const comment = 'Fråga @Bo Ek först'
  await write(comment, [bo.userId])
  await h.as(anna).call(users.change, { params: { id: bo.userId }, body: { email: bo.email, fullName: 'Bo Ask' } })
  expect((await thread()).find((entry) => entry.comment === comment)?.mentions).toEqual(['Bo Ek'])
  expect(await storedOf(comment)).toEqual([bo.userId])
})

test('a public comment mentions nobody, and the portal shows nothing of those that do', async () => {
  await expect(write('Hej @Anna Ask', [anna.userId], false)).rejects.toMatchObject({
    status: 422,
    fields: { mentions: 'Kolleger nämns bara i interna kommentarer' },
  })
  await write('Hej @Anna Ask', [], false)
  const entries = await h
    .as(kim)
    .call(portal.thread, { params: { id } })
    .catch(() => [])
  expect(JSON.stringify(entries)).not.toContain('mentions')
})
