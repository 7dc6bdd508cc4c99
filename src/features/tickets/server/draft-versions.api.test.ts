import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { tickets } from '../tickets.contract.ts'

let h: Harness
let anna: Person
let id: string

beforeAll(async () => {
  h = await startHarness()
  const { id: orgId } = await h.anOrganization()
  anna = await h.aTechnician({ orgId })
  const { id: customerId } = await h.aCustomer({ orgId })
  const body = { title: 'WiFi nere', description: 'x', customerId }
  id = (await h.as(anna).call(tickets.create, { body })).id
})
afterAll(() => h.stop())

const save = (comment: string, basedOn: string | null) =>
  h.as(anna).call(tickets.saveDraft, { params: { id }, body: { comment, isInternal: false, basedOn } })
const stored = () => h.as(anna).call(tickets.draft, { params: { id } })

test('A-533: saving or removing a draft based on another version gets 409 with the stored one', async () => {
  const first = await save('Från datorn', null)
  const second = await save('Från telefonen', first.version)
  for (const text of ['Från datorn, igen', '']) {
    await expect(save(text, first.version)).rejects.toMatchObject({ code: 'conflict', current: second })
  }
  expect(await stored()).toEqual(second)
  expect(await save('Från telefonen', null)).toMatchObject({ comment: 'Från telefonen' })
})

test('a draft that was sent or removed elsewhere can be saved again', async () => {
  const { version } = await stored()
  await save('', version)
  expect(await stored()).toEqual({ comment: '', isInternal: false, version: null, savedAt: null })
  expect(await save('Kvar här', version)).toMatchObject({ comment: 'Kvar här' })
})
