// Changes of several tickets at once, and undoing them. Their mail is tested in bulk-mail.system.test.ts.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { uuidv7 } from '#platform/database/uuid.ts'
import { queuedJobs } from '#platform/jobs/testing/queued-jobs.ts'
import { portal } from '#screens/portal/portal.contract.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { BULK_MAX, type BulkChange, bulk, TOO_LATE, TOO_MANY } from '../bulk.contract.ts'
import { merging } from '../merging.contract.ts'
import { type NewTicket, type Ticket, tickets } from '../tickets.contract.ts'

let h: Harness
let anna: Person
let bo: Person
let stranger: Person
let customer: { id: string; orgId: string }

beforeAll(async () => {
  h = await startHarness()
  const { id: orgId } = await h.anOrganization()
  anna = await h.aTechnician({ orgId, fullName: 'Anna Ask' })
  bo = await h.aTechnician({ orgId, fullName: 'Bo Ek' })
  customer = { id: (await h.aCustomer({ orgId })).id, orgId }
  stranger = await h.aTechnician({ orgId: (await h.anOrganization('Tomma AB')).id })
})
afterAll(() => h.stop())

const q = async (text: string, ...values: unknown[]) => (await h.test.superuser.query(text, values)).rows
const aTicket = (fields: Partial<NewTicket> = {}) =>
  h
    .as(anna)
    .call(tickets.create, { body: { title: 'WiFi nere', description: 'x', customerId: customer.id, ...fields } })
const get = ({ id }: { id: string }) => h.as(anna).call(tickets.get, { params: { id } })
const listed = (all: readonly Pick<Ticket, 'id' | 'version'>[]) => all.map(({ id, version }) => ({ id, version }))
const change = (
  all: readonly Pick<Ticket, 'id' | 'version'>[],
  fields: Partial<Pick<BulkChange, 'status' | 'assignedTo'>>,
  person = anna,
) => h.as(person).call(bulk.change, { body: { tickets: listed(all), ...fields } })
const undo = (id: string | null, person = anna) => h.as(person).call(bulk.undo, { params: { id: id ?? uuidv7() } })
const changeOne = async (ticket: { id: string }, fields: object, person = bo) => {
  const { version } = await get(ticket)
  await h.as(person).call(tickets.change, { params: { id: ticket.id }, body: { ...fields, version } })
}
const numbered = ({ id, ticketNumber }: Ticket) => ({ id, ticketNumber })
const changesOf = async ({ id }: { id: string }) =>
  (await h.as(anna).call(tickets.thread, { params: { id } })).flatMap((entry) =>
    entry.kind === 'change' ? [[entry.field, entry.before, entry.after, entry.author?.fullName]] : [],
  )

test('several tickets are resolved at once, with history, and nobody becomes their assignee', async () => {
  const all = [await aTicket(), await aTicket({ assignedTo: bo.userId })]
  const result = await change(all, { status: 'resolved' })
  expect(result).toEqual({ id: expect.any(String), changed: all.map(numbered), unchanged: [] })
  for (const ticket of all) {
    const now = await get(ticket)
    expect(now).toMatchObject({ status: 'resolved', assignee: ticket.assignee, version: ticket.version + 1 })
    expect(now.resolvedAt).not.toBeNull()
    expect(await changesOf(ticket)).toEqual([['status', 'open', 'resolved', 'Anna Ask']])
  }
})

test('tickets are taken, assigned and released', async () => {
  const first = await aTicket()
  await change([first], { assignedTo: anna.userId })
  expect((await get(first)).assignee?.id).toBe(anna.userId)
  await change([await get(first)], { assignedTo: bo.userId })
  await change([await get(first)], { assignedTo: '' })
  expect((await get(first)).assignee).toBeNull()
})

test('each ticket that is not changed is named with the reason: gone, archived, changed meanwhile, or so already', async () => {
  const all = [await aTicket(), await aTicket(), await aTicket(), await aTicket({ status: 'in_progress' })] as const
  const [same, archived, changed, plain] = all
  await changeOne(archived, { status: 'closed' })
  await changeOne(changed, { priority: 'high' })
  await changeOne(same, { status: 'resolved' })
  const foreign = { id: uuidv7(), version: 1 }
  const result = await change([...all, foreign], { status: 'resolved' })
  expect(result.changed).toEqual([numbered(plain)])
  expect(result.unchanged).toEqual([
    { ...numbered(same), reason: 'var redan så' },
    { ...numbered(archived), reason: 'har arkiverats' },
    { ...numbered(changed), reason: 'ändrades av någon annan' },
    { id: foreign.id, ticketNumber: null, reason: 'finns inte längre' },
  ])
  expect((await get(changed)).status).toBe('open')
  expect(await change([same], { status: 'resolved' })).toMatchObject({ id: null, changed: [] })
})

