import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { StaffActor } from '#platform/database/actor.ts'
import type { Db } from '#platform/database/database.ts'
import { type Harness, startHarness } from '#tests/harness/harness.ts'
import { markReport } from './marking.queries.ts'
import { generateReport } from './reports.queries.ts'

const ROWS = 2000
const TABLES = ['time_entries', 'report_rows', 'customers', 'profiles']

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.stop())

/** How many rows of the tables this transaction has read so far. */
async function rowsRead(db: Db): Promise<number> {
  const { rows } = await sql<{ read: number }>`
    select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::integer as read from pg_stat_xact_user_tables
    where relname = any(${TABLES})`.execute(db)
  return rows[0]?.read ?? Number.NaN
}

test('A-272: generating and marking a report reads each row a few times, also without statistics', async () => {
  const org = await h.anOrganization()
  const technician = await h.aTechnician({ orgId: org.id })
  const customer = await h.aCustomer({ orgId: org.id })
  // Autovacuum must not analyze the tables between the import and the report.
  for (const table of TABLES) await h.test.superuser.query(`alter table ${table} set (autovacuum_enabled = false)`)
  await h.test.superuser.query(
    `insert into time_entries (org_id, id, user_id, customer_id, work_date, time_from, time_to, created_by)
     select $1, gen_random_uuid(), $2, $3, date '2026-11-01' + n % 30, '08:00', '09:00', $2 from generate_series(1, $4::int) n`,
    [org.id, technician.userId, customer.id, ROWS],
  )

  const read = await h.database.asActor(
    technician.sessionId,
    () => undefined,
    async (db, actor) => {
      const report = await generateReport(db, actor as StaffActor, {
        customerId: '',
        from: '2026-11-01',
        to: '2026-11-30',
      })
      const generating = await rowsRead(db)
      expect(await markReport(db, actor as StaffActor, report.id)).toMatchObject({ marked: ROWS, changed: 0 })
      return { generating, marking: (await rowsRead(db)) - generating }
    },
  )
  expect(read.generating).toBeGreaterThanOrEqual(ROWS)
  expect(read.generating).toBeLessThan(10 * ROWS)
  expect(read.marking).toBeGreaterThanOrEqual(ROWS)
  expect(read.marking).toBeLessThan(10 * ROWS)
})
