import { afterAll, beforeAll, expect, test } from 'vitest'
import { enquiries } from '#features/inbox/enquiries.contract.ts'
import { anEnquiry } from '#features/inbox/testing/an-enquiry.ts'
import { reminders } from '#features/tickets/reminders.contract.ts'
import { priorities, tickets } from '#features/tickets/tickets.contract.ts'
import type { StaffActor } from '#platform/database/actor.ts'
import { portal } from '#screens/portal/portal.contract.ts'
import { addDays, lastDay, OUT_OF_RANGE, todayInStockholm } from '#shared/dates.rules.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { type ToDoRow, toDo } from '../to-do.contract.ts'
import { listToDo } from './to-do.queries.ts'

let h: Harness
let orgId: string
let anna: Person
let bo: Person
let customerId: string

beforeAll(async () => {
  h = await startHarness()
  orgId = (await h.anOrganization()).id
  anna = await h.aTechnician({ orgId })
  bo = await h.aTechnician({ orgId })
  customerId = (await h.aCustomer({ orgId })).id
  // Four of every combination of status, priority and assignee; half of the unresolved ones are unanswered, two at a time since the
  // same moment, and most of these have a moment at which the answer is due, in another order.
  await q(
    `insert into tickets (org_id, id, ticket_number, customer_id, title, description, status, priority, assigned_to, created_at)
     select $1, gen_random_uuid(), row_number() over (order by n, status, priority, person), $2, 'x', 'x', status, priority, person,
       timestamptz '2026-03-01' + row_number() over (order by priority, person desc, status, n) * interval '1 hour'
     from unnest('{open,in_progress,resolved,closed}'::text[]) status, unnest('{low,normal,high,urgent}'::text[]) priority,
       unnest(array[null, $3, $4]::uuid[]) person, generate_series(1, 4) n`,
    orgId,
    customerId,
    anna.userId,
    bo.userId,
  )
  await q(
    `update tickets set last_activity_at = created_at + (ticket_number % 7) * interval '1 day 0.5 second',
       unanswered_since = case when status in ('open', 'in_progress') and ticket_number % 2 = 0
         then date_trunc('day', created_at) + (ticket_number % 3) * interval '0.25 second' end
     where org_id = $1`,
    orgId,
  )
  await q(
    `update tickets set due_at = timestamptz '2026-06-01' - (ticket_number / 4) % 9 * interval '1 day'
     where org_id = $1 and unanswered_since is not null and ticket_number % 8 <> 0`,
    orgId,
  )
  await q(
    `update tickets set on_hold_since = now() where org_id = $1 and ticket_number in (
       select ticket_number from tickets where org_id = $1 and status in ('open', 'in_progress') and unanswered_since is null
       order by ticket_number limit 3)`,
    orgId,
  )
  for (const [sent, fields] of [
    ['2026-03-01 03:00', {}],
    ['2026-03-02 03:00', { isUrgent: true, kind: 'support' }],
    ['2026-03-03 03:00', { due: '2026-05-28 09:00' }],
    ['2026-03-04 03:00', { isSuspect: true }],
  ] as const)
    await anEnquiryOf(sent, fields)
})
afterAll(() => h.stop())

type AnEnquiry = { due?: string; isUrgent?: boolean; isSuspect?: boolean; kind?: 'support' }

async function anEnquiryOf(sent: string, { due, ...fields }: AnEnquiry) {
  const id = await anEnquiry(h, { orgId, ...fields })
  await q(`update enquiries set created_at = $2, due_at = $3 where id = $1`, id, sent, due ?? null)
}
const q = (text: string, ...values: unknown[]) => h.test.superuser.query(text, values)
const firstPage = (person = anna) => h.as(person).call(toDo.list, { query: {} })

async function allPages(person = anna) {
  const pages: ToDoRow[][] = []
  let after: string | undefined
  do {
    const { rows, next } = await h.as(person).call(toDo.list, { query: after ? { after } : {} })
    pages.push(rows)
    after = next ?? undefined
  } while (after)
  return pages
}

/** The place of a row, as text that sorts like it. */
function place(row: ToDoRow): string {
  const priority = row.type === 'ticket' ? row.priority : row.isUrgent ? 'urgent' : 'normal'
  const rank = row.unansweredSince ? (priority === 'urgent' ? 1 : 2) : 6 - priorities.indexOf(priority)
  const number = row.type === 'ticket' ? row.ticketNumber : 0
  const since = new Date(row.dueAt ?? row.unansweredSince ?? row.lastActivityAt).toISOString()
  return `${rank} ${since} ${String(number).padStart(9, '0')} ${row.id}`
}

test('unanswered urgent rows are first, then the other unanswered ones by when they are due, then the rest by priority and age', async () => {
  for (const person of [anna, bo]) {
    const pages = await allPages(person)
    const rows = pages.flat()
    expect(pages.map(({ length }) => length)).toEqual([50, rows.length - 50])
    expect(rows.map(place)).toEqual(rows.map(place).toSorted())
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
    const { rows: expected } = await q(
      `select id from tickets where org_id = $1 and status in ('open', 'in_progress') and on_hold_since is null
         and (assigned_to is null or assigned_to = $2)
       union all select id from enquiries where org_id = $1 and not is_suspect`,
      orgId,
      person.userId,
    )
    expect(new Set(rows.map(({ id }) => id))).toEqual(new Set(expected.map(({ id }) => id)))
    expect((await firstPage(person)).count).toBe(rows.length)
    expect(
      new Set(
        rows
          .slice(0, 3)
          .map(place)
          .map((text) => text[0]),
      ),
    ).toEqual(new Set(['1']))
    expect(rows.filter(({ type }) => type === 'enquiry')).toHaveLength(3)
  }
  const outsider = await h.aTechnician({ orgId: (await h.anOrganization()).id })
  expect(await firstPage(outsider)).toEqual({ rows: [], next: null, count: 0 })
})

