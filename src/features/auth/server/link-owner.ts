import { sql } from 'kysely'
import type { Database, Db } from '#platform/database/database.ts'
import type { LinkOwner } from '../auth.contract.ts'
import { linkExpired } from './recovery.ts'
import { hashToken } from './token-hash.ts'

/**
 * The owner of a link, for anyone who has the link; does not consume it. Throws 403 when the link is used, expired or void, or
 * its login is deactivated.
 */
export async function getLinkOwner(database: Database, token: string): Promise<LinkOwner> {
  const owner = await database.as('auth', (db) => findOwner(db, token))
  if (!owner) throw linkExpired()
  const { userId, email, fullName } = owner
  return { userId, email, fullName }
}

/** The login of a valid link, with what is needed to check a new password. Requires the auth role. */
export const findOwner = (db: Db, token: string) =>
  db
    .selectFrom('auth.oneTimeTokens')
    .innerJoin('auth.users', 'auth.users.id', 'auth.oneTimeTokens.userId')
    .leftJoin('profiles', 'profiles.id', 'auth.users.id')
    .leftJoin('customerUsers', 'customerUsers.userId', 'auth.users.id')
    .select((eb) => [
      'auth.users.id as userId',
      'email',
      'passwordHash',
      'mustChangePassword',
      eb.fn.coalesce('profiles.fullName', 'customerUsers.fullName').as('fullName'),
    ])
    .where('tokenHash', '=', hashToken(token))
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', sql<string>`now()`)
    .where('disabledAt', 'is', null)
    .executeTakeFirst()
