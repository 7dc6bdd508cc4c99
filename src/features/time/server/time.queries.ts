import { type Insertable, type Kysely, sql } from 'kysely'
import { lockActiveCustomer } from '#features/customers/server/customers.queries.ts'
import type { StaffActor } from '#platform/database/actor.ts'
import { audit } from '#platform/database/audit.ts'
import type { Db } from '#platform/database/database.ts'
import type { Schema } from '#platform/database/schema.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import { withInserted } from '#platform/database/with-inserted.ts'
import { AppError, alreadyDone, conflict, forbidden, notFound } from '#platform/http/app-error.ts'
import { organizationOf } from '#platform/http/organization.ts'
import type { MonthSpan } from '#shared/dates.rules.ts'
import { isAdmin } from '#shared/roles.rules.ts'
import {
  type ChangedTimeEntry,
  LOCKED,
  type NewTimeEntry,
  NOT_YOURS,
  TIME_NOT_FOUND,
  TimeEntry,
} from '../time.contract.ts'
import { changeProblem } from '../time.rules.ts'
import { canBeRut } from '../work-kinds.rules.ts'
import { removeClock } from './clock.queries.ts'
import { auditDetail } from './time-audit.ts'
import { withTimeErrors } from './time-errors.ts'

/** Time entries that are not removed; the base of every query for lists and sums. */
export const activeTime = (db: Kysely<Schema>) =>
  db.selectFrom('timeEntries').where('timeEntries.deletedAt', 'is', null)

/** Time entries that are not removed, with their customers, technicians and tickets. */
export const timeSource = (db: Kysely<Schema>) =>
  activeTime(db)
    .innerJoin('customers', (join) =>
      join.onRef('customers.orgId', '=', 'timeEntries.orgId').onRef('customers.id', '=', 'timeEntries.customerId'),
    )
    .innerJoin('profiles', (join) =>
      join.onRef('profiles.orgId', '=', 'timeEntries.orgId').onRef('profiles.id', '=', 'timeEntries.userId'),
    )
    .leftJoin('tickets', (join) =>
      join.onRef('tickets.orgId', '=', 'timeEntries.orgId').onRef('tickets.id', '=', 'timeEntries.ticketId'),
    )

/** Selects the columns of a time entry; `toTimeEntry` converts a row. */
export const withNames = (source: ReturnType<typeof timeSource>) =>
  source.select([
    'timeEntries.id',
    'workDate',
    'timeFrom',
    'timeTo',
    'isPlaced',
    'fromIsFirst',
    'toIsFirst',
    'minutes',
    'timeEntries.description',
    'timeEntries.notes',
    'reported',
    'reportedAt',
    'reportId',
    'timeEntries.version',
    'timeEntries.userId',
    'profiles.fullName',
    'timeEntries.customerId',
    'customers.name as customerName',
    'customers.archivedAt as customerArchivedAt',
    'timeEntries.kind',
    'isRut',
    'timeEntries.unbilledReason',
    'timeEntries.ticketId',
    'ticketNumber',
    'title',
  ])

type NamedRow = Awaited<ReturnType<ReturnType<typeof withNames>['executeTakeFirstOrThrow']>>

type Names = Pick<NamedRow, 'userId' | 'fullName' | 'customerId' | 'customerName' | 'customerArchivedAt' | 'ticketId'> &
  Pick<NamedRow, 'ticketNumber' | 'title'>

/** Converts the technician, customer and ticket of a row to the shape of the contracts. */
export const withParts = <Row extends Names>({
  userId,
  fullName,
  customerId,
  customerName,
  customerArchivedAt,
  ticketId,
  ticketNumber,
  title,
  ...row
}: Row) => ({
  ...row,
  technician: { id: userId, fullName },
  customer: { id: customerId, name: customerName, isArchived: customerArchivedAt !== null },
  ticket: ticketId && ticketNumber && title ? { id: ticketId, ticketNumber, title } : null,
})

