// What the database requires of those who change when an answer is due, and what becomes of a promise (docs/decisions/111).
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { enquiries } from '#features/inbox/enquiries.contract.ts'
import { anEnquiry } from '#features/inbox/testing/an-enquiry.ts'
import { bulk } from '#features/tickets/bulk.contract.ts'
import { merging } from '#features/tickets/merging.contract.ts'
import { recurring } from '#features/tickets/recurring.contract.ts'
import { computeAnswers } from '#features/tickets/server/answer-clock.queries.ts'
import { findWrongAnswers } from '#features/tickets/server/answer-history.queries.ts'
import { makeDueTickets } from '#features/tickets/server/recurring-tasks.ts'
import { type TicketPriority, tickets } from '#features/tickets/tickets.contract.ts'
import type { Db } from '#platform/database/database.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import { portal } from '#screens/portal/portal.contract.ts'
import { todayInStockholm } from '#shared/dates.rules.ts'
import { type Harness, type Person, startHarness } from '../../harness/harness.ts'
import { aCompany, type Company, expectSettled } from './sequences.ts'

let h: Harness
let s: Company
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.stop())
beforeEach(async () => {
  s = await aCompany(h)
})

const texts = { title: 'WiFi nere', description: 'Ingen kontakt' }
const open = (priority: TicketPriority = 'normal') => h.as(s.kim).call(portal.create, { body: { ...texts, priority } })
const get = (id: string) => h.as(s.anna).call(tickets.get, { params: { id } })
const change = async (id: string, body: object) =>
  h.as(s.anna).call(tickets.change, { params: { id }, body: { ...body, version: (await get(id)).version } })
const answer = (id: string) => h.as(s.anna).call(tickets.comment, { params: { id }, body: { comment: 'Vi kommer.' } })
const makeTicket = (id: string, priority: TicketPriority = 'normal') =>
  h.as(s.anna).call(enquiries.makeTicket, { params: { id }, body: { ...texts, priority, customerId: s.customer.id } })
const merge = async (id: string, into: string | null) =>
  h.as(s.anna).call(merging.merge, { params: { id }, body: { into, version: (await get(id)).version, copies: [] } })
const as = <T>({ sessionId }: Person, work: (db: Db) => Promise<T>) =>
  h.database.asActor(sessionId, () => undefined, work)
/** To a tenth: the company is closed for a minute at midnight, and the test may be slow. */
const hoursBetween = (from: string, to: string | null) =>
  to === null ? null : Math.round((Date.parse(to) - Date.parse(from)) / 360_000) / 10

