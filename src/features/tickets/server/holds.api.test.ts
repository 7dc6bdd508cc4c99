// 'Väntar på kund': how a ticket gets the mark, what ends it, and where it is shown.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { uuidv7 } from '#platform/database/uuid.ts'
import { portal } from '#screens/portal/portal.contract.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { HOLD_NEEDS_ANSWER, HOLD_OF_DONE, HOLD_OF_INTERNAL, HOLD_OF_SOLUTION } from '../hold.rules.ts'
import { type ChangedTicket, tickets } from '../tickets.contract.ts'
import { changeSentence } from '../web/change-sentence.ts'

let h: Harness
let orgId: string
let anna: Person
let kim: Person
let customerId: string

beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.stop())
beforeEach(async () => {
  orgId = (await h.anOrganization()).id
  anna = await h.aTechnician({ orgId, fullName: 'Anna Ask' })
  const customer = await h.aCustomer({ orgId })
  customerId = customer.id
  kim = await h.aPortalUser(customer)
})

const get = (id: string) => h.as(anna).call(tickets.get, { params: { id } })
const since = async (id: string) => (await get(id)).onHoldSince
const texts = { title: 'WiFi nere', description: 'Ingen kontakt' }
const byCustomer = async () => (await h.as(kim).call(portal.create, { body: texts })).id
const byStaff = async () =>
  (await h.as(anna).call(tickets.create, { body: { ...texts, customerId, assignedTo: anna.userId } })).id
const ask = (id: string) => h.as(kim).call(portal.comment, { params: { id }, body: { comment: 'Ja, två gånger.' } })
const answer = (id: string, more: { isInternal?: boolean; holds?: boolean; resolves?: boolean } = { holds: true }) =>
  h.as(anna).call(tickets.comment, { params: { id }, body: { comment: 'Har ni startat om?', ...more } })
const change = async (id: string, fields: Partial<ChangedTicket>) =>
  h.as(anna).call(tickets.change, { params: { id }, body: { version: (await get(id)).version, ...fields } })
const refusal = (field: string, message: string) =>
  expect.objectContaining({ status: 422, message, fields: { [field]: message } })
const history = async (id: string) =>
  (await h.as(anna).call(tickets.thread, { params: { id } })).flatMap((entry) => {
    if (entry.kind === 'ticket') return []
    return entry.kind === 'comment' ? entry.comment : changeSentence(entry)
  })

describe('a ticket waits for its customer', () => {
  test('from an answer that says so, until the customer answers', async () => {
    const id = await byCustomer()
    await change(id, { assignedTo: anna.userId })
    const { createdAt } = await answer(id)
    expect(await get(id)).toMatchObject({ status: 'open', onHoldSince: createdAt, unansweredSince: null })
    const asked = await ask(id)
    expect(await get(id)).toMatchObject({ onHoldSince: null, unansweredSince: asked.createdAt })
    expect((await history(id)).slice(1)).toEqual([
      'Har ni startat om?',
      'Anna Ask väntar på svar från kunden',
      'Ja, två gånger.',
      'Kundens kommentar avslutade väntan på kunden',
    ])
  })

  test('by a change of the ticket, until another, which the history names', async () => {
    const id = await byStaff()
    const held = await change(id, { onHold: true })
    expect(held).toMatchObject({ onHoldSince: expect.any(String), isOfferedForClosing: false })
    expect(await change(id, { onHold: true })).toEqual(held)
    expect((await change(id, { priority: 'high' })).onHoldSince).toBe(held.onHoldSince)
    expect((await change(id, { onHold: false })).onHoldSince).toBeNull()
    const sentences = await history(id)
    expect([sentences[0], sentences[2]]).toEqual([
      'Anna Ask väntar på svar från kunden',
      'Anna Ask väntar inte längre på kunden',
    ])
  })

  test('through internal comments, until a public one that does not hold again', async () => {
    const id = await byStaff()
    const first = await answer(id)
    await answer(id, { isInternal: true })
    expect(await since(id)).toBe(first.createdAt)
    const second = await answer(id)
    expect(await since(id)).toBe(second.createdAt)
    await answer(id, {})
    expect(await since(id)).toBeNull()
    expect(await history(id)).toEqual([
      'Har ni startat om?',
      'Anna Ask väntar på svar från kunden',
      'Har ni startat om?',
      'Har ni startat om?',
      'Har ni startat om?',
      'Anna Ask väntar inte längre på kunden',
    ])
  })

  test.each(['resolved', 'closed'] as const)('no longer when it is %s, nor when it is opened again', async (status) => {
    const id = await byCustomer()
    await answer(id)
    expect((await change(id, { status })).onHoldSince).toBeNull()
    expect((await change(id, { status: 'open' })).onHoldSince).toBeNull()
  })

  test('no longer after an answer that resolves it', async () => {
    const id = await byCustomer()
    await answer(id)
    await answer(id, { resolves: true })
    expect(await get(id)).toMatchObject({ status: 'resolved', onHoldSince: null })
  })
})

