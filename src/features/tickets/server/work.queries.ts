// The counts of the remaining work, for a member of staff.
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import type { WorkCounts } from '../ticket-counts.contract.ts'

/**
 * Counts of unresolved tickets. Each, except the last (for the menu), equals that of a list:
 * ?priority=urgent&status=unresolved, ?status=open&assignee=nobody, ?assignee=me&status=unresolved, ?waiting=us.
 */
export async function countWork(db: Db): Promise<WorkCounts> {
  const { rows } = await sql<WorkCounts>`select urgent, unassigned, mine, waiting, attention from count_work()`.execute(
    db,
  )
  return rows[0] ?? { urgent: 0, unassigned: 0, mine: 0, waiting: 0, attention: 0 }
}
