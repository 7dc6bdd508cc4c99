import { sql } from 'kysely'
import { countEnquiriesToDo, listEnquiriesToDo } from '#features/inbox/server/enquiries-to-do.queries.ts'
import { countTicketsToDo, listTicketsToDo, type ToDoPage } from '#features/tickets/server/tickets-to-do.queries.ts'
import { compareToDo, toDoKeys, toDoPositionOf } from '#features/tickets/to-do.rules.ts'
import type { StaffActor } from '#platform/database/actor.ts'
import type { Db } from '#platform/database/database.ts'
import { page, positionOf } from '#platform/database/keyset.ts'
import { PAGE_SIZE } from '#shared/contract.ts'
import { todayInStockholm } from '#shared/dates.rules.ts'

/** A page of what the actor should handle; the count comes with the first page only. */
export async function listToDo(db: Db, actor: StaffActor, after: string | undefined, today = todayInStockholm()) {
  const position = positionOf(after, toDoKeys)
  const [rows, count] = await Promise.all([
    firstToDo(db, actor, { today, after: position, limit: PAGE_SIZE + 1 }),
    position ? null : countToDo(db, actor, today),
  ])
  return { ...page(rows, toDoPositionOf), count }
}

/** The first `limit` rows after a position. */
export async function firstToDo(db: Db, actor: StaffActor, wanted: ToDoPage) {
  const [tickets, enquiries] = await Promise.all([
    listTicketsToDo(db, actor, wanted),
    listEnquiriesToDo(db, actor, wanted),
  ])
  return [...tickets, ...enquiries].sort(compareToDo).slice(0, wanted.limit)
}

/** How many tickets and enquiries the list has. */
export async function countToDo(db: Db, actor: StaffActor, today = todayInStockholm()): Promise<number> {
  const sum = sql<number>`(${countTicketsToDo(db, actor, today)}) + (${countEnquiriesToDo(db, actor)})`
  const { count } = await db.selectNoFrom([sum.as('count')]).executeTakeFirstOrThrow()
  return count
}
