import { sql } from 'kysely'
import { calendarOf } from '#features/company/opening-hours.rules.ts'
import { hoursColumns } from '#features/company/server/opening-hours.queries.ts'
import type { Database, Db } from '#platform/database/database.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import type { Schedule, Tasks } from '#platform/jobs/job-catalogue.ts'
import { momentInStockholm } from '#shared/dates.rules.ts'
import { type Due, findDue } from '../recurrence.rules.ts'
import { settleAnswers } from './answer-clock.queries.ts'
import { notifyOfMadeTicket } from './notifications.queries.ts'

const RECURRING_TICKETS = 'recurring-tickets'

/** The background jobs of this feature. */
export const recurringTasks = ({ database }: { database: Database }): Tasks => ({
  [RECURRING_TICKETS]: () => makeDueTickets(database),
})

/** Frequent, because a ticket is at most this late after the opening. */
export const recurringSchedule: Schedule = [{ task: RECURRING_TICKETS, match: '*/5 * * * *' }]

type DueTicket = Due & { orgId: string; id: string; isActive: boolean }

/**
 * Creates the due tickets of every organization. Each is a separate transaction: one that fails is retried with the job and
 * delays no other.
 */
export async function makeDueTickets(database: Database, now = new Date()) {
  const due = await database.as('jobs', (db) => listDue(db, momentInStockholm(now)))
  const failures: unknown[] = []
  for (const ticket of due)
    try {
      await database.as('jobs', (db) => (ticket.isMade && ticket.isActive ? makeTicket(db, ticket) : skip(db, ticket)))
    } catch (error) {
      failures.push(error)
    }
  if (failures.length > 0) throw new AggregateError(failures, 'Some recurring tickets were not made')
}

/** Also handles dates of paused and removed ones, and of archived customers, so that they create no tickets later. */
async function listDue(db: Db, moment: string): Promise<DueTicket[]> {
  const rows = await db
    .selectFrom('recurringTickets as recurring')
    .innerJoin('companyFacts', 'companyFacts.orgId', 'recurring.orgId')
    .innerJoin('customers', (join) =>
      join.onRef('customers.orgId', '=', 'recurring.orgId').onRef('customers.id', '=', 'recurring.customerId'),
    )
    .select([
      'recurring.orgId',
      'recurring.id',
      'every',
      'firstOn',
      'isLastDay',
      'skipsClosed',
      'handledUntil',
      'waitingOn',
    ])
    .select((eb) => [
      eb
        .and([eb('isPaused', '=', false), eb('deletedAt', 'is', null), eb('customers.archivedAt', 'is', null)])
        .as('isActive'),
    ])
    .select(hoursColumns)
    .orderBy('recurring.id')
    .execute()
  return rows.flatMap(({ orgId, id, isActive, ...row }) => {
    const calendar = calendarOf(row)
    const due = findDue(row, moment, (date) => calendar(date).intervals[0]?.opens)
    return due ? [{ ...due, orgId, id, isActive: isActive === true }] : []
  })
}

/** Creates no ticket when another process has, or when it was paused, rescheduled or removed since. */
async function makeTicket(db: Db, { orgId, id, date }: DueTicket) {
  const ticketId = uuidv7()
  const { rows } = await sql<{ isMade: boolean }>`
    select open_recurring_ticket(${orgId}, ${id}, ${ticketId}, ${date}::date) as is_made`.execute(db)
  if (!rows[0]?.isMade) return
  await settleAnswers(db)
  const { assignedTo } = await db
    .selectFrom('tickets')
    .select('assignedTo')
    .where('orgId', '=', orgId)
    .where('id', '=', ticketId)
    .executeTakeFirstOrThrow()
  await notifyOfMadeTicket(db, { orgId, ticketId, assignee: assignedTo, madeBy: null })
}

async function skip(db: Db, { orgId, id, date }: DueTicket) {
  await db
    .updateTable('recurringTickets')
    .set({ handledUntil: sql<string>`greatest(handled_until, ${date}::date)`, waitingOn: null })
    .where('orgId', '=', orgId)
    .where('id', '=', id)
    .where((eb) => eb.or([eb('handledUntil', '<', date), eb('waitingOn', '<=', date)]))
    .execute()
}
