// Statements per request (session lookup included) and the rows that they read, within budgets.json. Both are the same
// on every machine; durations are measured by `npm run bench`.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Harness, startHarness } from '#tests/harness/harness.ts'
import budgets from '../../../budgets.json' with { type: 'json' }
import { type DemoSize, generateDemo } from '../demo/generate-demo.ts'

/** The last day of a month, when this month has the most time entries. */
const TODAY = '2026-11-30'
/** Large enough that a sequential scan exceeds the budget, and is not the cheapest plan. */
const size: DemoSize = {
  organizations: 1,
  staff: 4,
  customers: 400,
  tickets: 4000,
  activeTickets: 300,
  comments: 10_000,
  timeEntries: 8000,
  days: 365,
}
/** PostgreSQL makes five custom plans for a prepared statement; from the sixth execution it may use a generic plan. */
const ROUNDS = 7
/**
 * The demo has few enquiries and no sessions: adds 30 handled enquiries for each enquiry, and 30 sessions for each
 * login. Every ticket and enquiry was promised an answer, and got it.
 */
const fillUp = `
  insert into enquiries (org_id, id, kind, name, email, message, created_at, done_at)
    select org_id, gen_random_uuid(), kind, name, email, message, created_at - n * interval '1 day', created_at
    from enquiries, generate_series(1, 30) n;
  set app.quiet = 'on';
  update tickets set promised_at = created_at + interval '4 hours', first_answered_at = created_at + interval '1 hour';
  update enquiries set promised_at = created_at + interval '1 day', first_answered_at = created_at + interval '1 hour';
  reset app.quiet;
  insert into auth.sessions (id, user_id) select gen_random_uuid(), id from auth.users, generate_series(1, 30)`
/** An analysis by autovacuum would cause new plans, and planning reads the ends of indexes. */
const stopAutovacuum = `
  do $$ declare name text; begin
    for name in select relid::regclass from pg_stat_user_tables loop
      execute 'alter table ' || name || ' set (autovacuum_enabled = false)';
    end loop;
  end $$`
/** Otherwise connections report their statistics only once a second. */
const flushStatistics = 'select pg_stat_force_next_flush()'
const transaction = /^\s*(begin|commit|rollback|start transaction)\b/i

let h: Harness
let statements: string[] = []
let headers: Record<string, string>
let ids: { ticketId: string; customerId: string }

beforeAll(async () => {
  vi.setSystemTime(`${TODAY}T12:00:00Z`)
  h = await startHarness({
    poolSize: 1, // so that the flush runs on the connection that has read
    slow: { ms: 0, report: ({ sql }) => transaction.test(sql) || statements.push(sql) },
  })
  await generateDemo(h.test.connection, { today: TODAY, passwordHash: 'x', size })
  const { rows } = await h.test.superuser.query<{ orgId: string } & typeof ids>(
    `select org_id as "orgId", (select customer_id from time_entries where not reported limit 1) as "customerId",
       (select ticket_id from ticket_comments group by 1 order by count(*) desc, 1 limit 1) as "ticketId"
     from customers limit 1`,
  )
  const found = rows[0]
  if (!found) throw new Error('The demo has no customer')
  ids = found
  headers = { authorization: `Bearer ${(await h.anAdmin(found)).token}` }
  await h.test.superuser.query(fillUp)
  await h.test.superuser.query(stopAutovacuum)
  await h.test.superuser.query('vacuum analyze')
  await h.test.superuser.query(flushStatistics)
})
afterAll(async () => {
  vi.useRealTimers()
  await h.stop()
})

test.each(Object.entries(budgets.statements))('%s costs at most %i statements', async (request, allowed) => {
  statements = []
  await send(request)
  expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(allowed)
  expect(statements.length).toBeGreaterThan(1)
})

test.each(Object.entries(budgets.rowsRead))('%s reads at most %i rows', async (request, allowed) => {
  for (let round = 1; round <= ROUNDS; round++) {
    const before = await rowsRead()
    await send(request)
    const read = [...(await rowsRead())].map(([name, rows]) => ({ name, rows: rows - (before.get(name) ?? 0) }))
    const total = read.reduce((sum, { rows }) => sum + rows, 0)
    const where = read.flatMap(({ name, rows }) => (rows > 0 ? [`${rows} of ${name}`] : []))
    expect(total, `round ${round}: ${where.join(', ')}`).toBeLessThanOrEqual(allowed)
    expect(total).toBeGreaterThan(1)
  }
})

test('every request with a statement budget has a row budget', () => {
  expect(Object.keys(budgets.rowsRead)).toEqual(Object.keys(budgets.statements))
})

async function send(request: string) {
  const [method = '', address = ''] = request.split(' ')
  const url = address.replace(':ticket', ids.ticketId).replace(':customer', ids.customerId)
  const response = await h.app.inject({ method: method as 'GET', url, headers })
  expect(response.statusCode).toBe(200)
}

/**
 * Rows read so far, by table (sequential scans) and index. Unlike EXPLAIN, PostgreSQL's statistics include reads inside
 * functions, such as the searches and the session lookup. Without the outbox of live events, which the process itself
 * reads each second.
 */
async function rowsRead() {
  await h.database.as('owner', (db) => sql.raw(flushStatistics).execute(db))
  const { rows } = await h.test.superuser.query<{ name: string; rows: string }>(
    `select relname as name, seq_tup_read as rows from pg_stat_user_tables where relname <> 'live_changes'
     union all select indexrelname, idx_tup_read from pg_stat_user_indexes where relname <> 'live_changes'`,
  )
  return new Map(rows.map(({ name, rows }) => [name, Number(rows)]))
}
