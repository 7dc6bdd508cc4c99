import { afterAll, beforeAll, expect, test } from 'vitest'
import type { StaffActor } from '#platform/database/actor.ts'
import type { Db } from '#platform/database/database.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { type TicketFilter, tickets } from '../tickets.contract.ts'
import { countWork } from './work.queries.ts'

let h: Harness
let anna: Person
let bo: Person

beforeAll(async () => {
  h = await startHarness()
  const { id: orgId } = await h.anOrganization()
  anna = await h.aTechnician({ orgId })
  bo = await h.aTechnician({ orgId })
  const { id: customerId } = await h.aCustomer({ orgId })
  // Every combination of status, priority and assignee; half of the unresolved ones are unanswered, each for another time.
  await h.test.superuser.query(
    `insert into tickets (org_id, id, ticket_number, customer_id, title, description, status, priority, assigned_to, created_at)
     select $1, gen_random_uuid(), row_number() over (order by status, priority, person), $2, 'x', 'x', status, priority, person,
       timestamptz '2026-11-01' + row_number() over (order by priority, person desc, status) * interval '1 hour'
     from unnest('{open,in_progress,resolved,closed}'::text[]) status, unnest('{low,normal,high,urgent}'::text[]) priority,
       unnest(array[null, $3, $4]::uuid[]) person`,
    [orgId, customerId, anna.userId, bo.userId],
  )
  await h.test.superuser.query(
    `update tickets set unanswered_since = created_at + (ticket_number * 7 % 5) * interval '1 day'
     where org_id = $1 and status in ('open', 'in_progress') and ticket_number % 2 = 0`,
    [orgId],
  )
})
afterAll(() => h.stop())

const as = <T>(person: Person, work: (db: Db, actor: StaffActor) => Promise<T>) =>
  h.database.asActor(
    person.sessionId,
    () => undefined,
    (db, actor) => work(db, actor as StaffActor),
  )
const listed = async (query: Partial<TicketFilter>, person = anna) =>
  (await h.as(person).call(tickets.list, { query })).rows

test('each count of remaining work equals that of the list that it links to', async () => {
  for (const person of [anna, bo]) {
    const counts = await as(person, countWork)
    expect(counts).toEqual({
      urgent: (await listed({ priority: 'urgent', status: 'unresolved' }, person)).length,
      unassigned: (await listed({ status: 'open', assignee: 'nobody' }, person)).length,
      mine: (await listed({ assignee: 'me', status: 'unresolved' }, person)).length,
      waiting: (await listed({ waiting: 'us' }, person)).length,
      attention: new Set(
        [
          ...(await listed({ priority: 'urgent', status: 'unresolved' }, person)),
          ...(await listed({ waiting: 'us' }, person)),
        ].map(({ id }) => id),
      ).size,
    })
    expect(counts).toMatchObject({ urgent: 6, unassigned: 4, mine: 8, waiting: 12 })
  }
  const outsider = await h.aTechnician({ orgId: (await h.anOrganization()).id })
  expect(await as(outsider, countWork)).toEqual({ urgent: 0, unassigned: 0, mine: 0, waiting: 0, attention: 0 })
})

test('the active tab lists what it counts, resolved tickets too, or the unresolved ones', async () => {
  const statusesOf = async (query: Partial<TicketFilter>) =>
    [...new Set((await listed(query)).map(({ status }) => status))].sort()
  expect(await statusesOf({})).toEqual(['in_progress', 'open', 'resolved'])
  expect(await statusesOf({ status: 'unresolved' })).toEqual(['in_progress', 'open'])
  expect(await statusesOf({ status: 'unresolved', search: 'x' })).toEqual(['in_progress', 'open'])
  expect(await statusesOf({ status: 'unresolved', tab: 'archived' })).toEqual([])
  expect(await statusesOf({ status: 'resolved' })).toEqual(['resolved'])
  expect(await statusesOf({ search: 'x' })).toEqual(['in_progress', 'open', 'resolved'])
  expect(await statusesOf({ tab: 'archived' })).toEqual(['closed'])
  expect((await h.as(anna).call(tickets.list, { query: {} })).counts).toEqual({ active: 36, archived: 12 })
  expect(await listed({})).toHaveLength(36)
})

test('a search can be limited to unanswered tickets, also after that changes', async () => {
  const waiting = await listed({ waiting: 'us' })
  expect(await listed({ waiting: 'us', search: 'x' })).toEqual(waiting)
  const [answered] = waiting
  const params = { id: answered?.id ?? '' }
  await h.as(anna).call(tickets.comment, { params, body: { comment: 'Vi kommer.' } })
  expect(await listed({ waiting: 'us', search: 'x' })).toEqual(waiting.slice(1))
})