describe('a transaction that does not compute when answers are due is refused', () => {
  const setStatus = (db: Db, id: string) => sql`update tickets set status = 'resolved' where id = ${id}`.execute(db)
  const comment = (db: Db, id: string) =>
    sql`insert into ticket_comments (org_id, id, customer_id, ticket_id, user_id, comment)
      values (${s.orgId}, ${uuidv7()}, ${s.customer.id}, ${id}, ${s.kim.userId}, 'Hallå?')`.execute(db)
  const enquire = (db: Db) =>
    sql`insert into enquiries (org_id, id, kind, name, email, message)
      values (${s.orgId}, ${uuidv7()}, 'support', 'Ida', 'ida@okand.example', 'Hej')`.execute(db)
  const enquireByMail = (db: Db) =>
    sql`select enquire_by_mail(${s.orgId}, ${uuidv7()}, 'mail', 'Ida', 'ida@okand.example', '{}', 'Hej', 'none', null, now())`.execute(
      db,
    )

  test.each<[string, string, (id: string) => Promise<unknown>]>([
    ['of staff', 'tickets_are_settled', (id) => as(s.anna, (db) => setStatus(db, id))],
    ['of a customer', 'tickets_are_settled', (id) => as(s.kim, (db) => comment(db, id))],
    ['of a job', 'enquiries_are_settled', () => h.database.as('jobs', enquireByMail)],
    ['of the site', 'enquiries_are_settled', () => h.database.as('site', enquire)],
  ])('%s', async (_, constraint, work) => {
    // Answered, so that the customer's comment starts a wait.
    const { id } = await open()
    await answer(id)
    const rows = () => s.q('select * from tickets where org_id = $1', s.orgId)
    const [before, inbox] = [await rows(), await s.q('select count(*) from enquiries')]
    await expect(work(id)).rejects.toMatchObject({ constraint })
    expect([await rows(), await s.q('select count(*) from enquiries')]).toEqual([before, inbox])
  })

  test('but an operator’s statement is not, which the next computation repairs', async () => {
    const { id } = await open()
    await s.q(`update tickets set priority = 'urgent' where id = $1`, id)
    expect(await h.database.as('owner', (db) => findWrongAnswers(db, s.orgId))).toMatchObject([{ id }])
    const batch = { orgId: s.orgId, kind: 'ticket', after: null, limit: 100 } as const
    expect(await h.database.as('jobs', (db) => computeAnswers(db, batch))).toMatchObject({ after: null, changed: 1 })
    await s.q('update tickets set unsettled_in = null where id = $1', id)
    expect(await h.database.as('jobs', (db) => computeAnswers(db, batch))).toMatchObject({ after: null, changed: 0 })
    await expectSettled(s, { act: 'repair', of: 0, n: 0 })
  })

  test('and what another transaction changed cannot be stored', async () => {
    const { id } = await open()
    const { dueAt } = await get(id)
    const forged = [{ kind: 'ticket', orgId: s.orgId, id, dueAt: '2030-01-01T00:00:00Z', told: [] }]
    await as(s.anna, (db) => sql`select settle_answers(${JSON.stringify(forged)}::jsonb)`.execute(db))
    expect((await get(id)).dueAt).toBe(dueAt)
    await expect(as(s.anna, (db) => sql`select recompute_answers('[]')`.execute(db))).rejects.toMatchObject({
      code: '42501',
    })
  })
})

describe('a promise', () => {
  test('is not moved by settings, while the moment at which an answer is due is', async () => {
    const { id, createdAt } = await open()
    const before = await get(id)
    expect([hoursBetween(createdAt, before.dueAt), before.promisedAt]).toEqual([4, before.dueAt])
    // Half of each hour is closed.
    const halves = Array.from(
      { length: 24 },
      (_, hour) => `${String(hour).padStart(2, '0')}:00–${String(hour).padStart(2, '0')}:30`,
    )
    const days = ['Måndag', 'Tisdag', 'Onsdag', 'Torsdag', 'Fredag', 'Lördag', 'Söndag']
    await s.q(
      `update company_facts set day_hours = $2, hours_from = '2020-01-01' where org_id = $1`,
      ...[s.orgId, days.map((day) => `${day}: ${halves.join(', ')}`).join('\n')],
    )
    await h.database.as('jobs', (db) => computeAnswers(db, { orgId: s.orgId, kind: 'ticket', after: null, limit: 10 }))
    const after = await get(id)
    expect(Date.parse(after.dueAt ?? '')).toBeGreaterThan(Date.parse(before.dueAt ?? '') + 3 * 60 * 60_000)
    expect(after.promisedAt).toBe(before.promisedAt)
    expect(await change(id, { priority: 'low' })).toMatchObject({ promisedAt: before.promisedAt })
  })

  test('moves earlier with a higher priority, and not later with a lower one', async () => {
    const { id, createdAt } = await open('low')
    expect(hoursBetween(createdAt, (await get(id)).promisedAt)).toBe(8)
    const raised = await change(id, { priority: 'high' })
    expect(hoursBetween(createdAt, raised.promisedAt)).toBe(2)
    expect(raised.dueAt).toBe(raised.promisedAt)
    const lowered = await change(id, { priority: 'low' })
    expect([lowered.dueAt, lowered.promisedAt]).toEqual([raised.dueAt, raised.promisedAt])
  })

  test('is of the first answer alone, and remains after it', async () => {
    const { id } = await open()
    const { promisedAt } = await get(id)
    const { createdAt } = await answer(id)
    expect(await get(id)).toMatchObject({ dueAt: null, promisedAt })
    const [row] = await s.q(`select first_answered_at = $2 as is_answered from tickets where id = $1`, id, createdAt)
    expect(row).toEqual({ is_answered: true })
    await h.as(s.kim).call(portal.comment, { params: { id }, body: { comment: 'Och sen?' } })
    const asked = await get(id)
    expect(asked.dueAt).not.toBeNull()
    expect(asked.promisedAt).toBe(promisedAt)
  })

  test('is not made for a ticket of staff, whose customer’s question is due nevertheless', async () => {
    const body = { ...texts, customerId: s.customer.id }
    const { id, dueAt, promisedAt } = await h.as(s.anna).call(tickets.create, { body })
    expect([dueAt, promisedAt]).toEqual([null, null])
    const { createdAt } = await h.as(s.kim).call(portal.comment, { params: { id }, body: { comment: 'Hur går det?' } })
    const asked = await get(id)
    expect([hoursBetween(createdAt, asked.dueAt), asked.promisedAt]).toEqual([4, null])
  })
})

