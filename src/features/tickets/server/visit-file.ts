import type { Db } from '#platform/database/database.ts'
import { notFound } from '#platform/http/app-error.ts'
import type { Download } from '#platform/http/download.ts'
import { VISIT_NOT_FOUND } from '../visits.contract.ts'
import { namesOf, personOf } from './people.queries.ts'
import { visitCalendar } from './visit-calendar.ts'

const calendarRows = (db: Db) =>
  db
    .selectFrom('visits')
    .innerJoin('tickets', (join) =>
      join.onRef('tickets.orgId', '=', 'visits.orgId').onRef('tickets.id', '=', 'visits.ticketId'),
    )
    .innerJoin('customers', (join) =>
      join.onRef('customers.orgId', '=', 'visits.orgId').onRef('customers.id', '=', 'visits.customerId'),
    )
    .innerJoin('organizations', 'organizations.id', 'visits.orgId')
    .select(['visits.id', 'visits.version', 'visits.startsAt', 'visits.endsAt', 'visits.note', 'visits.userId'])
    .select(['visits.cancelledAt', 'tickets.ticketNumber', 'tickets.title', 'customers.address as place'])
    .select('organizations.name as company')

/** The calendar file of a visit, for staff and those who see its ticket. Throws 404 for others. */
export async function visitFile(db: Db, id: string): Promise<Download> {
  const row = await calendarRows(db).where('visits.id', '=', id).executeTakeFirst()
  if (!row) throw notFound(VISIT_NOT_FOUND)
  const { userId, cancelledAt, ...visit } = row
  const who = personOf(await namesOf(db, [userId]), userId).fullName
  const bytes = Buffer.from(visitCalendar({ ...visit, who, isCancelled: cancelledAt !== null }))
  return { filename: `besök ${visit.ticketNumber}.ics`, bytes: bytes.length, content: [bytes] }
}
