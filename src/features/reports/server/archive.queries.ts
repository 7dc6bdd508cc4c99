import { sql } from 'kysely'
import {
  getTime,
  reportedTotal,
  rowIsBilled,
  timeSource,
  toTimeEntry,
  withNames,
} from '#features/time/server/time.queries.ts'
import { auditDetail } from '#features/time/server/time-audit.ts'
import { TimeEntry } from '#features/time/time.contract.ts'
import type { StaffActor } from '#platform/database/actor.ts'
import { audit } from '#platform/database/audit.ts'
import { onConstraint } from '#platform/database/constraints.ts'
import type { Db } from '#platform/database/database.ts'
import { page, positionOf } from '#platform/database/keyset.ts'
import { AppError } from '#platform/http/app-error.ts'
import { PAGE_SIZE } from '#shared/contract.ts'
import { ALREADY_ACTIVE, type ArchiveFilter } from '../archive.contract.ts'

const reportedTime = (db: Db) => withNames(timeSource(db)).where(sql<boolean>`reported`)

type Position = { workDate: string; id: string } | undefined
type Filter = Omit<ArchiveFilter, 'after'>

/** A year as a half-open interval of dates. */
const spanOf = (year: string | undefined) =>
  year === undefined ? undefined : { from: `${year}-01-01`, before: `${Number(year) + 1}-01-01` }

export async function listArchive(db: Db, { after, ...filter }: ArchiveFilter) {
  const position = positionOf(after, ['workDate', 'id'])
  const [rows, total] = await Promise.all([
    filter.search ? matchingRows(db, filter, position) : newestRows(db, filter, position),
    position || filter.search ? null : sumArchive(db, filter),
  ])
  return { ...page(rows.map(toTimeEntry), ({ workDate, id }) => ({ workDate, id })), total }
}

function newestRows(db: Db, { customerId, year }: Filter, position: Position) {
  const span = spanOf(year)
  return reportedTime(db)
    .$if(customerId !== undefined, (query) => query.where('timeEntries.customerId', '=', customerId ?? ''))
    .$if(span !== undefined, (query) =>
      query.where('workDate', '>=', span?.from ?? '').where('workDate', '<', span?.before ?? ''),
    )
    .$if(position !== undefined, (query) =>
      query.where(sql<boolean>`(work_date, time_entries.id) < (${position?.workDate}::date, ${position?.id}::uuid)`),
    )
    .orderBy('workDate', 'desc')
    .orderBy('timeEntries.id', 'desc')
    .limit(sql.lit(PAGE_SIZE + 1))
    .execute()
}

/** search_archive is a definer function that can use the text index; the rows of its ids are read with row-level security. */
async function matchingRows(db: Db, { search, customerId, year }: Filter, position: Position) {
  const span = spanOf(year)
  const { rows } = await sql<{ id: string }>`
    select id from search_archive(${search}, ${customerId ?? null}, ${span?.from ?? null}, ${span?.before ?? null},
      ${position?.workDate ?? null}, ${position?.id ?? null}, ${PAGE_SIZE + 1})`.execute(db)
  if (rows.length === 0) return []
  return reportedTime(db)
    .where(
      'timeEntries.id',
      'in',
      rows.map(({ id }) => id),
    )
    .orderBy('workDate', 'desc')
    .orderBy('timeEntries.id', 'desc')
    .execute()
}

/** From the stored sums when nothing but a year may be chosen. */
export async function sumArchive(db: Db, { search, year, ...others }: Filter) {
  if (!search && Object.values(others).every((value) => value === undefined)) return reportedTotal(db, year)
  const { customerId } = others
  const span = spanOf(year)
  const { rows } = await sql<{ rows: number; minutes: number }>`
    select entries as rows, minutes
    from sum_archive(${search ?? ''}, ${customerId ?? null}, ${span?.from ?? null}, ${span?.before ?? null})`.execute(
    db,
  )
  return rows[0] ?? { rows: 0, minutes: 0 }
}

/** Years with reported time, newest first. */
export async function listYears(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('reportedTimeSums')
    .select('year')
    .where('entries', '>', 0)
    .orderBy('year', 'desc')
    .execute()
  return rows.map(({ year }) => String(year))
}

/**
 * Makes a reported row active again; all staff may. Increments the version, so that an earlier report cannot mark the row again.
 * Throws 404 for an unknown row, and 409 for an active one and for one on a billed invoice basis.
 */
export async function reactivateTime(db: Db, actor: StaffActor, id: string) {
  const before = await getTime(db, id)
  const reactivated = await onConstraint({ time_entries_billed: ({ detail }) => rowIsBilled(detail) }, () =>
    db
      .updateTable('timeEntries')
      .set((eb) => ({ reported: false, reportedAt: null, version: eb('version', '+', 1) }))
      .where('id', '=', id)
      .where(sql<boolean>`reported`)
      .returning('id')
      .executeTakeFirst(),
  )
  const after = await getTime(db, id)
  if (!reactivated) throw new AppError(409, 'already_active', ALREADY_ACTIVE, { current: TimeEntry.parse(after) })
  await audit(db, actor, {
    action: 'reactivated',
    subject: 'time_entry',
    subjectId: id,
    detail: { before: { ...auditDetail(before), reportedAt: before.reportedAt }, version: after.version },
  })
  return after
}
