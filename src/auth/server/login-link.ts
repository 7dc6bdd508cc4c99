import type { Database } from '#db/database.ts'
import { makeOneTimeLink } from './links.queries.ts'

/**
 * A one-time link to a new password for an existing login, for the operator of a machine without mail; undefined when
 * nobody has this address, or the login is disabled. The login's older links stop working.
 */
export const makeLoginLink = (database: Database, { appUrl, email }: { appUrl: string; email: string }) =>
  database.as('auth', async (db) => {
    const login = await db
      .selectFrom('auth.users')
      .select('id')
      .where('email', '=', email.trim().toLowerCase())
      .where('disabledAt', 'is', null)
      .executeTakeFirst()
    return login && makeOneTimeLink(db, { appUrl, userId: login.id, purpose: 'recovery' })
  })
