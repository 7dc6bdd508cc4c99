import { sql } from 'kysely'
import type { StaffActor } from '#platform/database/actor.ts'
import { audit } from '#platform/database/audit.ts'
import type { Db } from '#platform/database/database.ts'
import { invalid, notFound } from '#platform/http/app-error.ts'
import { type Marked, NOTHING_TO_MARK, REPORT_NOT_FOUND } from '../reports.contract.ts'

/**
 * Marks the report's rows that are still active and unchanged, in one transaction. Marking increments a row's version, so that
 * a row that is re-activated later differs from every older report. Throws 404 for an unknown report and 422 for an empty one.
 */
export async function markReport(db: Db, actor: StaffActor, reportId: string): Promise<Marked> {
  const period = await lockReport(db, reportId)
  const { total, alreadyReported } = await lockRows(db, reportId)
  const ids = await markRows(db, reportId, period)
  const counts = { marked: ids.length, alreadyReported, changed: total - ids.length - alreadyReported }
  if (ids.length > 0) {
    await db
      .updateTable('reports')
      .set({ markedAt: sql`now()`, markedBy: actor.userId, markedRows: ids.length })
      .where('id', '=', reportId)
      .where('markedAt', 'is', null)
      .execute()
    await audit(db, actor, { action: 'marked', subject: 'report', subjectId: reportId, detail: { ...counts, ids } })
  }
  return counts
}

type Period = { periodFrom: string; periodTo: string }

async function lockReport(db: Db, reportId: string): Promise<Period> {
  const report = await db
    .selectFrom('reports')
    .select(['rowCount', 'periodFrom', 'periodTo'])
    .where('id', '=', reportId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!report) throw notFound(REPORT_NOT_FOUND)
  if (report.rowCount === 0) throw invalid(NOTHING_TO_MARK)
  return report
}

/** Locks the report's time entries in the order of their ids, so that marking overlapping reports cannot deadlock. */
async function lockRows(db: Db, reportId: string) {
  const { rows } = await sql<{ total: number; alreadyReported: number }>`
    select count(*) as total, count(*) filter (where reported) as already_reported from (
      select e.reported from report_rows r join time_entries e on e.org_id = r.org_id and e.id = r.time_entry_id
      where r.report_id = ${reportId}::uuid order by e.id for no key update of e) locked`.execute(db)
  const [counts] = rows
  if (!counts) throw new Error('The count returned no row')
  return counts
}

/**
 * A separate statement, so that it sees what the transactions that held the locks before have committed.
 *
 * Without statistics, as after a bulk import, the planner expects one row on each side and chooses a nested loop over all
 * pairs, which is quadratic in the rows of the report; a hash or merge join is always linear. A time entry with the version
 * in the report also has the date in the report, so the period only limits what such a join scans.
 */
async function markRows(db: Db, reportId: string, { periodFrom, periodTo }: Period): Promise<string[]> {
  await sql`select set_config('enable_nestloop', 'off', true)`.execute(db)
  const { rows } = await sql<{ id: string }>`
    update time_entries e set reported = true, reported_at = now(), report_id = r.report_id, version = e.version + 1
    from report_rows r
    where r.report_id = ${reportId}::uuid and e.org_id = r.org_id and e.id = r.time_entry_id and e.version = r.version
      and e.work_date between ${periodFrom}::date and ${periodTo}::date and not e.reported and e.deleted_at is null
    returning e.id`.execute(db)
  await sql`select set_config('enable_nestloop', 'on', true)`.execute(db)
  return rows.map(({ id }) => id).sort()
}
