import type { Database } from '#platform/database/database.ts'
import type { LinkPassword } from '../auth.contract.ts'
import { forgetAttempts } from './attempts.ts'
import { type CountChange, nextPassword } from './change-password.ts'
import { findOwner } from './link-owner.ts'
import { consumeLink } from './links.queries.ts'
import { auditLogin, listRelatedNames, setPassword } from './logins.queries.ts'
import type { Passwords } from './passwords.ts'
import { auditSpentLink, linkExpired } from './recovery.ts'

type Parts = { database: Database; passwords: Passwords; countChange: CountChange }

/**
 * Sets the password of a link's login and consumes the link, both or neither; ends the login's sessions. Throws 403 when the
 * link is used, expired or void, 422 when the password is refused, and 429.
 */
export async function setPasswordByLink(
  { database, passwords, countChange }: Parts,
  { token, password, ip }: LinkPassword & { ip: string },
): Promise<void> {
  const owner = await database.as('auth', async (db) => {
    const found = await findOwner(db, token)
    return found && { ...found, names: [...(await listRelatedNames(db, found.userId)), found.fullName] }
  })
  if (!owner) throw await refused(database, token)
  const { userId, email } = owner
  countChange(userId)
  const passwordHash = await nextPassword(passwords, owner, password)
  const isSet = await database.as('auth', async (db) => {
    // Locks the login before its link, in the same order as everything that voids links.
    await db.selectFrom('auth.users').select('id').where('id', '=', userId).forUpdate().executeTakeFirst()
    const link = await consumeLink(db, token)
    if (!link) return false
    await auditLogin(db, { userId, action: 'link_used', detail: { purpose: link.purpose } })
    await setPassword(db, { userId, passwordHash, mustChangePassword: false, by: userId })
    return true
  })
  if (!isSet) throw await refused(database, token)
  // Wrong guesses before the recovery must not block the sign-in that follows.
  await database.as('auth', (db) => forgetAttempts(db, { email, ip }))
}

async function refused(database: Database, token: string) {
  await auditSpentLink(database, token)
  return linkExpired()
}
