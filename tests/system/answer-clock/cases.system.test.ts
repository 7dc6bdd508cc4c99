// The cases of the promise, of rows that were stored at those times: opening hours Monday to Friday 08–17.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { computeAnswers } from '#features/tickets/server/answer-clock.queries.ts'
import { findWrongAnswers } from '#features/tickets/server/answer-history.queries.ts'
import type { TicketPriority } from '#features/tickets/tickets.contract.ts'
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
}

const at = (moment: string) => {
  const [date = '', time = ''] = moment.split(' ')
  const instant = instantInStockholm(date, time, moment.endsWith('first'))
  if (!instant) throw new Error(`There is no ${moment}`)
  return instant.toISOString()
}

/** Inserts a ticket that a customer opened, as a restore does, and computes its moments. Returns those that were stored. */
async function momentsOf({ opened, priority = 'normal', set = [], hasEmergencyPhone = false }: Case) {
  const { id: orgId } = await h.anOrganization()
  const customer = await h.aCustomer({ orgId })
  const kim = await h.aPortalUser(customer)
  const id = uuidv7()
  return await h.database.as('owner', async (db) => {
    await sql`select set_config('app.quiet', 'on', true)`.execute(db)
    if (hasEmergencyPhone)
      await sql`update company_facts set emergency_phone = '08-1' where org_id = ${orgId}`.execute(db)
    await sql`insert into tickets (org_id, id, ticket_number, customer_id, title, description, created_by, priority, created_at)
      values (${orgId}, ${id}, 1001, ${customer.id}, 'WiFi', 'Nere', ${kim.userId}, ${set.at(-1)?.[2] ?? priority}, ${at(opened)})`.execute(
      db,
    )
    for (const [moment, before, after] of set)
      await sql`insert into ticket_changes (org_id, customer_id, ticket_id, field, before, after, created_at)
        values (${orgId}, ${customer.id}, ${id}, 'priority', ${before}, ${after}, ${at(moment)})`.execute(db)
    await sql`call derive_ticket_clocks()`.execute(db)
    await computeAnswers(db, { orgId, kind: 'ticket', after: null, limit: 10 })
    expect(await findWrongAnswers(db, orgId)).toEqual([])
    const row = await db
      .selectFrom('tickets')
      .select(['dueAt', 'promisedAt'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(row.promisedAt).toBe(row.dueAt)
    return row.dueAt
  })
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
  expect(momentInStockholm((await momentsOf(given)) ?? '')).toBe(due)
})

test.each(['2026-03-29 01:45', '2026-10-25 02:45 first'])(
  '30 elapsed minutes in the night of a clock change: %s',
  async (opened) => {
    const due = await momentsOf({ opened, priority: 'urgent', hasEmergencyPhone: true })
    expect(Date.parse(due ?? '') - Date.parse(at(opened))).toBe(30 * 60_000)
  },
)