test('when a ticket is to be solved follows its priority, rests while it waits for the customer, and ends with it', async () => {
  await s.q('update company_facts set normal_solve_minutes = 600, high_solve_minutes = 60 where org_id = $1', s.orgId)
  const { id, createdAt } = await open()
  expect(hoursBetween(createdAt, (await get(id)).solveBy)).toBe(10)
  expect(hoursBetween(createdAt, (await change(id, { priority: 'high' })).solveBy)).toBe(1)
  const comment = { comment: 'Vilken?', holds: true }
  await h.as(s.anna).call(tickets.comment, { params: { id }, body: comment })
  expect((await get(id)).solveBy).toBeNull()
  await h.as(s.kim).call(portal.comment, { params: { id }, body: { comment: 'Den stora.' } })
  expect(hoursBetween(createdAt, (await get(id)).solveBy)).toBe(1)
  expect((await change(id, { status: 'resolved' })).solveBy).toBeNull()
})

test('a recurring ticket and one of staff are to be solved as any other', async () => {
  await s.q('update company_facts set normal_solve_minutes = 600 where org_id = $1', s.orgId)
  const made = await h.as(s.anna).call(tickets.create, { body: { ...texts, customerId: s.customer.id } })
  const body = { ...texts, priority: 'normal', every: 'week', firstOn: todayInStockholm() } as const
  await h.as(s.anna).call(recurring.create, { params: { id: s.customer.id }, body })
  await makeDueTickets(h.database)
  const [row] = await s.q('select id from tickets where org_id = $1 and recurring_id is not null', s.orgId)
  for (const id of [made.id, row.id]) {
    const { createdAt, dueAt, solveBy } = await get(id)
    expect([hoursBetween(createdAt, solveBy), dueAt]).toEqual([10, null])
  }
})