/** Converts a row of `withNames` to the contract's shape. */
export const toTimeEntry = (row: NamedRow): TimeEntry => withParts(row)

const storedSums = [
  sql<number>`coalesce(sum(entries), 0)::int`.as('rows'),
  sql<number>`coalesce(sum(minutes), 0)::int`.as('minutes'),
] as const

/** The sum of unreported time, of the organization or of one customer. */
export const openSums = (db: Kysely<Schema>, customerId?: string) =>
  db
    .selectFrom('openTimeSums')
    .$if(customerId !== undefined, (query) => query.where('customerId', '=', customerId ?? ''))
    .select(storedSums)

/** The sum of all time of a customer, reported or not. */
export const customerSums = (db: Kysely<Schema>, customerId: string) =>
  db.selectFrom('customerTimeSums').where('customerId', '=', customerId).select(storedSums)

/** The sum of all time of days, of everybody or of one person. */
export const dailySums = (db: Kysely<Schema>, userId?: string, span?: MonthSpan) =>
  db
    .selectFrom('dailyTimeSums')
    .$if(userId !== undefined, (query) => query.where('userId', '=', userId ?? ''))
    .$if(span !== undefined, (query) =>
      query.where('workDate', '>=', span?.from ?? '').where('workDate', '<', span?.before ?? ''),
    )
    .select(storedSums)

/** The sum of reported time, of all years or of one. */
export const reportedSums = (db: Kysely<Schema>, year?: string) =>
  db
    .selectFrom('reportedTimeSums')
    .$if(year !== undefined, (query) => query.where('year', '=', Number(year)))
    .select(storedSums)
export const reportedTotal = (db: Db, year?: string) => reportedSums(db, year).executeTakeFirstOrThrow()

async function findTime(db: Db, id: string) {
  const row = await withNames(timeSource(db)).where('timeEntries.id', '=', id).executeTakeFirst()
  return row && toTimeEntry(row)
}

export async function getTime(db: Db, id: string) {
  const entry = await findTime(db, id)
  if (!entry) throw notFound(TIME_NOT_FOUND)
  return entry
}

type EntryToCreate = Omit<NewTimeEntry, 'asks'>

/**
 * Throws 422 without an organization or for invalid time, another customer's ticket or a deactivated technician, 403 for
 * another's time, 404 for an unknown customer or clock.
 */
export async function createTime(db: Db, actor: StaffActor, { userId, clockId, ...entry }: EntryToCreate) {
  const orgId = organizationOf(actor)
  await lockActiveCustomer(db, entry.customerId)
  if (clockId) await removeClock(db, clockId)
  return insertTime(db, actor, { ...entry, orgId, userId: technicianOf(actor, userId), createdBy: actor.userId })
}

/** Stores and audits a row. Throws what createTime throws for what the database refuses. */
export async function insertTime(db: Db, actor: StaffActor, row: Omit<Insertable<Schema['timeEntries']>, 'id'>) {
  const id = uuidv7()
  const inserted = withNames(timeSource(withInserted(db, 'timeEntries', { ...row, id })))
  const created = toTimeEntry(await withTimeErrors(() => inserted.executeTakeFirstOrThrow()))
  await audit(db, actor, {
    action: 'created',
    subject: 'time_entry',
    subjectId: id,
    detail: { after: auditDetail(created) },
  })
  return created
}

/** Whether the changed row has clock times: it had them before, is marked so, or got other ones. */
export const staysPlaced = (
  before: TimeEntry,
  { isPlaced, timeFrom, timeTo }: Pick<ChangedTimeEntry, 'isPlaced' | 'timeFrom' | 'timeTo'>,
): boolean => before.isPlaced || isPlaced === true || timeFrom !== before.timeFrom || timeTo !== before.timeTo

