import { sql } from 'kysely'
import type { StaffActor } from '#db/actor.ts'
import { audit } from '#db/audit.ts'
import type { Db } from '#db/database.ts'
import { invalid, notFound } from '#lib/server/app-error.ts'
import { type Marked, NOTHING_TO_MARK, REPORT_NOT_FOUND } from '../reports.contract.ts'

/**
 * Marks exactly the report's rows that are still active and as it shows them, all or nothing, at one moment. A row's version
 * goes up when it is marked: a row that is re-activated later is not what any older report shows. Throws 404 for nobody's
 * report and 422 for an empty one.
 */
export async function markReport(db: Db, actor: StaffActor, reportId: string): Promise<Marked> {
  await lockReport(db, reportId)
  const { ids, alreadyReported, total } = await markRows(db, reportId)
  const counts = { marked: ids.length, alreadyReported, changed: total - ids.length - alreadyReported }
  if (ids.length > 0) {
    await db
      .updateTable('reports')
      .set({ markedAt: sql`now()`, markedBy: actor.userId, markedRows: ids.length })
      .where('id', '=', reportId)
      .where('markedAt', 'is', null)
      .execute()
  }
  await audit(db, actor, { action: 'marked', subject: 'report', subjectId: reportId, detail: { ...counts, ids } })
  return counts
}

/** Two who mark overlapping reports wait for each other: everybody locks in the order of the ids. */
async function lockReport(db: Db, reportId: string) {
  const report = await db
    .selectFrom('reports')
    .select('rowCount')
    .where('id', '=', reportId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!report) throw notFound(REPORT_NOT_FOUND)
  if (report.rowCount === 0) throw invalid(NOTHING_TO_MARK)
  await sql`select count(*) from (
    select from report_rows r join time_entries e on e.org_id = r.org_id and e.id = r.time_entry_id
    where r.report_id = ${reportId}::uuid order by e.id for no key update of e) locked`.execute(db)
}

/** A statement of its own: it sees what those who were waited for did. The counts are of the moment before it. */
async function markRows(db: Db, reportId: string) {
  const { rows } = await sql<{ ids: string[]; alreadyReported: number; total: number }>`
    with marked as (
      update time_entries e set reported = true, reported_at = now(), version = e.version + 1
      from report_rows r
      where r.report_id = ${reportId}::uuid and e.org_id = r.org_id and e.id = r.time_entry_id
        and e.version = r.version and not e.reported and e.deleted_at is null
      returning e.id
    )
    select (select coalesce(array_agg(id order by id), '{}') from marked) as ids, count(*) as total,
      count(*) filter (where e.reported) as already_reported
    from report_rows r join time_entries e on e.org_id = r.org_id and e.id = r.time_entry_id
    where r.report_id = ${reportId}::uuid`.execute(db)
  const [counted] = rows
  if (!counted) throw new Error('a count without a row')
  return counted
}
