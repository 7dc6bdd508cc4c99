import type { StaffActor } from '#platform/database/actor.ts'
import type { Db } from '#platform/database/database.ts'
import type { ChosenReminder, Reminder } from '../reminders.contract.ts'
import { ticketScope } from './ticket-scope.queries.ts'

/** The actor's reminder of a ticket after a day. Row-level security shows each person the own reminders only. */
export const reminderOf = (db: Db, ticketId: string, today: string) =>
  db.selectFrom('ticketReminders').select('remindOn').where('ticketId', '=', ticketId).where('remindOn', '>', today)

/** Sets or removes the actor's reminder. Throws 404 for a ticket that the actor may not see. */
export async function changeReminder(
  db: Db,
  { userId }: StaffActor,
  ticketId: string,
  { remindOn }: ChosenReminder,
): Promise<Reminder> {
  const { orgId } = await ticketScope(db, ticketId)
  // The reminder of another day is a new one, of which the person has not been notified.
  await db.deleteFrom('ticketReminders').where('ticketId', '=', ticketId).execute()
  if (remindOn !== null)
    await db
      .insertInto('ticketReminders')
      .values({ orgId, userId, ticketId, remindOn })
      .onConflict((row) => row.columns(['orgId', 'userId', 'ticketId']).doUpdateSet({ remindOn }))
      .execute()
  return { remindOn }
}
