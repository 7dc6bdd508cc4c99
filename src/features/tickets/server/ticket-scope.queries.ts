import type { Db } from '#platform/database/database.ts'
import { notFound } from '#platform/http/app-error.ts'
import { TICKET_NOT_FOUND } from '../tickets.contract.ts'

/** The organization, the customer and the title of a ticket. Throws 404 for a ticket that the actor may not see. */
export async function ticketScope(db: Db, ticketId: string) {
  const scope = await db
    .selectFrom('tickets')
    .select(['orgId', 'customerId', 'title'])
    .where('id', '=', ticketId)
    .executeTakeFirst()
  if (!scope) throw notFound(TICKET_NOT_FOUND)
  return scope
}