describe('a ticket of an enquiry', () => {
  const stored = async (table: 'tickets' | 'enquiries', id: string) =>
    (await s.q(`select created_at, due_at, promised_at from ${table} where id = $1`, id))[0]

  test('takes its wait and its promise, and keeps them when the enquiry is deleted', async () => {
    const id = await anEnquiry(h, { orgId: s.orgId, kind: 'support' })
    const before = await stored('enquiries', id)
    expect(before.due_at).toEqual(before.promised_at)
    const made = await makeTicket(id, 'low')
    expect(await stored('tickets', made.id)).toMatchObject({ due_at: before.due_at, promised_at: before.promised_at })
    expect(await stored('enquiries', id)).toMatchObject({ due_at: null, promised_at: before.promised_at })
    await h.as(s.admin).call(enquiries.remove, { params: { id } })
    const raised = await change(made.id, { priority: 'urgent' })
    expect(Date.parse(raised.dueAt ?? '')).toBeLessThan(before.due_at.getTime())
    await expectSettled(s, { act: 'remove', of: 0, n: 0 })
  })

  test('that was suspect is due when the enquiry was promised to be', async () => {
    const id = await anEnquiry(h, { orgId: s.orgId, kind: 'support', isSuspect: true })
    const { promised_at } = await stored('enquiries', id)
    const { id: ticket } = await makeTicket(id)
    expect(await stored('tickets', ticket)).toMatchObject({ due_at: promised_at, promised_at })
    await expectSettled(s, { act: 'rescue', of: 0, n: 0 })
  })

  test('of the contact form is due one working day later, unless its priority asks for an earlier answer', async () => {
    const [calm, hasty] = [await anEnquiry(h, { orgId: s.orgId }), await anEnquiry(h, { orgId: s.orgId })]
    const { created_at, due_at } = await stored('enquiries', calm)
    expect(hoursBetween(created_at.toISOString(), due_at.toISOString())).toBeGreaterThan(22)
    const { id } = await makeTicket(hasty, 'high')
    const ticket = await stored('tickets', id)
    expect(hoursBetween(ticket.created_at.toISOString(), ticket.due_at.toISOString())).toBe(2)
  })

  test('that was answered in the enquiry has its first answer from there', async () => {
    const id = await anEnquiry(h, { orgId: s.orgId, kind: 'support' })
    const { promised_at } = await stored('enquiries', id)
    const { createdAt } = await h.as(s.anna).call(enquiries.reply, { params: { id }, body: { text: 'Vi hör av oss.' } })
    const { id: ticket } = await makeTicket(id)
    expect(await stored('tickets', ticket)).toMatchObject({ due_at: null, promised_at })
    const [row] = await s.q(
      'select first_answered_at = $2 as is_answered from tickets where id = $1',
      ticket,
      createdAt,
    )
    expect(row).toEqual({ is_answered: true })
  })
})

describe('a suspected form', () => {
  const stored = async (id: string) =>
    (await s.q('select due_at, promised_at, told from enquiries where id = $1', id))[0]
  const recompute = () => {
    const batch = { orgId: s.orgId, kind: 'enquiry', after: null, limit: 100 } as const
    return h.database.as('jobs', (db) => computeAnswers(db, batch))
  }

  test('promises what any other does, and waits for nobody until it is rescued', async () => {
    const [real, suspect] = [
      await anEnquiry(h, { orgId: s.orgId, kind: 'support' }),
      await anEnquiry(h, { orgId: s.orgId, kind: 'support', isSuspect: true }),
    ]
    const told = await stored(suspect)
    expect(told.due_at).toBeNull()
    expect(hoursBetween((await stored(real)).promised_at, told.promised_at)).toBe(0)
    await s.q('update company_facts set normal_answer_minutes = 1 where org_id = $1', s.orgId)
    await recompute()
    expect(await stored(suspect)).toEqual(told)
    const { version } = await h.as(s.anna).call(enquiries.get, { params: { id: suspect } })
    await h.as(s.anna).call(enquiries.change, { params: { id: suspect }, body: { isSuspect: false, version } })
    const rescued = await stored(suspect)
    expect(rescued).toMatchObject({ promised_at: told.promised_at, told: told.told })
    expect(rescued.due_at.getTime()).toBeLessThan(told.promised_at.getTime())
    await expectSettled(s, { act: 'rescue', of: 0, n: 0 })
  })

  test('is neither reminded of nor counted', async () => {
    const id = await anEnquiry(h, { orgId: s.orgId, isSuspect: true })
    await s.q(`update enquiries set promised_at = now() - interval '1 day' where id = $1`, id)
    const missed = async () =>
      (await s.q(`select missed from measure_answers($1, null, now() - interval '2 days', now())`, s.orgId))[0].missed
    expect(await s.q('select id from answer_reminders where enquiry_id = $1', id)).toEqual([])
    expect(await missed()).toBe(0)
    const { version } = await h.as(s.anna).call(enquiries.get, { params: { id } })
    await h.as(s.anna).call(enquiries.change, { params: { id }, body: { isSuspect: false, version } })
    expect(await s.q('select id from answer_reminders where enquiry_id = $1', id)).toHaveLength(1)
  })
})

