import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { databaseRoles } from '#db/roles.ts'

/**
 * Runs `work` as the sign-in role inside the current transaction, then restores the previous role: the application's role
 * has no access to logins and sessions. No row-security policy restricts `work`, so it must name its rows itself.
 */
export async function asAuth<T>(db: Db, work: () => Promise<T>): Promise<T> {
  const { rows } = await sql<{ role: string }>`select current_setting('role') as role`.execute(db)
  const previous = rows[0]?.role ?? 'none'
  await setRole(db, databaseRoles.auth)
  try {
    return await work()
  } finally {
    // After a failed statement the transaction is aborted, and the rollback resets the role.
    await setRole(db, previous).catch(() => undefined)
  }
}

const setRole = (db: Db, role: string) => sql`select set_config('role', ${role}, true)`.execute(db)
