// The cases of the promise, of rows that were stored at those times: opening hours Monday to Friday 08–17.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { computeAnswers } from '#features/tickets/server/answer-clock.queries.ts'
import { findWrongAnswers } from '#features/tickets/server/answer-history.queries.ts'
import type { TicketPriority } from '#features/tickets/tickets.contract.ts'
import type { Db } from '#platform/database/database.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import { instantInStockholm, momentInStockholm } from '#shared/dates.rules.ts'
import { type Harness, startHarness } from '../../harness/harness.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.stop())

type Case = {
  opened: string
  priority?: TicketPriority
  set?: [at: string, before: TicketPriority, after: TicketPriority][]
  hasEmergencyPhone?: boolean
  /** Working minutes until it is to be solved, and a wait for the customer. */
  solveMinutes?: number
  hold?: [from: string, to: string | null]
}

const at = (moment: string) => {
  const [date = '', time = ''] = moment.split(' ')
  const instant = instantInStockholm(date, time, moment.endsWith('first'))
  if (!instant) throw new Error(`There is no ${moment}`)
  return instant.toISOString()
}

/** Inserts a ticket that a customer opened, as a restore does, and computes its moments. Returns those that were stored. */
async function momentsOf(given: Case) {
  const { id: orgId } = await h.anOrganization()
  const customer = await h.aCustomer({ orgId })
  const [kim, anna] = [await h.aPortalUser(customer), await h.aTechnician({ orgId })]
  const ids = { orgId, id: uuidv7(), customerId: customer.id, openedBy: kim.userId, answeredBy: anna.userId }
  return await h.database.as('owner', async (db) => {
    await sql`select set_config('app.quiet', 'on', true)`.execute(db)
    await sql`update company_facts set normal_solve_minutes = ${given.solveMinutes ?? null},
        emergency_phone = ${given.hasEmergencyPhone ? '08-1' : null} where org_id = ${orgId}`.execute(db)
    await insert(db, ids, given)
    await computeAnswers(db, { orgId, kind: 'ticket', after: null, limit: 10 })
    expect(await findWrongAnswers(db, orgId)).toEqual([])
    const columns = ['dueAt', 'promisedAt', 'solveBy'] as const
    return db.selectFrom('tickets').select(columns).where('id', '=', ids.id).executeTakeFirstOrThrow()
  })
}

type Ids = { orgId: string; id: string; customerId: string; openedBy: string; answeredBy: string }

async function insert(db: Db, { orgId, id, customerId, openedBy, answeredBy }: Ids, given: Case) {
  const { opened, priority = 'normal', set = [], hold } = given
  await sql`insert into tickets (org_id, id, ticket_number, customer_id, title, description, created_by, priority, created_at)
    values (${orgId}, ${id}, 1001, ${customerId}, 'WiFi', 'Nere', ${openedBy}, ${set.at(-1)?.[2] ?? priority}, ${at(opened)})`.execute(
    db,
  )
  const change = (field: string, before: string | null, after: string | null, moment: string) =>
    sql`insert into ticket_changes (org_id, customer_id, ticket_id, field, before, after, created_at)
      values (${orgId}, ${customerId}, ${id}, ${field}, ${before}, ${after}, ${at(moment)})`.execute(db)
  for (const [moment, before, after] of set) await change('priority', before, after, moment)
  if (hold) {
    const [from, to] = hold
    await sql`insert into ticket_comments (org_id, id, customer_id, ticket_id, user_id, comment, holds, created_at)
      values (${orgId}, ${uuidv7()}, ${customerId}, ${id}, ${answeredBy}, 'Vilken?', true, ${at(from)})`.execute(db)
    await change('hold', null, 'customer', from)
    if (to) await change('hold', 'customer', null, to)
  }
  await sql`call derive_ticket_clocks()`.execute(db)
  if (hold && hold[1] === null)
    await sql`update tickets set on_hold_since = ${at(hold[0])} where id = ${id}`.execute(db)
}

test.each<[string, Case, string]>([
  ['over a weekend', { opened: '2026-11-27 16:30' }, '2026-11-30 11:30'],
  ['over Easter', { opened: '2026-04-02 16:00' }, '2026-04-07 11:00'],
  ['over midsummer', { opened: '2026-06-18 15:30' }, '2026-06-22 10:30'],
  ['over Christmas', { opened: '2026-12-23 15:30' }, '2026-12-28 10:30'],
  ['when urgent, without an emergency number', { opened: '2026-11-27 16:45', priority: 'urgent' }, '2026-11-30 08:15'],
  [
    'when the priority was raised and lowered again',
    {
      opened: '2026-11-24 09:00',
      set: [
        ['2026-11-24 09:30', 'normal', 'high'],
        ['2026-11-24 10:00', 'high', 'low'],
      ],
    },
    '2026-11-24 11:30',
  ],
  [
    'when it was raised late',
    { opened: '2026-11-24 09:00', set: [['2026-11-24 12:30', 'normal', 'high']] },
    '2026-11-24 13:00',
  ],
])('an answer is due %s', async (_, given, due) => {
  const { dueAt, promisedAt } = await momentsOf(given)
  expect(momentInStockholm(dueAt ?? '')).toBe(due)
  expect(promisedAt).toBe(dueAt)
})

test.each(['2026-03-29 01:45', '2026-10-25 02:45 first'])(
  '30 elapsed minutes in the night of a clock change: %s',
  async (opened) => {
    const { dueAt } = await momentsOf({ opened, priority: 'urgent', hasEmergencyPhone: true })
    expect(Date.parse(dueAt ?? '') - Date.parse(at(opened))).toBe(30 * 60_000)
  },
)

test.each<[string, Case['hold'], string | null]>([
  ['after its working minutes', undefined, '2026-11-25 10:00'],
  [
    'nine working hours later when it waited for the customer from ten to ten',
    ['2026-11-24 10:00', '2026-11-25 10:00'],
    '2026-11-26 10:00',
  ],
  ['never while it waits for the customer', ['2026-11-24 10:00', null], null],
])('a ticket is to be solved %s', async (_, hold, solved) => {
  const { solveBy } = await momentsOf({ opened: '2026-11-24 09:00', solveMinutes: 600, ...(hold && { hold }) })
  expect(solveBy && momentInStockholm(solveBy)).toBe(solved)
})
