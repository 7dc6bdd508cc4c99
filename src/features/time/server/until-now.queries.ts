// Asks the person before rows are saved that overlap another one or make a long day.
import { sql } from 'kysely'
import { calendarOf } from '#features/company/opening-hours.rules.ts'
import { getHours } from '#features/company/server/opening-hours.queries.ts'
import type { StaffActor } from '#platform/database/actor.ts'
import type { Db } from '#platform/database/database.ts'
import { AppError, notFound } from '#platform/http/app-error.ts'
import { addDays, todayInStockholm } from '#shared/dates.rules.ts'
import { shortHours } from '#shared/hours.rules.ts'
import type { ChangedTimeEntry, NewTimeEntry, WorkProposal } from '../time.contract.ts'
import { elapsedMinutes, LONG_DAY_MINUTES, type Span, timesText } from '../time.rules.ts'
import { placeUntil, spansOverlap } from '../until-now.rules.ts'
import { changeTime, createTime, getTime, staysPlaced, timeSource } from './time.queries.ts'

/** Serializes changes of one person's rows until the end of the transaction. */
export const lockTimeOf = (db: Db, userId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`time of ${userId}`}, 0))`.execute(db)

/** The rows of a person that may overlap work of the date, or of the twelve hours before its end. */
const rowsAround = (db: Db, userId: string, date: string) =>
  timeSource(db)
    .select(['timeEntries.id', 'workDate', 'timeFrom', 'timeTo', 'fromIsFirst', 'toIsFirst', 'isPlaced', 'minutes'])
    .select('customers.name as customerName')
    .where('timeEntries.userId', '=', userId)
    .where('workDate', '>=', addDays(date, -2))
    .where('workDate', '<=', addDays(date, 1))
    .orderBy('workDate')
    .orderBy('timeFrom')
    .execute()

/** Proposes times for work of the actor that ends now. Throws 404 for an unknown ticket. */
export async function proposeUntilNow(
  db: Db,
  { userId }: Pick<StaffActor, 'userId'>,
  { minutes, ticketId }: { minutes: number; ticketId?: string | undefined },
  now = new Date(),
): Promise<WorkProposal> {
  const [hours, rows, ticket] = [
    await getHours(db),
    await rowsAround(db, userId, todayInStockholm(now)),
    ticketId
      ? await db.selectFrom('tickets').select('createdAt').where('id', '=', ticketId).executeTakeFirst()
      : undefined,
  ]
  if (ticketId && !ticket) throw notFound('Ärendet finns inte')
  const openedAt = ticket && new Date(ticket.createdAt)
  return placeUntil({ now, minutes, rows, calendar: calendarOf(hours), openedAt })
}

type NewRow = {
  userId: string
  /** Set for an existing row that is changed. */
  id?: string | undefined
  workDate: string
  /** Undefined for a row without clock times, which overlaps nothing. */
  span: Span | undefined
  minutes: number
  /** Further text of the question. */
  also?: string | undefined
}

type NearbyRow = Awaited<ReturnType<typeof rowsAround>>[number]

const firstOverlap = (rows: readonly NearbyRow[], span: Span, exceptId?: string) =>
  rows.find((row) => row.isPlaced && row.id !== exceptId && spansOverlap(row, span))

/** '09:00–10:30 (Åkeriet AB)' */
const rowText = (row: NearbyRow): string => `${timesText(row)} (${row.customerName})`

/** The person's row that a row would overlap, as text, and what makes the day a long one: 'Det blir 18 tim den 2026-11-21.' */
export async function problemsOf(db: Db, { userId, id, workDate, span, minutes }: Omit<NewRow, 'also'>) {
  const rows = await rowsAround(db, userId, workDate)
  const overlapped = span && firstOverlap(rows, span, id)
  return { overlapped: overlapped && rowText(overlapped), longDay: longDay(rows, { id, workDate, minutes }) }
}

/** Locks the person's time, and throws 409 `time_question` for a row that overlaps another or makes the day long. */
export async function askAboutTime(db: Db, { also, ...row }: NewRow): Promise<void> {
  await lockTimeOf(db, row.userId)
  const { overlapped, longDay } = await problemsOf(db, row)
  const problem = overlapped ? `Tiden överlappar tidraden ${overlapped}.` : longDay
  if (problem ?? also) throw question([problem, also].filter(Boolean).join(' '))
}

function longDay(rows: readonly NearbyRow[], { id, workDate, minutes }: Pick<NewRow, 'id' | 'workDate' | 'minutes'>) {
  const others = rows.filter((row) => row.workDate === workDate && row.id !== id)
  const day = others.reduce((sum, row) => sum + row.minutes, minutes)
  return others.length > 0 && day > LONG_DAY_MINUTES ? `Det blir ${shortHours(day)} tim den ${workDate}.` : undefined
}

type CheckedRow = Span & { userId: string; id?: string; isPlaced: boolean }

/** The same for a row with from and to; if its times do not exist the database refuses it. */
async function askAboutSpan(db: Db, row: CheckedRow): Promise<void> {
  const { userId, id, workDate, isPlaced } = row
  const minutes = elapsedMinutes(row) ?? 0
  await askAboutTime(db, {
    userId,
    workDate,
    span: isPlaced ? row : undefined,
    minutes,
    ...(id !== undefined && { id }),
  })
}

const question = (text: string) => new AppError(409, 'time_question', text)

/** Throws what createTime throws, and 409 `time_question` if `asks` is set. */
export async function createCheckedTime(db: Db, actor: StaffActor, { asks, ...entry }: NewTimeEntry) {
  if (asks) await askAboutSpan(db, { ...entry, userId: entry.userId ?? actor.userId, isPlaced: true })
  return createTime(db, actor, entry)
}

/** Throws what changeTime throws, and 409 `time_question` if `asks` is set and the row is moved. */
export async function changeCheckedTime(db: Db, actor: StaffActor, id: string, { asks, ...entry }: ChangedTimeEntry) {
  const before = await getTime(db, id)
  const userId = entry.userId ?? before.technician.id
  const isMoved =
    userId !== before.technician.id ||
    (['workDate', 'timeFrom', 'timeTo', 'fromIsFirst', 'toIsFirst', 'isPlaced'] as const).some(
      (key) => entry[key] !== undefined && entry[key] !== before[key],
    )
  if (asks && isMoved && before.version === entry.version)
    await askAboutSpan(db, { ...entry, userId, id, isPlaced: staysPlaced(before, entry) })
  return changeTime(db, actor, id, entry)
}