test('a merged ticket is left as it is, and the others are changed', async () => {
  const [merged, survivor, plain] = [await aTicket(), await aTicket(), await aTicket()]
  const body = { into: survivor.id, version: merged.version }
  await h.as(anna).call(merging.merge, { params: { id: merged.id }, body })
  const result = await change([await get(merged), plain], { status: 'resolved' })
  expect(result.changed).toEqual([numbered(plain)])
  expect(result.unchanged).toEqual([{ ...numbered(merged), reason: 'är hopslaget med ett annat' }])
})

test('another organization changes and undoes nothing', async () => {
  const ticket = await aTicket()
  expect(await change([ticket], { status: 'closed' }, stranger)).toEqual({
    id: null,
    changed: [],
    unchanged: [{ id: ticket.id, ticketNumber: null, reason: 'finns inte längre' }],
  })
  await expect(change([ticket], { assignedTo: stranger.userId })).rejects.toMatchObject({ status: 404 })
  const { id } = await change([ticket], { status: 'closed' })
  for (const person of [stranger, bo])
    await expect(undo(id, person)).rejects.toMatchObject({ status: 404, message: TOO_LATE })
  expect((await get(ticket)).status).toBe('closed')
})

test('more than the limit, none, one twice, no change and two changes are refused', async () => {
  const ticket = await aTicket()
  const many = Array.from({ length: BULK_MAX + 1 }, () => ({ id: uuidv7(), version: 1 }))
  const refused = (all: typeof many, fields: object) => expect(change(all, fields)).rejects
  await refused(many, { status: 'closed' }).toMatchObject({ status: 422, fields: { tickets: TOO_MANY } })
  await refused([], { status: 'closed' }).toMatchObject({ fields: { tickets: 'Markera minst ett ärende' } })
  await refused([ticket, ticket], { status: 'closed' }).toMatchObject({ fields: { tickets: expect.any(String) } })
  for (const fields of [{}, { status: 'closed', assignedTo: '' }])
    await refused([ticket], fields).toMatchObject({ fields: { status: 'Välj antingen status eller ansvarig' } })
  expect((await change(many.slice(1), { status: 'closed' })).unchanged).toHaveLength(BULK_MAX)
})

test('a deactivated assignee is refused, and nothing is changed', async () => {
  const gone = await h.aTechnician({ orgId: customer.orgId })
  await q('update auth.users set disabled_at = now() where id = $1', gone.userId)
  const all = [await aTicket(), await aTicket()]
  await expect(change(all, { assignedTo: gone.userId })).rejects.toMatchObject({
    status: 422,
    fields: { assignedTo: expect.any(String) },
  })
  for (const ticket of all) expect(await get(ticket)).toEqual(ticket)
})

test('undo restores everything that follows from the status, and the history has both changes', async () => {
  const [held, done] = [await aTicket(), await aTicket()]
  await changeOne(held, { onHold: true })
  await changeOne(done, { status: 'resolved' })
  await q(`update tickets set hold_reminded_at = now() where id = $1`, held.id)
  const columns = `select status, resolved_at, on_hold_since, hold_reminded_at, unanswered_since, last_activity_at
    from tickets where id = any($1) order by id`
  const ids = [held.id, done.id]
  const before = await q(columns, ids)
  const all = [await get(held), await get(done)]
  const { id } = await change(all, { status: 'closed' })
  expect(await q(columns, ids)).not.toEqual(before)
  expect(await undo(id)).toEqual({ restored: expect.arrayContaining(all.map(numbered)), unrestored: [] })
  expect(await q(columns, ids)).toEqual(before)
  expect(await changesOf(done)).toEqual([
    ['status', 'open', 'resolved', 'Bo Ek'],
    ['status', 'resolved', 'closed', 'Anna Ask'],
    ['status', 'closed', 'resolved', 'Anna Ask'],
  ])
  await expect(undo(id)).rejects.toMatchObject({ status: 404, message: TOO_LATE })
})

