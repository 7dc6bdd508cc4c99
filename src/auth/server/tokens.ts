import type { Db } from '#db/database.ts'
import type { AuthSession, AuthUser } from '../auth.contract.ts'
import { ACCESS_TOKEN_SECONDS, type AccessTokens } from './access-token.ts'
import { asAuth } from './as-auth.ts'
import type { Login, OpenSession } from './sessions.queries.ts'

/** What a sign-in, a refresh and a link are answered with. */
export async function sessionAnswer(
  tokens: AccessTokens,
  login: Login,
  { sessionId, refreshToken }: OpenSession,
): Promise<AuthSession> {
  return {
    access_token: await tokens.sign({ userId: login.userId, sessionId, email: login.email }),
    token_type: 'bearer',
    expires_in: ACCESS_TOKEN_SECONDS,
    refresh_token: refreshToken,
    user: userAnswer(login),
  }
}

/** A login as auth-js knows it. Rights are no part of it: they are asked for on every request. */
export const userAnswer = ({ userId, email, createdAt }: Login): AuthUser => ({
  id: userId,
  aud: 'authenticated',
  role: 'authenticated',
  email,
  app_metadata: {},
  user_metadata: {},
  created_at: createdAt,
})

/** The login, unless it was disabled. */
export const findLogin = (db: Db, userId: string): Promise<Login | undefined> =>
  asAuth(db, () =>
    db
      .selectFrom('auth.users')
      .select(['id as userId', 'email', 'createdAt'])
      .where('id', '=', userId)
      .where('disabledAt', 'is', null)
      .executeTakeFirst(),
  )