test('an enquiry waits until our answer, and from the sender’s next message; a done or a colleague’s one is not listed', async () => {
  const id = await anEnquiry(h, { orgId, name: 'Kö Kund' })
  const rowOf = async (person = anna) => (await allPages(person)).flat().find((row) => row.id === id)
  const sent = await rowOf()
  expect(sent).toMatchObject({ type: 'enquiry', name: 'Kö Kund', unansweredSince: expect.any(String) })
  await h.as(bo).call(enquiries.reply, { params: { id }, body: { text: 'Vi hör av oss.' } })
  const answered = await rowOf()
  expect(answered).toMatchObject({ unansweredSince: null })
  expect(String(answered?.type === 'enquiry' && answered.lastActivityAt) > String(sent?.unansweredSince)).toBe(true)
  for (const minutes of [1, 2])
    await q(
      `insert into enquiry_replies (org_id, id, enquiry_id, text, created_at)
       values ($1, gen_random_uuid(), $2, 'Hallå', now() + $3 * interval '1 minute')`,
      ...[orgId, id, minutes],
    )
  const { rows } = await q(
    `select min(created_at) as at from enquiry_replies where enquiry_id = $1 and author is null`,
    id,
  )
  expect(new Date((await rowOf())?.unansweredSince ?? '')).toEqual(new Date(rows[0].at))
  const { version } = await h.as(bo).call(enquiries.get, { params: { id } })
  await h.as(bo).call(enquiries.change, { params: { id }, body: { assignedTo: bo.userId, version } })
  expect([await rowOf(anna), (await rowOf(bo))?.id]).toEqual([undefined, id])
  await h.as(bo).call(enquiries.change, { params: { id }, body: { isDone: true, version: version + 1 } })
  expect(await rowOf(bo)).toBeUndefined()
})

test('the clocks of enquiries are planned with their list, not called for each', async () => {
  const { rows } = await q(
    `explain select clock.* from enquiries e cross join lateral clock_of_enquiry(e.org_id, e.id) clock where e.org_id = $1`,
    orgId,
  )
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).toContain('on enquiry_replies')
  expect(plan).not.toContain('Function Scan')
})

test('a reminder hides a ticket from its person until the day, and can be moved and removed', async () => {
  const body = { title: 'Påminn mig', description: 'x', customerId }
  const { id } = await h.as(anna).call(tickets.create, { body })
  const today = todayInStockholm()
  const isListed = async (person: Person, day = today) => {
    const work = (actor: StaffActor) =>
      h.database.asActor(
        person.sessionId,
        () => undefined,
        (db) => listToDo(db, actor, undefined, day),
      )
    const { rows, next, count } = await work({ userId: person.userId } as StaffActor)
    const second = next ? (await allPages(person)).flat() : []
    return { isListed: [...rows, ...(day === today ? second : [])].some((row) => row.id === id), count }
  }
  const before = await isListed(anna)
  expect(before.isListed).toBe(true)
  const remind = (remindOn: string | null) => h.as(anna).call(reminders.change, { params: { id }, body: { remindOn } })
  const shown = async (person = anna) => (await h.as(person).call(tickets.screen, { params: { id } })).remindOn
  const tomorrow = addDays(today, 1)
  expect(await remind(addDays(today, 2))).toEqual({ remindOn: addDays(today, 2) })
  expect(await remind(tomorrow)).toEqual({ remindOn: tomorrow })
  expect([await shown(), await shown(bo)]).toEqual([tomorrow, null])
  expect(await isListed(anna)).toEqual({ isListed: false, count: (before.count ?? 0) - 1 })
  expect((await isListed(bo)).isListed).toBe(true)
  expect((await isListed(anna, tomorrow)).count).toBe(before.count)
  await remind(null)
  expect(await isListed(anna)).toEqual(before)
  expect(await shown()).toBeNull()
})

test('a reminder hides no ticket in which the customer has written since', async () => {
  const margareta = await h.aPortalUser({ id: customerId, orgId })
  const { id } = await h.as(margareta).call(portal.create, { body: { title: 'Skrivaren', description: 'x' } })
  const remind = () =>
    h.as(anna).call(reminders.change, { params: { id }, body: { remindOn: addDays(todayInStockholm(), 1) } })
  const isListed = async () => (await allPages(anna)).flat().some((row) => row.id === id)
  await remind()
  expect(await isListed()).toBe(false)
  await h.as(margareta).call(portal.comment, { params: { id }, body: { comment: 'Nu brinner den' } })
  expect(await isListed()).toBe(true)
  await remind()
  expect(await isListed()).toBe(false)
  await h.as(margareta).call(portal.comment, { params: { id }, body: { comment: 'Mer nu' } })
  await h.as(anna).call(tickets.comment, { params: { id }, body: { comment: 'Vi kommer i morgon', isInternal: false } })
  expect(await isListed()).toBe(false)
})

test('a reminder is a day after today', async () => {
  const { id } = await h.as(anna).call(tickets.create, { body: { title: 'x', description: 'x', customerId } })
  for (const [remindOn, message] of [
    [todayInStockholm(), 'Välj en dag efter i dag'],
    ['i morgon', 'Ange ett datum som 2026-11-21'],
    ['', 'Välj en dag'],
    [addDays(lastDay(), 1), OUT_OF_RANGE],
  ] as const)
    await expect(h.as(anna).call(reminders.change, { params: { id }, body: { remindOn } })).rejects.toMatchObject({
      status: 422,
      fields: { remindOn: message },
    })
})
