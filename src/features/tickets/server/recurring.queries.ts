import { type Kysely, sql } from 'kysely'
import { calendarOf } from '#features/company/opening-hours.rules.ts'
import { getHours } from '#features/company/server/opening-hours.queries.ts'
import { getCustomer, lockActiveCustomer } from '#features/customers/server/customers.queries.ts'
import { restoreFirst } from '#features/customers/server/restore-first.ts'
import type { StaffActor } from '#platform/database/actor.ts'
import { audit } from '#platform/database/audit.ts'
import { onConstraint } from '#platform/database/constraints.ts'
import type { Db } from '#platform/database/database.ts'
import type { Schema } from '#platform/database/schema.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import { alreadyDone, conflict, invalidField, notFound } from '#platform/http/app-error.ts'
import { organizationOf } from '#platform/http/organization.ts'
import { momentInStockholm } from '#shared/dates.rules.ts'
import { findWaiting, nextOpeningDay, type OpeningOn } from '../recurrence.rules.ts'
import { type ChangedRecurring, type NewRecurring, RECURRING_NOT_FOUND, Recurring } from '../recurring.contract.ts'
import { ASSIGNEE_INACTIVE, ASSIGNEE_NOT_FOUND } from '../tickets.contract.ts'

const recurringRows = (db: Kysely<Schema>) =>
  db
    .selectFrom('recurringTickets')
    .leftJoin('profiles', (join) =>
      join
        .onRef('profiles.orgId', '=', 'recurringTickets.orgId')
        .onRef('profiles.id', '=', 'recurringTickets.assignedTo'),
    )
    .select(['recurringTickets.id', 'customerId', 'title', 'description', 'priority', 'profiles.id as assigneeId'])
    .select([
      'profiles.fullName',
      'every',
      'firstOn',
      'isLastDay',
      'skipsClosed',
      'isPaused',
      'handledUntil',
      'waitingOn',
      'version',
    ])

type Row = Awaited<ReturnType<ReturnType<typeof recurringRows>['executeTakeFirstOrThrow']>>

function toRecurring({ assigneeId, fullName, handledUntil, waitingOn, ...row }: Row, openingOn: OpeningOn): Recurring {
  return {
    ...row,
    assignee: assigneeId !== null && fullName !== null ? { id: assigneeId, fullName } : null,
    nextOn: row.isPaused ? null : nextOpeningDay({ ...row, handledUntil, waitingOn }, openingOn),
  }
}

/** A function that returns when the actor's company opens on a date. */
async function openings(db: Db): Promise<OpeningOn> {
  const calendar = calendarOf(await getHours(db))
  return (date) => calendar(date).intervals[0]?.opens
}

/** In the order in which they were created. Throws 404 for an unknown customer. */
export async function listRecurring(db: Db, customerId: string): Promise<Recurring[]> {
  await getCustomer(db, customerId)
  const openingOn = await openings(db)
  const rows = await recurringRows(db)
    .where('customerId', '=', customerId)
    .where('deletedAt', 'is', null)
    .orderBy('recurringTickets.id')
    .execute()
  return rows.map((row) => toRecurring(row, openingOn))
}

