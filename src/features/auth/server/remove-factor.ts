import type { Actor } from '#platform/database/actor.ts'
import type { Db } from '#platform/database/database.ts'
import { asAuth } from './as-auth.ts'
import { auditFactor } from './factor-audit.ts'
import { enqueueFactorMail } from './factor-mail.ts'
import { getFactor, lockLogin, refuseUnproved, verifiedFactors } from './factors.queries.ts'
import { lowerSessions } from './sessions.queries.ts'

/**
 * Removes one of the person's factors. Without another one the recovery codes go too, the sessions fall back to the password,
 * and the person gets a mail. Throws 404, and 403 without a recent proof; one that was not verified needs none.
 */
export async function removeFactor(db: Db, actor: Actor, factorId: string): Promise<{ id: string }> {
  const { userId } = actor
  const login = await lockLogin(db, actor)
  const { factorType, status } = await getFactor(db, { id: factorId, userId })
  if (status === 'verified') refuseUnproved(login)
  await deleteFactor(db, factorId)
  if (status === 'unverified') return { id: factorId }
  const isLast = (await verifiedFactors(db, userId)).length === 0
  const detail = { factorId, factorType, isLast }
  await auditFactor(db, { userId, action: 'factor_removed', detail })
  if (isLast) await fallBackToPassword(db, userId)
  return { id: factorId }
}

async function fallBackToPassword(db: Db, userId: string) {
  await deleteFactorsOf(db, userId)
  await lowerSessions(db, userId)
  await enqueueFactorMail(db, { event: 'removed', userId })
}

const deleteFactor = (db: Db, id: string) =>
  asAuth(db, () => db.deleteFrom('auth.factors').where('id', '=', id).execute())

/** Deletes all factors of a login, its recovery codes with them. Returns how many there were. */
export const deleteFactorsOf = (db: Db, userId: string) =>
  asAuth(db, async () => {
    const { numDeletedRows } = await db.deleteFrom('auth.factors').where('userId', '=', userId).executeTakeFirst()
    return Number(numDeletedRows)
  })
