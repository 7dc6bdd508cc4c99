import { type RawBuilder, sql } from 'kysely'
import { lockActiveCustomer } from '#features/customers/server/customers.queries.ts'
import type { StaffActor } from '#platform/database/actor.ts'
import { onConstraint } from '#platform/database/constraints.ts'
import type { Db } from '#platform/database/database.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import { AppError, invalidField, notFound } from '#platform/http/app-error.ts'
import { organizationOf } from '#platform/http/organization.ts'
import { CLOCK_GONE, CLOCK_RUNS, type Clock, type NewClock } from '../clock.contract.ts'
import { TICKET_OF_OTHER_CUSTOMER } from '../time.contract.ts'

/** The actor's clock; row-level security hides all others. */
export async function findClock(db: Db): Promise<Clock | undefined> {
  const row = await db
    .selectFrom('clocks')
    .leftJoin('customers', (join) =>
      join.onRef('customers.orgId', '=', 'clocks.orgId').onRef('customers.id', '=', 'clocks.customerId'),
    )
    .leftJoin('tickets', (join) =>
      join.onRef('tickets.orgId', '=', 'clocks.orgId').onRef('tickets.id', '=', 'clocks.ticketId'),
    )
    .select([
      'clocks.id',
      'startedAt',
      'stoppedAt',
      sql<number>`extract(epoch from coalesce(stopped_at, clock_timestamp()) - started_at)::int`.as('seconds'),
      sql<number>`coalesce(extract(epoch from confirmed_at - started_at), 0)::int`.as('confirmedSeconds'),
      'clocks.customerId',
      'customers.name',
      'customers.archivedAt',
      'clocks.ticketId',
      'ticketNumber',
      'title',
    ])
    .executeTakeFirst()
  if (!row) return undefined
  const { customerId, name, archivedAt, ticketId, ticketNumber, title, ...clock } = row
  return {
    ...clock,
    customer: customerId && name ? { id: customerId, name, isArchived: archivedAt !== null } : null,
    ticket: ticketId && ticketNumber && title ? { id: ticketId, ticketNumber, title } : null,
  }
}

async function getClock(db: Db): Promise<Clock> {
  const clock = await findClock(db)
  if (!clock) throw notFound(CLOCK_GONE)
  return clock
}

/** Throws 409 if the actor already has a clock, 404 for an unknown customer, 422 for another customer's ticket. */
export async function startClock(db: Db, actor: StaffActor, { customerId, ticketId }: NewClock): Promise<Clock> {
  if (customerId) await lockActiveCustomer(db, customerId)
  await onConstraint(
    {
      clocks_pkey: () => new AppError(409, 'clock_runs', CLOCK_RUNS),
      clocks_ticket: () => invalidField('ticketId', TICKET_OF_OTHER_CUSTOMER),
      clocks_ticket_has_customer: () => invalidField('customerId', 'Välj en kund'),
    },
    () =>
      db
        .insertInto('clocks')
        .values({
          userId: actor.userId,
          orgId: organizationOf(actor),
          id: uuidv7(),
          customerId: customerId ?? null,
          ticketId: ticketId ?? null,
        })
        .execute(),
  )
  return getClock(db)
}

/** Throws 404 unless the clock exists and is the actor's. */
async function changeClock(db: Db, id: string, set: ClockChange): Promise<Clock> {
  const changed = await db.updateTable('clocks').set(set).where('id', '=', id).returning('id').executeTakeFirst()
  if (!changed) throw notFound(CLOCK_GONE)
  return getClock(db)
}
type ClockChange = { stoppedAt: RawBuilder<string> | null; confirmedAt?: RawBuilder<string> }

export const stopClock = (db: Db, id: string): Promise<Clock> =>
  changeClock(db, id, { stoppedAt: sql`coalesce(stopped_at, now())` })
export const resumeClock = (db: Db, id: string): Promise<Clock> =>
  changeClock(db, id, { stoppedAt: null, confirmedAt: sql`now()` })

/** Throws 404 unless the clock exists and is the actor's. */
export async function removeClock(db: Db, id: string): Promise<void> {
  const removed = await db.deleteFrom('clocks').where('id', '=', id).returning('id').executeTakeFirst()
  if (!removed) throw notFound(CLOCK_GONE)
}