describe('a wait that is not possible is refused, and nothing is saved', () => {
  test('while the customer waits for us', async () => {
    const id = await byCustomer()
    await expect(change(id, { onHold: true, priority: 'high' })).rejects.toEqual(refusal('onHold', HOLD_NEEDS_ANSWER))
    expect(await get(id)).toMatchObject({ onHoldSince: null, priority: 'normal' })
  })

  test('when it is resolved, also in the same request', async () => {
    const id = await byStaff()
    await expect(change(id, { onHold: true, status: 'resolved' })).rejects.toEqual(refusal('onHold', HOLD_OF_DONE))
    await change(id, { status: 'resolved' })
    await expect(change(id, { onHold: true })).rejects.toEqual(refusal('onHold', HOLD_NEEDS_ANSWER))
    await expect(answer(id)).rejects.toEqual(refusal('holds', HOLD_NEEDS_ANSWER))
    expect((await history(id)).filter((text) => text === 'Har ni startat om?')).toEqual([])
  })

  test('with an answer that resolves the ticket, or that the customer does not see', async () => {
    const id = await byStaff()
    await expect(answer(id, { holds: true, resolves: true })).rejects.toEqual(refusal('holds', HOLD_OF_SOLUTION))
    await expect(answer(id, { holds: true, isInternal: true })).rejects.toEqual(refusal('holds', HOLD_OF_INTERNAL))
  })
})

test('the mail of a person ends the wait, that of a program does not', async () => {
  const id = await byCustomer()
  const { rows } = await h.test.superuser.query(
    'select contact_id from customer_users where org_id = $1 and user_id = $2',
    [orgId, kim.userId],
  )
  const byMail = (isProgram: boolean) =>
    h.test.superuser.query(`select comment_by_mail($1, $2, $3, $4, $5, 'Volym 1 är full.', now(), $6)`, [
      orgId,
      uuidv7(),
      id,
      rows[0]?.contact_id,
      kim.userId,
      isProgram,
    ])
  const { createdAt } = await answer(id)
  await byMail(true)
  expect(await get(id)).toMatchObject({ onHoldSince: createdAt, unansweredSince: null })
  await byMail(false)
  expect(await get(id)).toMatchObject({ onHoldSince: null, unansweredSince: expect.any(String) })
})

test('the list and its search are filtered by the mark', async () => {
  const [held, answered] = [await byCustomer(), await byCustomer()]
  await answer(held)
  await answer(answered, {})
  const ids = async (search?: string) => {
    const query = { waiting: 'customer' as const, ...(search && { search }) }
    return (await h.as(anna).call(tickets.list, { query })).rows.map(({ id }) => id)
  }
  expect([await ids(), await ids('wifi')]).toEqual([[held], [held]])
  await ask(held)
  expect([await ids(), await ids('wifi')]).toEqual([[], []])
})

test('the portal follows the mark: it waits for the customer since that moment, and no longer once they answer', async () => {
  const id = await byCustomer()
  const seen = async () => {
    const { waitsFor, onHoldSince } = await h.as(kim).call(portal.get, { params: { id } })
    return [waitsFor, onHoldSince]
  }
  await answer(id, {})
  expect(await seen()).toEqual(['answered', null])
  const { createdAt } = await answer(id)
  expect(await seen()).toEqual(['you', createdAt])
  await ask(id)
  expect(await seen()).toEqual(['us', null])
  const thread = await h.as(kim).call(portal.thread, { params: { id } })
  expect(thread.filter(({ kind }) => kind === 'change')).toEqual([])
})
