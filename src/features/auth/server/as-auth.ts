import { asRole } from '#platform/database/as-role.ts'
import type { Db } from '#platform/database/database.ts'

/** Runs `work` as the sign-in role inside the current transaction: the application's role has no access to logins and sessions. */
export const asAuth = <T>(db: Db, work: () => Promise<T>): Promise<T> => asRole(db, 'auth', work)
