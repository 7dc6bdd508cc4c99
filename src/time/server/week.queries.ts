// The own week in cells. What a cell means and where its row is placed: week.rules.ts.
import { lockActiveCustomer } from '#customers/server/customers.queries.ts'
import type { StaffActor } from '#db/actor.ts'
import { audit } from '#db/audit.ts'
import type { Db } from '#db/database.ts'
import { uuidv7 } from '#db/uuid.ts'
import { addDays, mondayOf } from '#lib/dates.rules.ts'
import { conflict } from '#lib/server/app-error.ts'
import { organizationOf } from '#lib/server/organization.ts'
import { calendarOf } from '#settings/opening-hours.rules.ts'
import { getHours } from '#settings/server/opening-hours.queries.ts'
import type { ChangedLength, NewCell, TimeEntry } from '../time.contract.ts'
import { endAfter, placeFor, WEEK_DAYS } from '../week.rules.ts'
import {
  activeTime,
  auditDetail,
  getTime,
  refuseChange,
  timeSource,
  toTimeEntry,
  withNames,
  withTimeErrors,
} from './time.queries.ts'

/** The actor's rows of the week of a date, by date and time. */
export async function listWeek(db: Db, { userId }: StaffActor, date: string): Promise<TimeEntry[]> {
  const monday = mondayOf(date)
  const rows = await withNames(timeSource(db))
    .where('timeEntries.userId', '=', userId)
    .where('workDate', '>=', monday)
    .where('workDate', '<', addDays(monday, WEEK_DAYS))
    .orderBy('workDate')
    .orderBy('timeFrom')
    .orderBy('timeEntries.id')
    .execute()
  return rows.map(toTimeEntry)
}

/** Opening and closing time of a date; of a day that is closed those of an ordinary one. */
async function hoursOf(db: Db, date: string) {
  const facts = await getHours(db)
  const { intervals } = calendarOf(facts)(date)
  return { opens: intervals.at(0)?.opens ?? facts.opens, closes: intervals.at(-1)?.closes ?? facts.closes }
}

/** Throws what createTime throws. */
export async function addCell(db: Db, actor: StaffActor, { minutes, ...cell }: NewCell): Promise<TimeEntry> {
  const orgId = organizationOf(actor)
  await lockActiveCustomer(db, cell.customerId)
  const [hours, dayRows] = [
    await hoursOf(db, cell.workDate),
    await activeTime(db)
      .select(['timeFrom', 'timeTo'])
      .where('userId', '=', actor.userId)
      .where('workDate', '=', cell.workDate)
      .execute(),
  ]
  const timeFrom = placeFor(minutes, hours, dayRows)
  const timeTo = endAfter(cell.workDate, timeFrom, minutes) ?? timeFrom
  const id = uuidv7()
  await withTimeErrors(() =>
    db
      .insertInto('timeEntries')
      .values({ ...cell, orgId, id, timeFrom, timeTo, isPlaced: false, userId: actor.userId, createdBy: actor.userId })
      .execute(),
  )
  const created = await getTime(db, id)
  await audit(db, actor, {
    ...{ action: 'created', subject: 'time_entry', subjectId: id },
    detail: { after: auditDetail(created) },
  })
  return created
}

/** Throws what changeTime throws. */
export async function changeLength(db: Db, actor: StaffActor, id: string, { minutes, version }: ChangedLength) {
  const before = await getTime(db, id)
  refuseChange(before, actor)
  if (before.version !== version) throw conflict(before)
  const timeTo = endAfter(before.workDate, before.timeFrom, minutes) ?? before.timeFrom
  const changed = await withTimeErrors(() =>
    db
      .updateTable('timeEntries')
      .set({ timeTo, version: version + 1 })
      .where('id', '=', id)
      .where('version', '=', version)
      .returning('id')
      .executeTakeFirst(),
  )
  const after = await getTime(db, id)
  if (!changed) throw conflict(after)
  await audit(db, actor, {
    ...{ action: 'changed', subject: 'time_entry', subjectId: id },
    detail: { before: auditDetail(before), after: auditDetail(after) },
  })
  return after
}