test('undo leaves what somebody has changed since, and says so; a customer’s word is not lost', async () => {
  const kim = await h.aPortalUser(customer)
  const answered = await h.as(kim).call(portal.create, { body: { title: 'Hallå', description: 'x' } })
  const all = [await aTicket(), await aTicket(), await get(answered)] as const
  const [changed, plain] = all
  const { id } = await change(all, { status: 'in_progress' })
  await changeOne(changed, { priority: 'urgent' })
  await h.as(kim).call(portal.comment, { params: { id: answered.id }, body: { comment: 'Är ni där?' } })
  const active = (await get(answered)).lastActivityAt
  const undone = await undo(id)
  expect(undone.unrestored).toEqual([{ ...numbered(changed), reason: 'har ändrats sedan dess' }])
  expect(undone.restored.map((ticket) => ticket.id).toSorted()).toEqual([plain.id, answered.id].toSorted())
  expect((await get(changed)).status).toBe('in_progress')
  const now = await get(answered)
  expect(now.status).toBe('open')
  expect(now.unansweredSince).not.toBeNull()
  expect(now.lastActivityAt >= active).toBe(true)
})

test('undo does not resolve again a ticket in which the customer has written since', async () => {
  const kim = await h.aPortalUser(customer)
  const ask = (comment: string) => h.as(kim).call(portal.comment, { params: { id: asked.id }, body: { comment } })
  const asked = await h.as(kim).call(portal.create, { body: { title: 'Hallå', description: 'x' } })
  const plain = await aTicket()
  for (const ticket of [asked, plain]) await changeOne(ticket, { status: 'resolved' })
  const { id } = await change([await get(asked), await get(plain)], { status: 'in_progress' })
  await ask('Det är inte löst.')
  const { restored, unrestored } = await undo(id)
  expect(restored).toEqual([numbered(plain)])
  expect(unrestored).toMatchObject([{ id: asked.id, reason: 'har ändrats sedan dess' }])
  expect(await get(asked)).toMatchObject({ status: 'in_progress', unansweredSince: expect.any(String) })
})

test('undo of an assignment restores who had each, except somebody inactive', async () => {
  const gone = await h.aTechnician({ orgId: customer.orgId })
  const all = [await aTicket({ assignedTo: bo.userId }), await aTicket({ assignedTo: gone.userId }), await aTicket()]
  await q('update auth.users set disabled_at = now() where id = $1', gone.userId)
  const { id } = await change(all, { assignedTo: anna.userId })
  const { unrestored } = await undo(id)
  expect(unrestored.map(({ reason }) => reason)).toEqual(['den förra ansvariga är inaktiv'])
  const assignees = await Promise.all(all.map(async (ticket) => (await get(ticket)).assignee?.id))
  expect(assignees).toEqual([bo.userId, anna.userId, undefined])
})

test('an assignee who took a released ticket by answering it is not removed by undo', async () => {
  const ticket = await aTicket({ assignedTo: anna.userId })
  const { id } = await change([ticket], { assignedTo: '' })
  const body = { comment: 'Jag tar det.', isInternal: false }
  await h.as(bo).call(tickets.comment, { params: { id: ticket.id }, body })
  expect((await undo(id)).restored).toEqual([])
  expect((await get(ticket)).assignee?.id).toBe(bo.userId)
})

test('a repeated request with the same key changes once and gets the same answer', async () => {
  const ticket = await aTicket()
  const body = { tickets: listed([ticket]), status: 'resolved' as const }
  const send = () => h.as(anna).call(bulk.change, { body }, { idempotencyKey: 'a-bulk-change' })
  const first = await send()
  expect(await send()).toEqual(first)
  expect((await get(ticket)).version).toBe(ticket.version + 1)
})

test('two bulk changes of the same tickets at once: each ticket is changed by one, and both are answered', async () => {
  const all = await Promise.all(Array.from({ length: 8 }, () => aTicket()))
  const results = await Promise.all([
    change(all, { status: 'resolved' }),
    change(all.toReversed(), { status: 'closed' }, bo),
  ])
  expect(results.flatMap(({ changed }) => changed.map(({ id }) => id)).toSorted()).toEqual(
    all.map(({ id }) => id).toSorted(),
  )
})

test('the mail of a change is one job, which is due after the time for undo', async () => {
  const { id } = await change([await aTicket(), await aTicket()], { status: 'resolved' })
  const [job] = await q(
    `select extract(epoch from run_at - b.created_at)::int as seconds, json_array_length(payload -> 'mails') as mails
     from ${queuedJobs} join bulk_changes b on b.id::text = payload ->> 'id' where b.id = $1`,
    id,
  )
  expect(job).toEqual({ seconds: 12, mails: 2 })
})
