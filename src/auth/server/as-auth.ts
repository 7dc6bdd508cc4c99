import { asRole } from '#db/as-role.ts'
import type { Db } from '#db/database.ts'

/** Runs `work` as the sign-in role inside the current transaction: the application's role has no access to logins and sessions. */
export const asAuth = <T>(db: Db, work: () => Promise<T>): Promise<T> => asRole(db, 'auth', work)
