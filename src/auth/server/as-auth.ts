import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { databaseRoles } from '#db/roles.ts'

/**
 * Runs `work` as the sign-in role inside the transaction at hand, then goes on as before: the application's own role has
 * no right to logins and sessions. What `work` touches is named by it alone; no policy narrows it.
 */
export async function asAuth<T>(db: Db, work: () => Promise<T>): Promise<T> {
  const { rows } = await sql<{ role: string }>`select current_setting('role') as role`.execute(db)
  const before = rows[0]?.role ?? 'none'
  await become(db, databaseRoles.auth)
  try {
    return await work()
  } finally {
    // A failed statement has ended the transaction already, and the role with it.
    await become(db, before).catch(() => undefined)
  }
}

const become = (db: Db, role: string) => sql`select set_config('role', ${role}, true)`.execute(db)
