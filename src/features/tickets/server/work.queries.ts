// The remaining work, for the overview of a member of staff.
import { sql } from 'kysely'
import type { StaffActor } from '#platform/database/actor.ts'
import { compiledOnce } from '#platform/database/compiled-query.ts'
import type { Db } from '#platform/database/database.ts'
import type { WorkCounts } from '../ticket-counts.contract.ts'
import type { TicketRow } from '../tickets.contract.ts'
import { listedStatuses, ticketRows, toTicketRow } from './ticket-rows.ts'

const TO_DO = 8

/**
 * Counts of unresolved tickets. Each, except the last (for the menu), equals that of a list: ?priority=urgent,
 * ?status=open&assignee=nobody, ?assignee=me, ?waiting=us.
 */
export async function countWork(db: Db): Promise<WorkCounts> {
  const { rows } = await sql<WorkCounts>`select urgent, unassigned, mine, waiting, attention from count_work()`.execute(
    db,
  )
  return rows[0] ?? { urgent: 0, unassigned: 0, mine: 0, waiting: 0, attention: 0 }
}

const urgency = sql`priority = 'urgent' desc, unanswered_since nulls last, tickets.created_at, tickets.id`

const ticketsToDo = compiledOnce((db, userId: string) => {
  // Limited before the joins, which would otherwise be made for every candidate.
  const first = db
    .selectFrom('tickets')
    .select('tickets.id')
    .where(listedStatuses.unresolved)
    .where((eb) => eb.or([eb('priority', '=', 'urgent'), eb('assignedTo', '=', userId), eb('assignedTo', 'is', null)]))
    .orderBy(urgency)
    .limit(sql.lit(TO_DO))
  return ticketRows(db).where('tickets.id', 'in', first).orderBy(urgency)
})

/**
 * What the actor should do next: urgent tickets of anybody, then the actor's own and unassigned ones; in both, first those
 * unanswered longest, then the oldest.
 */
export async function listToDo(db: Db, { userId }: StaffActor): Promise<TicketRow[]> {
  const rows = await ticketsToDo(db, userId)
  return rows.map(toTicketRow)
}