/** Throws 404 for an unknown one and for a removed one. */
async function getRecurring(db: Db, id: string): Promise<Recurring> {
  const row = await recurringRows(db)
    .where('recurringTickets.id', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  if (!row) throw notFound(RECURRING_NOT_FOUND)
  return toRecurring(row, await openings(db))
}

/** Throws 404 for an unknown customer or assignee, and 422 for an archived customer or a deactivated assignee. */
export async function createRecurring(db: Db, actor: StaffActor, customerId: string, recurring: NewRecurring) {
  const orgId = organizationOf(actor)
  await lockActiveCustomer(db, customerId, restoreFirst)
  const id = uuidv7()
  await mappingAssigneeErrors(() =>
    db
      .insertInto('recurringTickets')
      .values({ ...recurring, orgId, customerId, id, createdBy: actor.userId })
      .execute(),
  )
  await audit(db, actor, { action: 'created', subject: 'recurring_ticket', subjectId: id, detail: { customerId } })
  return getRecurring(db, id)
}

/**
 * Throws 404 for an unknown one, 409 with the current row for an outdated version, and for the assignee as creating does; an
 * unchanged assignee may be deactivated.
 */
export async function changeRecurring(
  db: Db,
  actor: StaffActor,
  id: string,
  { version, ...recurring }: ChangedRecurring,
  now = new Date(),
) {
  const waitingOn = await waitingDate(db, id, recurring, now)
  const changed = await mappingAssigneeErrors(() =>
    db
      .updateTable('recurringTickets')
      .set({ ...recurring, waitingOn, version: version + 1 })
      .where('id', '=', id)
      .where('version', '=', version)
      .where('deletedAt', 'is', null)
      .returning('version')
      .executeTakeFirst(),
  )
  if (!changed) throw conflict(Recurring, await getRecurring(db, id))
  await audit(db, actor, { action: 'changed', subject: 'recurring_ticket', subjectId: id, detail: changed })
  return getRecurring(db, id)
}

/**
 * The date that waits for the next opening when the row is changed, and must survive new dates. None if closed days are to be
 * skipped from now on.
 */
async function waitingDate(db: Db, id: string, changed: Omit<ChangedRecurring, 'version'>, now: Date) {
  const row = await recurringRows(db).where('recurringTickets.id', '=', id).executeTakeFirst()
  if (!row) throw notFound(RECURRING_NOT_FOUND)
  if (row.isPaused || changed.skipsClosed) return null
  const isSameFrequency =
    row.every === changed.every && row.firstOn === changed.firstOn && row.isLastDay === changed.isLastDay
  if (isSameFrequency) return row.waitingOn
  return findWaiting(row, momentInStockholm(now), await openings(db))
}

/** Throws 404 for an unknown one, 409 for one that already is, or is not, paused. */
export async function pauseRecurring(db: Db, actor: StaffActor, id: string, isPaused: boolean) {
  const changed = await db
    .updateTable('recurringTickets')
    .set({ isPaused, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .where('isPaused', '=', !isPaused)
    .where('deletedAt', 'is', null)
    .returning('id')
    .executeTakeFirst()
  const current = await getRecurring(db, id)
  if (!changed) throw alreadyDone(Recurring, current)
  await audit(db, actor, { action: isPaused ? 'paused' : 'resumed', subject: 'recurring_ticket', subjectId: id })
  return current
}

/** Returns the removed row. Throws 404 for an unknown and for a removed one. */
export async function removeRecurring(db: Db, actor: StaffActor, id: string) {
  const before = await getRecurring(db, id)
  const removed = await db
    .updateTable('recurringTickets')
    .set({ deletedAt: sql<string>`now()` })
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!removed) throw notFound(RECURRING_NOT_FOUND)
  await audit(db, actor, { action: 'deleted', subject: 'recurring_ticket', subjectId: id })
  return before
}

/** Throws 404 for an unknown one, 409 for one that is not removed. */
export async function restoreRecurring(db: Db, actor: StaffActor, id: string) {
  const restored = await db
    .updateTable('recurringTickets')
    .set({ deletedAt: null })
    .where('id', '=', id)
    .where('deletedAt', 'is not', null)
    .returning('id')
    .executeTakeFirst()
  const current = await getRecurring(db, id)
  if (!restored) throw alreadyDone(Recurring, current)
  await audit(db, actor, { action: 'restored', subject: 'recurring_ticket', subjectId: id })
  return current
}

const mappingAssigneeErrors = <T>(statement: () => Promise<T>) =>
  onConstraint(
    {
      recurring_tickets_assignee: () => notFound(ASSIGNEE_NOT_FOUND),
      assignee_is_active: () => invalidField('assignedTo', ASSIGNEE_INACTIVE),
    },
    statement,
  )
