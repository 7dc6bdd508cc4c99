import { sql } from 'kysely'
import type { StaffActor } from '#platform/database/actor.ts'
import type { Db } from '#platform/database/database.ts'
import type { Person } from './people.queries.ts'
import type { Presence } from './presence.ts'
import { ticketScope } from './ticket-scope.queries.ts'

/**
 * Renews the user's presence on the ticket and lists the other viewers by name. Throws 404 for a ticket that the actor may not
 * see.
 */
export async function renewPresence(
  db: Db,
  { userId }: StaffActor,
  ticketId: string,
  presence: Presence,
): Promise<{ others: Person[] }> {
  const { orgId } = await ticketScope(db, ticketId)
  const viewer = { orgId, ticketId, userId }
  presence.renew(viewer)
  const ids = presence.othersOn(viewer)
  if (ids.length === 0) return { others: [] }
  const others = await db
    .selectFrom('profiles')
    .select(['id', 'fullName'])
    .where('id', 'in', ids)
    .orderBy(sql`full_name collate "sv-SE-x-icu"`)
    .execute()
  return { others }
}

/** Ends the user's presence on the ticket. Throws 404 for a ticket that the actor may not see. */
export async function endPresence(db: Db, { userId }: StaffActor, ticketId: string, presence: Presence) {
  const { orgId } = await ticketScope(db, ticketId)
  presence.end({ orgId, ticketId, userId })
}
