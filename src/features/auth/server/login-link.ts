import type { Database } from '#platform/database/database.ts'
import { asciiDomain } from '#shared/email.rules.ts'
import { makeOneTimeLink } from './links.queries.ts'

/**
 * A one-time password link for an existing login, for an operator without mail; undefined when no enabled login has this
 * address. Voids the login's older links.
 */
export const makeLoginLink = (database: Database, { appUrl, email }: { appUrl: string; email: string }) =>
  database.as('auth', async (db) => {
    const login = await db
      .selectFrom('auth.users')
      .select('id')
      .where('email', '=', asciiDomain(email.trim().toLowerCase()))
      .where('disabledAt', 'is', null)
      .executeTakeFirst()
    return login && makeOneTimeLink(db, { appUrl, userId: login.id, purpose: 'recovery' })
  })
