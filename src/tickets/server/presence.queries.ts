import { sql } from 'kysely'
import type { StaffActor } from '#db/actor.ts'
import type { Db } from '#db/database.ts'
import { PRESENCE_EXPIRES_SECONDS } from '../tickets.contract.ts'
import type { Person } from './people.queries.ts'
import { whereTicketIs } from './thread.queries.ts'

const isGone = sql<boolean>`seen_at < now() - ${sql.lit(PRESENCE_EXPIRES_SECONDS)} * interval '1 second'`

/** Notes that the person looks at the ticket now, and tells who else does, by name. Throws 404 for nobody's ticket. */
export async function lookAt(db: Db, { userId }: StaffActor, ticketId: string): Promise<{ others: Person[] }> {
  const { orgId } = await whereTicketIs(db, ticketId)
  await db.deleteFrom('ticketViewers').where('ticketId', '=', ticketId).where(isGone).execute()
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

export async function lookAway(db: Db, { userId }: StaffActor, ticketId: string) {
  await whereTicketIs(db, ticketId)
  await db.deleteFrom('ticketViewers').where('ticketId', '=', ticketId).where('userId', '=', userId).execute()
}
