import { sql } from 'kysely'
import type { StaffActor } from '#platform/database/actor.ts'
import type { Db } from '#platform/database/database.ts'
import type { Person } from './people.queries.ts'
import type { Presence } from './presence.ts'

/** A ticket or an enquiry that the actor may see. */
type Row = { orgId: string; rowId: string }

/** Renews the user's presence on the row and lists the other viewers by name. */
export async function renewPresence(
  db: Db,
  { userId }: StaffActor,
  row: Row,
  presence: Presence,
): Promise<{ others: Person[] }> {
  const viewer = { ...row, userId }
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
