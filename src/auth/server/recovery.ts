// A forgotten password: a mail with a link, and the link's session.
import type { Database } from '#db/database.ts'
import { AppError } from '#lib/server/app-error.ts'
import { enqueue } from '#lib/server/jobs.ts'
import type { AuthSession } from '../auth.contract.ts'
import type { AccessTokens } from './access-token.ts'
import { mayRecover } from './attempts.ts'
import { useLink } from './links.queries.ts'
import { noteSignIn } from './logins.queries.ts'
import { RECOVERY_MAIL } from './recovery-mail.ts'
import { startSession } from './sessions.queries.ts'
import { findLogin, sessionAnswer } from './tokens.ts'

/** Asks for a recovery mail. Says nothing of the login: an unknown address takes the same work, a job that does nothing. */
export async function recover(database: Database, who: { email: string; ip: string }): Promise<void> {
  await database.as('auth', async (db) => {
    if (!(await mayRecover(db, who))) return
    const login = await db.selectFrom('auth.users').select('id').where('email', '=', who.email).executeTakeFirst()
    // Half an hour of tries: a mail that comes later surprises more than it helps.
    await enqueue(db, RECOVERY_MAIL, { userId: login?.id ?? null }, { attempts: 8 })
  })
}

/** Exchanges a link's token for a session, once. Throws 403 when it was used, has expired or is void. */
export async function redeemLink(
  { database, tokens }: { database: Database; tokens: AccessTokens },
  token: string,
  userAgent: string | undefined,
): Promise<AuthSession> {
  const { login, open } = await database.as('auth', async (db) => {
    const link = await useLink(db, token)
    if (!link?.userId) throw usedUp()
    const { userId, purpose } = link
    const open = await startSession(db, { userId, userAgent })
    const login = await findLogin(db, userId)
    if (!login) throw usedUp()
    await noteSignIn(db, { userId, action: 'link_used', detail: { purpose } })
    return { login, open }
  })
  return sessionAnswer(tokens, login, open)
}

const usedUp = () => new AppError(403, 'otp_expired', 'Länken har redan använts eller gått ut. Be om en ny.')
