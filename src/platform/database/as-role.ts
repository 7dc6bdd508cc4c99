import { sql } from 'kysely'
import type { Db } from './database.ts'
import { type DatabaseRole, databaseRoles } from './roles.ts'

/**
 * Runs `work` as another role inside the current transaction, then restores the previous role. Row security does not limit
 * `work` to the actor's organization, so its statements must do that themselves.
 */
export async function asRole<T>(db: Db, role: Exclude<DatabaseRole, 'app'>, work: () => Promise<T>): Promise<T> {
  const { rows } = await sql<{ role: string }>`select current_setting('role') as role`.execute(db)
  const previous = rows[0]?.role ?? 'none'
  await setRole(db, databaseRoles[role])
  try {
    return await work()
  } finally {
    // After a failed statement the transaction is aborted, and the rollback resets the role.
    await setRole(db, previous).catch(() => undefined)
  }
}

const setRole = (db: Db, role: string) => sql`select set_config('role', ${role}, true)`.execute(db)