test('a merged ticket gives its wait and its promise to the survivor, and takes them back', async () => {
  const [one, two] = [await open('high'), await open('low')]
  const [before, survivor] = [await get(one.id), await get(two.id)]
  await merge(one.id, two.id)
  expect(await get(two.id)).toMatchObject({ dueAt: before.dueAt, promisedAt: before.promisedAt })
  expect(await get(one.id)).toMatchObject({ dueAt: null })
  await merge(one.id, null)
  expect(await get(one.id)).toMatchObject({ dueAt: before.dueAt, promisedAt: before.promisedAt })
  // The survivor keeps the priority that came with it, and has its own promise back.
  const separated = await get(two.id)
  expect(separated).toMatchObject({ priority: 'high', promisedAt: survivor.promisedAt })
  expect(Date.parse(separated.dueAt ?? '')).toBeLessThan(Date.parse(survivor.dueAt ?? ''))
})

test('a priority that somebody sets while a ticket is merged into another is of the survivor’s own promise', async () => {
  const [one, two] = [await open('high'), await open('low')]
  const before = await get(one.id)
  await merge(one.id, two.id)
  const raised = await change(two.id, { priority: 'urgent' })
  expect(Date.parse(raised.promisedAt ?? '')).toBeLessThan(Date.parse(before.promisedAt ?? ''))
  await merge(one.id, null)
  expect(await get(two.id)).toMatchObject({ dueAt: raised.dueAt, promisedAt: raised.promisedAt })
  expect(await get(one.id)).toMatchObject({ dueAt: before.dueAt, promisedAt: before.promisedAt })
})

test('an answer in the enquiry of a merged ticket answers that in the survivor, and not what was asked there', async () => {
  const enquiry = await anEnquiry(h, { orgId: s.orgId, kind: 'support' })
  const [one, two] = [
    await makeTicket(enquiry),
    await h.as(s.anna).call(tickets.create, { body: { ...texts, customerId: s.customer.id } }),
  ]
  await merge(one.id, two.id)
  expect((await get(two.id)).dueAt).not.toBeNull()
  const { createdAt } = await h.as(s.kim).call(portal.comment, { params: { id: two.id }, body: { comment: 'Hallå?' } })
  await h.as(s.anna).call(enquiries.reply, { params: { id: enquiry }, body: { text: 'Vi hör av oss.' } })
  expect((await get(two.id)).unansweredSince).toBe(createdAt)
  await expectSettled(s, { act: 'reply', of: 0, n: 0 })
})

test('an undone bulk change restores when answers are due', async () => {
  const [one, two] = [await open('high'), await open()]
  const before = [await get(one.id), await get(two.id)]
  const body = { tickets: before.map(({ id, version }) => ({ id, version })), status: 'closed' as const }
  const { id } = await h.as(s.anna).call(bulk.change, { body })
  expect(await get(one.id)).toMatchObject({ dueAt: null })
  await h.as(s.anna).call(bulk.undo, { params: { id: id ?? '' } })
  for (const { id, dueAt, promisedAt } of before) expect(await get(id)).toMatchObject({ dueAt, promisedAt })
})

test('an undone bulk change does not wait for what was answered in the enquiry meanwhile', async () => {
  const enquiry = await anEnquiry(h, { orgId: s.orgId, kind: 'support' })
  const { id } = await makeTicket(enquiry)
  const body = { tickets: [{ id, version: (await get(id)).version }], status: 'closed' as const }
  const change = await h.as(s.anna).call(bulk.change, { body })
  await h.as(s.anna).call(enquiries.reply, { params: { id: enquiry }, body: { text: 'Vi hör av oss.' } })
  await h.as(s.anna).call(bulk.undo, { params: { id: change.id ?? '' } })
  expect(await get(id)).toMatchObject({ status: 'open', unansweredSince: null, dueAt: null })
})

test('a mail that was received before our answer but read after it still waits', async () => {
  const { id } = await open()
  await answer(id)
  const receivedAt = new Date(Date.now() - 60_000)
  await s.write(
    { from: s.kim.email, subject: `SV: [#${(await get(id)).ticketNumber}] WiFi`, text: 'Nej.' },
    { receivedAt },
  )
  expect((await get(id)).unansweredSince).not.toBeNull()
  await expectSettled(s, { act: 'mail', of: 0, n: 0 })
})
