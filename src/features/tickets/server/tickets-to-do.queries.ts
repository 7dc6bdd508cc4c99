// The tickets of 'Att göra'. screens/ticket/server/to-do.queries.ts joins them with the enquiries of Inkorg.
import { sql } from 'kysely'
import type { StaffActor } from '#platform/database/actor.ts'
import type { Db } from '#platform/database/database.ts'
import type { ToDoPosition } from '../to-do.rules.ts'
import { listedStatuses, ticketRows, toTicketRow } from './ticket-rows.ts'

export type ToDoPage = { today: string; after: ToDoPosition | undefined; limit: number }

/**
 * The actor's tickets and those that nobody has, except resolved ones, those that wait for their customer, and those with a reminder
 * to come. One that is unanswered and in which something has happened since the reminder was set is listed: the customer has written.
 */
const isToDo = ({ userId }: StaffActor, today: string) => sql<boolean>`${listedStatuses.unresolved}
  and tickets.on_hold_since is null and (tickets.assigned_to is null or tickets.assigned_to = ${userId})
  and not exists (select from ticket_reminders reminder where reminder.org_id = tickets.org_id
    and reminder.ticket_id = tickets.id and reminder.user_id = ${userId} and reminder.remind_on > ${today}
    and (tickets.unanswered_since is null
      or greatest(tickets.unanswered_since, tickets.last_activity_at) <= reminder.set_at))`

const rank = sql<number>`to_do_rank(priority, unanswered_since)`
const since = sql<string>`coalesce(due_at, unanswered_since, last_activity_at)`

/** Up to `limit` of them, in the order of `compareToDo`. Only those are joined with what their rows show. */
export async function listTicketsToDo(db: Db, actor: StaffActor, { today, after, limit }: ToDoPage) {
  const first = db
    .selectFrom('tickets')
    .select('tickets.id')
    .where(isToDo(actor, today))
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(${rank}, ${since}, ticket_number, tickets.id) >
          (${after?.rank}::int, ${after?.since}::timestamptz, ${after?.ticketNumber}::int, ${after?.id}::uuid)`,
      ),
    )
    .orderBy(sql`${rank}, ${since}, ticket_number`)
    .limit(sql.lit(limit))
  const rows = await ticketRows(db)
    .select([rank.as('rank'), since.as('since')])
    .where(sql<boolean>`tickets.id = any(array(${first}))`)
    .orderBy(sql`${rank}, ${since}, ticket_number`)
    .execute()
  return rows.map((row) => ({ ...toTicketRow(row), type: 'ticket' as const }))
}

export const countTicketsToDo = (db: Db, actor: StaffActor, today: string) =>
  db
    .selectFrom('tickets')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(isToDo(actor, today))
