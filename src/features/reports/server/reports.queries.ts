import { sql } from 'kysely'
import { lockCustomer } from '#features/customers/server/customers.queries.ts'
import { timeSource } from '#features/time/server/time.queries.ts'
import type { StaffActor } from '#platform/database/actor.ts'
import type { Db } from '#platform/database/database.ts'
import { page, positionOf } from '#platform/database/keyset.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import { notFound } from '#platform/http/app-error.ts'
import { organizationOf } from '#platform/http/organization.ts'
import { PAGE_SIZE } from '#shared/contract.ts'
import { type NewReport, PRINT_PAGE_SIZE, REACTIVATED_SHOWN, REPORT_NOT_FOUND } from '../reports.contract.ts'

/**
 * Creates a report in one statement, so that rows, sum and header are one snapshot; rows are in the order Kund, Datum, Från.
 * Throws 404 for an unknown customer and 422 for staff without an organization.
 */
export async function generateReport(db: Db, actor: StaffActor, { customerId, from, to }: NewReport) {
  const orgId = organizationOf(actor)
  const customer = customerId ? await lockCustomer(db, customerId) : undefined
  const id = uuidv7()
  const inPeriod = sql`from time_entries e where e.deleted_at is null and e.work_date between ${from}::date and ${to}::date
    ${customer ? sql`and e.customer_id = ${customer.id}::uuid` : sql``}`
  await sql`
    with active as (select e.* ${inPeriod} and not e.reported),
    picked as materialized (
      select active.*, c.name as customer_name, p.full_name as technician, t.ticket_number, row_number() over (
          order by c.name collate "sv-SE-x-icu", c.id, active.work_date, active.time_from, active.id) as position
      from active
      join customers c on c.org_id = active.org_id and c.id = active.customer_id
      join profiles p on p.org_id = active.org_id and p.id = active.user_id
      left join tickets t on t.org_id = active.org_id and t.id = active.ticket_id
    ),
    report as (
      insert into reports (org_id, id, created_by, customer_id, customer_name, period_from, period_to, row_count, minutes,
        already_reported)
      select ${orgId}::uuid, ${id}::uuid, ${actor.userId}::uuid, ${customer?.id ?? null}::uuid,
        ${customer?.name ?? null}::text, ${from}::date, ${to}::date, count(*), coalesce(sum(minutes), 0),
        (select count(*) ${inPeriod} and e.reported)
      from picked
    )
    insert into report_rows (org_id, report_id, position, time_entry_id, version, work_date, customer_id, customer_name,
      technician, time_from, time_to, from_is_first, to_is_first, minutes, description, ticket_number)
    select org_id, ${id}::uuid, position, id, version, work_date, customer_id, customer_name, technician,
      case when is_placed then time_from end, case when is_placed then time_to end, from_is_first, to_is_first, minutes,
      description, ticket_number
    from picked order by position`.execute(db)
  return getReport(db, id)
}

const reportsWithNames = (db: Db) =>
  db
    .selectFrom('reports')
    .leftJoin('profiles as creator', (join) =>
      join.onRef('creator.orgId', '=', 'reports.orgId').onRef('creator.id', '=', 'reports.createdBy'),
    )
    .leftJoin('profiles as marker', (join) =>
      join.onRef('marker.orgId', '=', 'reports.orgId').onRef('marker.id', '=', 'reports.markedBy'),
    )
    .select([
      'reports.id',
      'reports.createdAt',
      'creator.fullName as createdBy',
      'customerName',
      'periodFrom',
      'periodTo',
      'rowCount as rows',
      'minutes',
      'alreadyReported',
      'markedAt',
      'marker.fullName as markedBy',
      'markedRows',
    ])

