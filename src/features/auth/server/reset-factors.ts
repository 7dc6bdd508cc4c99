import type { Db } from '#platform/database/database.ts'
import { auditFactor } from './factor-audit.ts'
import { enqueueFactorMail } from './factor-mail.ts'
import { lockUser } from './factors.queries.ts'
import { deleteFactorsOf } from './remove-factor.ts'
import { endSessions } from './sessions.queries.ts'

/**
 * Removes another person's factors and recovery codes, for one who has lost them: ends all sessions of the login, and mails the
 * person and the administrator. Nothing happens for a login without factors. The caller checks that the actor may do it.
 */
export async function resetFactors(db: Db, { userId, by }: { userId: string; by: string }) {
  await lockUser(db, userId)
  if ((await deleteFactorsOf(db, userId)) === 0) return
  await endSessions(db, userId)
  await auditFactor(db, { userId, by, action: 'factors_reset' })
  await enqueueFactorMail(db, { event: 'reset', userId })
  await enqueueFactorMail(db, { event: 'resetBy', userId: by, of: userId })
}
