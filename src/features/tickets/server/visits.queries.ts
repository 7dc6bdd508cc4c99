// Planned visits: those of a ticket's screens and of a person's days, and the acts of staff (docs/decisions/113).
import { type Kysely, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { StaffActor } from '#platform/database/actor.ts'
import { onConstraint } from '#platform/database/constraints.ts'
import type { Db } from '#platform/database/database.ts'
import { fromNestedTimestamp, withNestedRows } from '#platform/database/nested-rows.ts'
import type { Schema } from '#platform/database/schema.ts'
import { AppError, conflict, invalid, invalidField, notFound } from '#platform/http/app-error.ts'
import { addDays } from '#shared/dates.rules.ts'
import { writeInSurvivorText } from '../merging.contract.ts'
import {
  type ChangedVisit,
  type DayVisit,
  type NewVisit,
  type PortalVisit,
  VISIT_IS_CANCELLED,
  VISIT_NOT_FOUND,
  VISIT_OF_CLOSED_TICKET,
  VISITOR_INACTIVE,
  VISITOR_NOT_FOUND,
  VISITS_PER_TICKET_MAX,
  Visit,
} from '../visits.contract.ts'
import { type VisitTime, visitTimeOf } from '../visits.rules.ts'
import { partsOf } from './merged-tickets.queries.ts'
import { notifyOfVisit } from './notifications.queries.ts'
import { namesOf, personOf } from './people.queries.ts'
import { ticketScope } from './ticket-scope.queries.ts'

/** The instant at which a date begins. */
const startOf = (date: string) => sql<string>`${date}::timestamp at time zone business_time_zone()`

const visitRows = (db: Kysely<Schema>) =>
  db
    .selectFrom('visits')
    .innerJoin('profiles as person', (join) =>
      join.onRef('person.orgId', '=', 'visits.orgId').onRef('person.id', '=', 'visits.userId'),
    )
    .select(['visits.id', 'visits.startsAt', 'visits.endsAt', 'visits.note', 'visits.version'])
    .select(['visits.ticketId', 'visits.userId', 'person.fullName', 'visits.cancelledAt'])
    .select((eb) => [
      eb('visits.enqueuedVersion', 'is not distinct from', eb.ref('visits.version')).as('isEnqueued'),
      jsonArrayFrom(
        eb
          .selectFrom('visitRecipients as mailed')
          .select(['mailed.address', 'mailed.isReturned'])
          .select(sql<boolean>`mailed.mailed_version is not distinct from visits.version`.as('isSent'))
          .whereRef('mailed.orgId', '=', 'visits.orgId')
          .whereRef('mailed.visitId', '=', 'visits.id')
          .where('mailed.isRecipient', '=', true)
          .orderBy('mailed.address'),
      ).as('mailed'),
    ])

type VisitRow = Awaited<ReturnType<ReturnType<typeof visitRows>['executeTakeFirstOrThrow']>>

function toVisit(visit: VisitRow, fromNumber: number | null): Visit {
  const { userId, fullName, cancelledAt, isEnqueued, mailed, ...row } = visit
  return {
    ...row,
    startsAt: fromNestedTimestamp(row.startsAt),
    endsAt: fromNestedTimestamp(row.endsAt),
    fromNumber,
    who: { id: userId, fullName },
    isCancelled: cancelledAt !== null,
    mailedTo: isEnqueued ? mailed.map(({ address, ...mail }) => ({ address, state: stateOf(mail) })) : null,
  }
}

function stateOf({ isSent, isReturned }: { isSent: boolean; isReturned: boolean }) {
  if (!isSent) return 'waiting'
  return isReturned ? 'returned' : 'sent'
}

/** The visits of a ticket and of those merged into it that end today or later, without cancelled ones, first the next. */
export const visitsOfTicket = (db: Kysely<Schema>, ticketId: string, today: string) =>
  visitRows(db)
    .innerJoin(
      sql<{ id: string; number: number | null }>`${partsOf(ticketId)}`.as<'part'>(sql`part (id, number)`),
      (join) => join.onRef('part.id', '=', 'visits.ticketId'),
    )
    .select('part.number as fromNumber')
    .where('visits.cancelledAt', 'is', null)
    .where('visits.endsAt', '>=', startOf(today))
    .orderBy('visits.startsAt')
    .orderBy('visits.id')

export const toVisits = (rows: (VisitRow & { fromNumber: number | null })[]): Visit[] =>
  rows.map(({ fromNumber, ...row }) => toVisit(row, fromNumber))

async function getVisit(db: Db, id: string): Promise<Visit> {
  const row = await visitRows(withNestedRows(db)).where('visits.id', '=', id).executeTakeFirst()
  if (!row) throw notFound(VISIT_NOT_FOUND)
  return toVisit(row, null)
}

/** A person's visits from a date to before another one, without cancelled ones, first the next. */
export const visitsOfPerson = (db: Kysely<Schema>, userId: string, from: string, before: string) =>
  db
    .selectFrom('visits')
    .innerJoin('profiles as person', (join) =>
      join.onRef('person.orgId', '=', 'visits.orgId').onRef('person.id', '=', 'visits.userId'),
    )
    .innerJoin('tickets as named', (join) =>
      join.onRef('named.orgId', '=', 'visits.orgId').onRef('named.id', '=', 'visits.ticketId'),
    )
    .innerJoin('tickets as ticket', (join) =>
      join
        .onRef('ticket.orgId', '=', 'named.orgId')
        // Under row-level security the planner uses no index for a comparison with coalesce().
        .on(
          'ticket.id',
          '=',
          sql<string>`case when named.merged_into is null then named.id else named.merged_into end`,
        ),
    )
    .innerJoin('customers', (join) =>
      join.onRef('customers.orgId', '=', 'visits.orgId').onRef('customers.id', '=', 'visits.customerId'),
    )
    .select(['visits.id', 'visits.startsAt', 'visits.endsAt', 'visits.userId', 'person.fullName'])
    .select(['ticket.id as ticketId', 'ticket.ticketNumber', 'ticket.title'])
    .select(['customers.id as customerId', 'customers.name as customerName', 'customers.archivedAt'])
    .where('visits.userId', '=', userId)
    .where('visits.cancelledAt', 'is', null)
    .where('visits.startsAt', '<', startOf(before))
    .where('visits.endsAt', '>', startOf(from))
    .orderBy('visits.startsAt')
    .orderBy('visits.id')

type DayRow = Awaited<ReturnType<ReturnType<typeof visitsOfPerson>['executeTakeFirstOrThrow']>>

export const toDayVisit = (row: DayRow): DayVisit => ({
  id: row.id,
  startsAt: fromNestedTimestamp(row.startsAt),
  endsAt: fromNestedTimestamp(row.endsAt),
  who: { id: row.userId, fullName: row.fullName },
  ticket: { id: row.ticketId, ticketNumber: row.ticketNumber, title: row.title },
  customer: { id: row.customerId, name: row.customerName, isArchived: row.archivedAt !== null },
})

type Days = { from: string; days: number; userId?: string | undefined }

/** The visits of the actor, or of another of staff. */
export async function listVisitsOfDays(db: Db, actor: StaffActor, { userId = actor.userId, from, days }: Days) {
  return (await visitsOfPerson(db, userId, from, addDays(from, days)).execute()).map(toDayVisit)
}

/** The coming visits of a ticket and of the merged ones that the login sees, first the next. */
export async function listPortalVisits(db: Db, ticketId: string): Promise<PortalVisit[]> {
  const rows = await db
    .selectFrom('visits')
    .select(['id', 'startsAt', 'endsAt', 'note', 'userId'])
    .where('ticketId', 'in', sql<string>`(select id from ${partsOf(ticketId)} part (id, number))`)
    .where('cancelledAt', 'is', null)
    .where('endsAt', '>', sql<string>`now()`)
    .orderBy('startsAt')
    .orderBy('id')
    .execute()
  const names = await namesOf(
    db,
    rows.map(({ userId }) => userId),
  )
  return rows.map(({ userId, ...row }) => ({ ...row, who: personOf(names, userId).fullName }))
}

/**
 * Plans a visit and enqueues mail to the customer. Throws 404 for a ticket or person that the actor may not see, 422 for a merged or
 * closed ticket, for one with too many visits, and for a person who is inactive.
 */
export async function planVisit(db: Db, ticketId: string, visit: NewVisit): Promise<Visit> {
  const { orgId, customerId } = await ticketScope(db, ticketId)
  const { id, changeId } = await withVisitErrors(() =>
    db
      .insertInto('visits')
      .values({ ...columnsOf(visit), orgId, customerId, ticketId })
      .returning(['id', 'changeId'])
      .executeTakeFirstOrThrow(),
  )
  await notifyOfVisit(db, { orgId, id: changeId })
  return getVisit(db, id)
}

/**
 * Changes a visit and enqueues mail; one that is as it was stays so, and nobody gets mail. Throws like `planVisit`, 409 with the
 * current visit for an outdated version, and for one that has been cancelled.
 */
export async function changeVisit(db: Db, id: string, { version, ...visit }: ChangedVisit) {
  const columns = columnsOf(visit)
  const { startsAt, endsAt, userId, note } = columns
  const unchanged = await db
    .selectFrom('visits')
    .select('id')
    .where((eb) => eb.and({ id, version, userId, startsAt, endsAt }))
    .where('note', 'is not distinct from', note)
    .where('cancelledAt', 'is', null)
    .executeTakeFirst()
  return unchanged ? getVisit(db, id) : writeVisit(db, id, version, columns)
}

/** Cancels a visit and enqueues mail. Throws 404 for an unknown one, 409 with the current visit for an outdated version. */
export const cancelVisit = (db: Db, id: string, version: number) =>
  writeVisit(db, id, version, { cancelledAt: sql<string>`now()` })

type Columns = ReturnType<typeof columnsOf> | { cancelledAt: ReturnType<typeof sql<string>> }

async function writeVisit(db: Db, id: string, version: number, columns: Columns): Promise<Visit> {
  const changed = await withVisitErrors(() =>
    db
      .updateTable('visits')
      .set({ ...columns, version: version + 1 })
      .where('id', '=', id)
      .where('version', '=', version)
      .returning(['orgId', 'changeId'])
      .executeTakeFirst(),
  )
  const visit = await getVisit(db, id)
  if (!changed && visit.isCancelled) throw new AppError(409, 'cancelled', VISIT_IS_CANCELLED)
  if (!changed) throw conflict(Visit, visit)
  await notifyOfVisit(db, { orgId: changed.orgId, id: changed.changeId })
  return visit
}

/** The contract has checked that the times exist. */
function columnsOf({ date, timeFrom, timeTo, userId, note }: NewVisit): VisitTime & Pick<NewVisit, 'userId' | 'note'> {
  const time = visitTimeOf({ date, timeFrom, timeTo })
  if (!time) throw new Error(`No time ${timeFrom} or ${timeTo} on ${date}`)
  return { ...time, userId, note }
}

const withVisitErrors = <T>(statement: () => Promise<T>) =>
  onConstraint(
    {
      visits_person: () => notFound(VISITOR_NOT_FOUND),
      visitor_is_active: () => invalidField('userId', VISITOR_INACTIVE),
      visits_in_survivor: ({ detail = '' }) => invalid(writeInSurvivorText({ ticketNumber: Number(detail) })),
      visits_of_active_ticket: () => invalid(VISIT_OF_CLOSED_TICKET),
      visits_at_most_max: () => invalid(`Ett ärende kan ha högst ${VISITS_PER_TICKET_MAX} planerade besök`),
      visits_cancelled_stays: () => new AppError(409, 'cancelled', VISIT_IS_CANCELLED),
    },
    statement,
  )