/** Throws what createTime throws, and 409 for an outdated version and for a reported row. */
export async function changeTime(
  db: Db,
  actor: StaffActor,
  id: string,
  {
    version,
    userId,
    ticketId,
    kind: changedKind,
    isRut,
    unbilledReason,
    isPlaced,
    ...entry
  }: Omit<ChangedTimeEntry, 'asks'>,
) {
  const before = await getTime(db, id)
  refuseChange(before, actor)
  if (before.version !== version) throw conflict(TimeEntry, before)
  const isMoved = before.customer.id !== entry.customerId
  if (isMoved) await lockActiveCustomer(db, entry.customerId)
  const currentTicketId = isMoved ? null : (before.ticket?.id ?? null)
  const kind = changedKind ?? before.kind
  const technician = userId ? technicianOf(actor, userId) : before.technician.id
  const isSameSpan = (['workDate', 'timeFrom', 'timeTo'] as const).every((key) => entry[key] === before[key])
  const changed = await withTimeErrors(() =>
    db
      .updateTable('timeEntries')
      .set({
        ...entry,
        fromIsFirst: entry.fromIsFirst ?? (isSameSpan && before.fromIsFirst),
        toIsFirst: entry.toIsFirst ?? (isSameSpan && before.toIsFirst),
        ticketId: ticketId === undefined ? currentTicketId : ticketId,
        kind,
        isRut: isRut ?? (before.isRut && canBeRut(kind) && !isMoved),
        unbilledReason: unbilledReason === undefined ? before.unbilledReason : unbilledReason,
        isPlaced: staysPlaced(before, { ...entry, isPlaced }),
        userId: technician,
        version: version + 1,
      })
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

/** Soft-deletes the row, which excludes it from lists and sums until it is restored. Returns the row before. */
export async function removeTime(db: Db, actor: StaffActor, id: string) {
  const entry = await getTime(db, id)
  refuseChange(entry, actor)
  const removed = await withTimeErrors(() =>
    db
      .updateTable('timeEntries')
      .set({ deletedAt: sql`now()` })
      .where('id', '=', id)
      .where('deletedAt', 'is', null)
      .returning('id')
      .executeTakeFirst(),
  )
  if (!removed) throw notFound(TIME_NOT_FOUND)
  const detail = { before: auditDetail(entry) }
  await audit(db, actor, { action: 'deleted', subject: 'time_entry', subjectId: id, detail })
  return entry
}

/** Throws 404 for an unknown row, 403 for a colleague's and 409 for one that is not removed. */
export async function restoreTime(db: Db, actor: StaffActor, id: string) {
  const removed = await db.selectFrom('timeEntries').select('userId').where('id', '=', id).executeTakeFirst()
  if (!removed) throw notFound(TIME_NOT_FOUND)
  if (!isAdmin(actor) && removed.userId !== actor.userId) throw forbidden(NOT_YOURS)
  const restored = await db
    .updateTable('timeEntries')
    .set({ deletedAt: null })
    .where('id', '=', id)
    .where('deletedAt', 'is not', null)
    .returning('id')
    .executeTakeFirst()
  const current = await getTime(db, id)
  if (!restored) throw alreadyDone(TimeEntry, current)
  await audit(db, actor, { action: 'restored', subject: 'time_entry', subjectId: id })
  return current
}

/** The actor, unless an administrator chose another technician. Throws 403. */
function technicianOf(actor: StaffActor, userId: string | null) {
  if (!userId || userId === actor.userId) return actor.userId
  if (!isAdmin(actor)) throw forbidden('Bara administratörer kan registrera tid åt en annan tekniker')
  return userId
}

export function refuseChange(entry: TimeEntry, actor: StaffActor) {
  switch (changeProblem(entry, actor)) {
    case 'locked':
      throw new AppError(409, 'locked', LOCKED)
    case 'not_yours':
      throw forbidden(NOT_YOURS)
    case undefined:
  }
}

/** The refusal to change a row on a billed invoice basis, whose number is in the detail of the database's error (guard_billed_row). */
export const rowIsBilled = (number = '') =>
  new AppError(409, 'billed', `Raden ingår i underlag ${number}. Ta tillbaka underlaget först.`)
