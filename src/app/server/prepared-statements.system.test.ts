// What a request costs the database: how many statements, the look at the session among them, and how many rows they read,
// as budgets.json allows. It is the same on every machine; how long they take is for `npm run bench`.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type DemoSize, generateDemo } from '#db/demo/demo.ts'
import { type Harness, startHarness } from '#tests/harness/harness.ts'
import budgets from '../../../budgets.json' with { type: 'json' }

/** The last day of a month: what counts this month's time has most to read. */
const TODAY = '2026-11-30'
/** So much that reading a whole table shows, and is not what PostgreSQL chooses by itself. */
const size: DemoSize = {
  ...{ organizations: 1, staff: 4, customers: 400, tickets: 4000, activeTickets: 300 },
  ...{ comments: 10_000, timeEntries: 8000, days: 365 },
}
/** PostgreSQL plans a statement for its values five times; from then on it may keep one plan for all. */
const ROUNDS = 7
/** The demo has few enquiries and no sessions: each enquiry gets 30 that are done, and each login 30 sessions. */
const fillUp = `
  insert into enquiries (org_id, id, kind, name, email, message, created_at, done_at)
    select org_id, gen_random_uuid(), kind, name, email, message, created_at - n * interval '1 day', created_at
    from enquiries, generate_series(1, 30) n;
  insert into auth.sessions (id, user_id) select gen_random_uuid(), id from auth.users, generate_series(1, 30)`
/** A connection otherwise tells what it has read when a second has passed. */
const tellReads = 'select pg_stat_force_next_flush()'
const transaction = /^\s*(begin|commit|rollback|start transaction)\b/i

let h: Harness
let statements: string[] = []
let headers: Record<string, string>
let places: { ticketId: string; customerId: string }

beforeAll(async () => {
  vi.setSystemTime(`${TODAY}T12:00:00Z`)
  h = await startHarness({
    poolSize: 1, // whose connection has read is then no question
    slow: { ms: 0, report: ({ sql }) => transaction.test(sql) || statements.push(sql) },
  })
  await generateDemo(h.test.connection, { today: TODAY, passwordHash: 'x', size })
  const { rows } = await h.test.superuser.query<{ orgId: string } & typeof places>(
    `select org_id as "orgId", (select customer_id from time_entries where not reported limit 1) as "customerId",
       (select ticket_id from ticket_comments group by 1 order by count(*) desc, 1 limit 1) as "ticketId"
     from customers limit 1`,
  )
  const found = rows[0]
  if (!found) throw new Error('The demo has no customer')
  places = found
  headers = { authorization: `Bearer ${(await h.anAdmin(found)).token}` }
  await h.test.superuser.query(fillUp)
  await h.test.superuser.query('vacuum analyze')
  await h.test.superuser.query(tellReads)
})
afterAll(async () => {
  vi.useRealTimers()
  await h.stop()
})

test.each(Object.entries(budgets.statements))('%s costs at most %i statements', async (request, allowed) => {
  statements = []
  await ask(request)
  expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(allowed)
  expect(statements.length).toBeGreaterThan(1)
})

test.each(Object.entries(budgets.rowsRead))('%s reads at most %i rows', async (request, allowed) => {
  for (let round = 1; round <= ROUNDS; round++) {
    const before = await rowsRead()
    await ask(request)
    const read = [...(await rowsRead())].map(([name, rows]) => ({ name, rows: rows - (before.get(name) ?? 0) }))
    const total = read.reduce((sum, { rows }) => sum + rows, 0)
    const where = read.flatMap(({ name, rows }) => (rows > 0 ? [`${rows} of ${name}`] : []))
    expect(total, `round ${round}: ${where.join(', ')}`).toBeLessThanOrEqual(allowed)
    expect(total).toBeGreaterThan(1)
  }
})

test('every request with a budget of statements has one of rows', () => {
  expect(Object.keys(budgets.rowsRead)).toEqual(Object.keys(budgets.statements))
})

async function ask(request: string) {
  const [method = '', address = ''] = request.split(' ')
  const url = address.replace(':ticket', places.ticketId).replace(':customer', places.customerId)
  const answer = await h.app.inject({ method: method as 'GET', url, headers })
  expect(answer.statusCode).toBe(200)
}

/**
 * Rows read so far, by table (from end to end) and index. PostgreSQL's own count sees what EXPLAIN does not: inside functions,
 * where searches and the look at the session are.
 */
async function rowsRead() {
  await h.database.as('owner', (db) => sql.raw(tellReads).execute(db))
  const { rows } = await h.test.superuser.query<{ name: string; rows: string }>(
    `select relname as name, seq_tup_read as rows from pg_stat_user_tables
     union all select indexrelname, idx_tup_read from pg_stat_user_indexes`,
  )
  return new Map(rows.map(({ name, rows }) => [name, Number(rows)]))
}
