// The own week as a grid of cells. The meaning of a cell and the times of its row are in week.rules.ts.
import { calendarOf, hoursOn } from '#features/company/opening-hours.rules.ts'
import { getHours } from '#features/company/server/opening-hours.queries.ts'
import { lockActiveCustomer } from '#features/customers/server/customers.queries.ts'
import type { StaffActor } from '#platform/database/actor.ts'
import { audit } from '#platform/database/audit.ts'
import type { Db } from '#platform/database/database.ts'
import { conflict } from '#platform/http/app-error.ts'
import { organizationOf } from '#platform/http/organization.ts'
import { addDays, mondayOf } from '#shared/dates.rules.ts'
import { shortHours } from '#shared/hours.rules.ts'
import { type ChangedLength, type NewCell, TimeEntry } from '../time.contract.ts'
import { timesText } from '../time.rules.ts'
import { datesOfWeek, placeFor, spanFrom, WEEK_DAYS } from '../week.rules.ts'
import { partsBy } from '../work-parts.rules.ts'
import { activeTime, getTime, insertTime, refuseChange, timeSource, toTimeEntry, withNames } from './time.queries.ts'
import { auditDetail } from './time-audit.ts'
import { withTimeErrors } from './time-errors.ts'
import { askAboutTime } from './until-now.queries.ts'

/** The actor's rows in the week of a date, by date and time, and the days on which the company is closed or closes early. */
export async function listWeek(db: Db, { userId }: StaffActor, date: string) {
  const monday = mondayOf(date)
  const rows = await withNames(timeSource(db))
    .where('timeEntries.userId', '=', userId)
    .where('workDate', '>=', monday)
    .where('workDate', '<', addDays(monday, WEEK_DAYS))
    .orderBy('workDate')
    .orderBy('timeFrom')
    .orderBy('timeEntries.id')
    .execute()
  const calendar = calendarOf(await getHours(db))
  const isClosed = (day: string) => calendar(day).intervals.length === 0 || calendar(day).reason !== undefined
  return { rows: rows.map(toTimeEntry), closedDays: datesOfWeek(monday).filter(isClosed) }
}

/** Opening and closing time of a date; for a closed day those of an ordinary one. */
async function hoursOf(db: Db, date: string) {
  const hours = await getHours(db)
  const { intervals } = calendarOf(hours)(date)
  const { opens, closes } = hoursOn(hours, date)
  return { opens: intervals.at(0)?.opens ?? opens, closes: intervals.at(-1)?.closes ?? closes }
}

/** Throws what createTime throws, and 409 `time_question` if `asks` is set and the day becomes long. */
export async function addCell(db: Db, actor: StaffActor, { asks, ...cell }: NewCell): Promise<TimeEntry> {
  const { workDate, minutes } = cell
  if (asks) await askAboutTime(db, { userId: actor.userId, workDate, span: undefined, minutes })
  return createUnplaced(db, actor, { ...cell, isRut: false })
}

type Length = Omit<NewCell, 'asks'> & { isRut: boolean }

/** Creates a row of which only the length is known, described by default by the title of its ticket. Throws what createTime throws. */
export async function createUnplaced(db: Db, actor: StaffActor, { minutes, ...row }: Length): Promise<TimeEntry> {
  const orgId = organizationOf(actor)
  await lockActiveCustomer(db, row.customerId)
  const [hours, dayRows] = [await hoursOf(db, row.workDate), await rowsOfDay(db, actor.userId, row.workDate)]
  const timeFrom = placeFor(minutes, hours, dayRows)
  const span = spanFrom(row.workDate, timeFrom, minutes)
  const description = row.description ?? (await titleOf(db, row.ticketId))
  const by = { userId: actor.userId, createdBy: actor.userId }
  return insertTime(db, actor, { ...row, ...span, ...by, orgId, description, isPlaced: false })
}

/** 'Raden blir 16:00–20:00, varav 3 tim jour.' if the longer row has more after-hours work. */
async function addedAfterHours(db: Db, before: TimeEntry, after: TimeEntry): Promise<string | undefined> {
  const partsOf = partsBy(calendarOf(await getHours(db)))
  const afterHoursOf = (row: TimeEntry) =>
    partsOf(row).parts.reduce((sum, { isAfterHours, minutes }) => sum + (isAfterHours ? minutes : 0), 0)
  const afterHours = afterHoursOf(after)
  return afterHours > afterHoursOf(before)
    ? `Raden blir ${timesText(after)}, varav ${shortHours(afterHours)} tim jour.`
    : undefined
}

const rowsOfDay = (db: Db, userId: string, workDate: string) =>
  activeTime(db)
    .select(['workDate', 'timeFrom', 'timeTo', 'fromIsFirst', 'toIsFirst'])
    .where('userId', '=', userId)
    .where('workDate', '=', workDate)
    .execute()

async function titleOf(db: Db, ticketId: string | null): Promise<string | null> {
  if (!ticketId) return null
  const ticket = await db.selectFrom('tickets').select('title').where('id', '=', ticketId).executeTakeFirst()
  return ticket?.title ?? null
}

/**
 * Throws what changeTime throws, and 409 `time_question` if `asks` is set and the row overlaps another, makes the day long
 * or becomes after-hours work.
 */
export async function changeLength(db: Db, actor: StaffActor, id: string, { minutes, asks, version }: ChangedLength) {
  const before = await getTime(db, id)
  refuseChange(before, actor)
  if (before.version !== version) throw conflict(TimeEntry, before)
  const { workDate, timeFrom, fromIsFirst, isPlaced } = before
  const { timeTo, toIsFirst } = spanFrom(workDate, timeFrom, minutes, fromIsFirst)
  if (asks && minutes > before.minutes) {
    const span = isPlaced ? { workDate, timeFrom, timeTo, fromIsFirst, toIsFirst } : undefined
    const also = span && (await addedAfterHours(db, before, { ...before, ...span, minutes }))
    await askAboutTime(db, { userId: before.technician.id, id, workDate, span, minutes, also })
  }
  const changed = await withTimeErrors(() =>
    db
      .updateTable('timeEntries')
      .set({ timeTo, toIsFirst, version: version + 1 })
      .where('id', '=', id)
      .where('version', '=', version)
      .returning('id')
      .executeTakeFirst(),
  )
  const after = await getTime(db, id)
  if (!changed) throw conflict(TimeEntry, after)
  await audit(db, actor, {
    action: 'changed',
    subject: 'time_entry',
    subjectId: id,
    detail: { before: auditDetail(before), after: auditDetail(after) },
  })
  return after
}
