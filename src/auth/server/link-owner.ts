import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { LinkOwner } from '../auth.contract.ts'
import { findLink } from './links.queries.ts'
import { linkExpired } from './recovery.ts'
import { findLogin } from './tokens.ts'

/**
 * Whose link it is, for whoever has it; the link stays unused. Throws 403 when it is used, expired or void, or its login is
 * deactivated.
 */
export const getLinkOwner = (database: Database, token: string): Promise<LinkOwner> =>
  database.as('auth', async (db) => {
    const link = await findLink(db, token)
    const login = link?.userId ? await findLogin(db, link.userId) : undefined
    if (!login) throw linkExpired()
    const { rows } = await sql<{ fullName: string | null }>`
      select coalesce((select full_name from profiles where id = ${login.userId}),
        (select full_name from customer_users where user_id = ${login.userId})) as full_name`.execute(db)
    return { userId: login.userId, email: login.email, fullName: rows[0]?.fullName ?? null }
  })
