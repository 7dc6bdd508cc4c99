// Password recovery: the mail with a one-time link, and the session that the link starts.
import type { Database } from '#platform/database/database.ts'
import { AppError } from '#platform/http/app-error.ts'
import { enqueue } from '#platform/jobs/job-catalogue.ts'
import type { AuthSession } from '../auth.contract.ts'
import type { AccessTokens } from './access-token.ts'
import { isFirstUseOfSpent, mayRecover } from './attempts.ts'
import { consumeLink, findSpentLink } from './links.queries.ts'
import { auditLogin } from './logins.queries.ts'
import { RECOVERY_MAIL } from './recovery-mail.ts'
import { startSession } from './sessions.queries.ts'
import { findLogin, sessionResponse } from './tokens.ts'

/** Enqueues a recovery mail. Does the same work for an unknown address, so that neither response nor timing reveals logins. */
export async function recover(database: Database, client: { email: string; ip: string }): Promise<void> {
  await database.as('auth', async (db) => {
    if (!(await mayRecover(db, client))) return
    const login = await db.selectFrom('auth.users').select('id').where('email', '=', client.email).executeTakeFirst()
    // Retried for half an hour only: a mail that arrives later would confuse.
    await enqueue(db, RECOVERY_MAIL, { userId: login?.id ?? null }, { attempts: 8 })
  })
}

/** Exchanges a link's token for a session, once. Throws 403 when it is used, expired or void. */
export async function redeemLink(
  { database, tokens }: { database: Database; tokens: AccessTokens },
  token: string,
  userAgent: string | undefined,
): Promise<AuthSession> {
  const redeemed = await database.as('auth', async (db) => {
    const link = await consumeLink(db, token)
    if (!link?.userId) return undefined
    const { userId, purpose } = link
    const open = await startSession(db, { userId, userAgent, method: 'otp' })
    const login = await findLogin(db, userId)
    if (!login) throw linkExpired()
    await auditLogin(db, { userId, action: 'link_used', detail: { purpose } })
    return { login, open }
  })
  if (redeemed) return sessionResponse(tokens, redeemed.login, redeemed.open)
  await auditSpentLink(database, token)
  throw linkExpired()
}

export const linkExpired = () =>
  new AppError(403, 'otp_expired', 'Länken har redan använts eller gått ut. Be om en ny.')

/** Audits the use of a spent link, unless it has been deleted by the cleanup. */
export const auditSpentLink = (database: Database, token: string) =>
  database.as('auth', async (db) => {
    const spent = await findSpentLink(db, token)
    if (spent?.userId && (await isFirstUseOfSpent(db, token))) {
      const detail = { purpose: spent.purpose }
      await auditLogin(db, { userId: spent.userId, action: 'link_refused', detail })
    }
  })
