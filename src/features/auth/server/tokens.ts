import type { Db } from '#platform/database/database.ts'
import type { AuthSession, AuthUser } from '../auth.contract.ts'
import { ACCESS_TOKEN_SECONDS } from '../lifetimes.rules.ts'
import { type AccessTokens, unixSeconds } from './access-token.ts'
import { asAuth } from './as-auth.ts'
import { listFactors } from './factors.queries.ts'
import type { Login, OpenSession } from './sessions.queries.ts'

/** The response of a sign-in, a refresh and a one-time link. */
export async function sessionResponse(
  tokens: AccessTokens,
  login: Login,
  { sessionId, refreshToken, aal, amr }: OpenSession,
): Promise<AuthSession> {
  const issuedAt = unixSeconds()
  return {
    access_token: await tokens.sign({ userId: login.userId, sessionId, email: login.email, aal, amr }, issuedAt),
    token_type: 'bearer',
    expires_in: ACCESS_TOKEN_SECONDS,
    expires_at: issuedAt + ACCESS_TOKEN_SECONDS,
    refresh_token: refreshToken,
    user: userResponse(login),
  }
}

/** A login in the form of auth-js. Permissions are not included: they are read on every request. */
export function userResponse({ userId, email, createdAt, lastSignInAt, updatedAt, factors }: Login): AuthUser {
  const times = { last_sign_in_at: lastSignInAt, created_at: createdAt, updated_at: updatedAt }
  return {
    id: userId,
    aud: 'authenticated',
    role: 'authenticated',
    email,
    // An administrator entered the address, so it counts as confirmed.
    email_confirmed_at: createdAt,
    phone: '',
    confirmed_at: createdAt,
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: {},
    identities: [
      {
        identity_id: userId,
        id: userId,
        user_id: userId,
        identity_data: { sub: userId, email, email_verified: true, phone_verified: false },
        provider: 'email',
        email,
        ...times,
      },
    ],
    factors,
    ...times,
    is_anonymous: false,
  }
}

/**
 * The login unless it is disabled. Every change of a login either ends its sessions, so that a sign-in follows, or updates
 * `authenticated_at` of the current session; so the latest `authenticated_at` is the time of the last change.
 */
export const findLogin = (db: Db, userId: string): Promise<Login | undefined> =>
  asAuth(db, async () => {
    const login = await db
      .selectFrom('auth.users')
      .leftJoin('auth.sessions', 'auth.sessions.userId', 'auth.users.id')
      .select((eb) => [
        'auth.users.id as userId',
        'email',
        'auth.users.createdAt',
        eb.fn.coalesce(eb.fn.max('auth.sessions.createdAt'), 'auth.users.createdAt').as('lastSignInAt'),
        eb.fn.coalesce(eb.fn.max('auth.sessions.authenticatedAt'), 'auth.users.createdAt').as('updatedAt'),
      ])
      .where('auth.users.id', '=', userId)
      .where('disabledAt', 'is', null)
      .groupBy('auth.users.id')
      .executeTakeFirst()
    return login && { ...login, factors: await listFactors(db, userId) }
  })
