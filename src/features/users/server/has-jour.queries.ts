import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'

/** Whether somebody has jour in the organization at an instant; undefined for one that does not use jour. */
export async function hasJourAt(db: Db, orgId: string, at: Date): Promise<boolean | undefined> {
  const { rows } = await sql<{ hasJour: boolean | null }>`
    select has_jour_at(${orgId}, ${at.toISOString()}) as has_jour`.execute(db)
  return rows[0]?.hasJour ?? undefined
}