export async function listReports(db: Db, after: string | undefined) {
  const position = positionOf(after, ['createdAt', 'id'])
  const rows = await reportsWithNames(db)
    .$if(position !== undefined, (query) =>
      query.where(
        sql<boolean>`(reports.created_at, reports.id) < (${position?.createdAt}::timestamptz, ${position?.id}::uuid)`,
      ),
    )
    .orderBy('reports.createdAt', 'desc')
    .orderBy('reports.id', 'desc')
    .limit(sql.lit(PAGE_SIZE + 1))
    .execute()
  return page(rows, ({ createdAt, id }) => ({ createdAt, id }))
}

/** A report without the sums per customer. Throws 404 for an unknown report. */
export async function getReportHead(db: Db, id: string) {
  const report = await reportsWithNames(db).where('reports.id', '=', id).executeTakeFirst()
  if (!report) throw notFound(REPORT_NOT_FOUND)
  return report
}

/** The rows that the report marked and that were re-activated since. */
async function reactivatedOf(db: Db, { id, markedRows }: { id: string; markedRows: number | null }) {
  if (markedRows === null) return { reactivatedRows: 0, reactivated: [] }
  const { reported } = await db
    .selectFrom('timeEntries')
    .select((eb) => eb.fn.countAll<number>().as('reported'))
    .where('reportId', '=', id)
    .where(sql<boolean>`reported`)
    .executeTakeFirstOrThrow()
  // A row that was removed when the report was marked can be restored and marked later, which its `markedRows` does not count.
  const reactivatedRows = Math.max(0, markedRows - reported)
  return { reactivatedRows, reactivated: reactivatedRows > 0 ? await activeRowsOf(db, id) : [] }
}

async function activeRowsOf(db: Db, reportId: string) {
  const rows = await timeSource(db)
    .select([
      'timeEntries.id',
      'workDate',
      'timeFrom',
      'timeTo',
      'isPlaced',
      'fromIsFirst',
      'toIsFirst',
      'timeEntries.customerId',
      'customers.name as customerName',
    ])
    .where('timeEntries.reportId', '=', reportId)
    .where(sql<boolean>`not reported`)
    .orderBy('workDate')
    .orderBy('timeEntries.id')
    .limit(sql.lit(REACTIVATED_SHOWN))
    .execute()
  return rows.map(({ customerId, customerName, ...row }) => ({
    ...row,
    customer: { id: customerId, name: customerName },
  }))
}

export async function getReport(db: Db, id: string) {
  const report = await getReportHead(db, id)
  const customers = await db
    .selectFrom('reportRows')
    .select((eb) => [
      'customerId',
      'customerName as name',
      eb.fn.countAll<number>().as('rows'),
      eb.fn.sum<number>('minutes').as('minutes'),
    ])
    .where('reportId', '=', id)
    .groupBy(['customerId', 'customerName'])
    .orderBy((eb) => eb.fn.min('position'))
    .execute()
  return { ...report, customers, ...(await reactivatedOf(db, report)) }
}

/** Up to `limit` rows after a position in the report. */
export const rowsAfter = (db: Db, reportId: string, position: number, limit: number) =>
  db
    .selectFrom('reportRows')
    .select(['position', 'workDate', 'customerName', 'technician', 'timeFrom', 'timeTo'])
    .select(['fromIsFirst', 'toIsFirst', 'minutes', 'description', 'ticketNumber'])
    .where('reportId', '=', reportId)
    .where('position', '>', position)
    .orderBy('position')
    .limit(sql.lit(limit))
    .execute()

/** A page of rows, a longer one for the print view. Throws 404 for an unknown report. */
export async function listRows(
  db: Db,
  id: string,
  { after = '0', isPrint = false }: { after?: string | undefined; isPrint?: boolean | undefined },
) {
  const report = await getReportHead(db, id)
  const rows = await rowsAfter(db, id, Number(after), isPrint ? PRINT_PAGE_SIZE : PAGE_SIZE)
  const last = rows.at(-1)?.position ?? report.rows
  // Positions are consecutive from 1.
  return { rows, next: last < report.rows ? String(last) : null }
}
