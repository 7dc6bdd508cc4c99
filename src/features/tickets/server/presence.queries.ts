import { sql } from 'kysely'
import type { StaffActor } from '#platform/database/actor.ts'
import type { Db } from '#platform/database/database.ts'
import { PRESENCE_EXPIRES_SECONDS } from '../tickets.contract.ts'
import type { Person } from './people.queries.ts'
import { ticketScope } from './ticket-scope.queries.ts'

const hasExpired = sql<boolean>`seen_at < now() - ${sql.lit(PRESENCE_EXPIRES_SECONDS)} * interval '1 second'`

/**
 * Renews the user's presence entry on the ticket and lists the other viewers by name. Throws 404 for a ticket that the actor
 * may not see.
 */
export async function renewPresence(db: Db, { userId }: StaffActor, ticketId: string): Promise<{ others: Person[] }> {
  const { orgId } = await ticketScope(db, ticketId)
  await db.deleteFrom('ticketViewers').where('ticketId', '=', ticketId).where(hasExpired).execute()
  await db
    .insertInto('ticketViewers')
    .values({ orgId, ticketId, userId })
    .onConflict((c) => c.columns(['orgId', 'ticketId', 'userId']).doUpdateSet({ seenAt: sql`now()` }))
    .execute()
  const others = await db
    .selectFrom('ticketViewers')
    .innerJoin('profiles', 'profiles.id', 'ticketViewers.userId')
    .select(['profiles.id', 'fullName'])
    .where('ticketId', '=', ticketId)
    .where('userId', '!=', userId)
    .orderBy(sql`full_name collate "sv-SE-x-icu"`)
    .execute()
  return { others }
}

/** Deletes the user's presence entry on the ticket. Throws 404 for a ticket that the actor may not see. */
export async function endPresence(db: Db, { userId }: StaffActor, ticketId: string) {
  await ticketScope(db, ticketId)
  await db.deleteFrom('ticketViewers').where('ticketId', '=', ticketId).where('userId', '=', userId).execute()
}
