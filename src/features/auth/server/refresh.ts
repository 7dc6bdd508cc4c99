import { sql } from 'kysely'
import type { Database, Db } from '#platform/database/database.ts'
import { AppError } from '#platform/http/app-error.ts'
import type { AuthSession } from '../auth.contract.ts'
import { REFRESH_REUSE_SECONDS } from '../lifetimes.rules.ts'
import type { AccessTokens } from './access-token.ts'
import { auditLogin } from './logins.queries.ts'
import { endSession, isLive, type OpenSession, rotateToken } from './sessions.queries.ts'
import { descendantToken, hashToken } from './token-hash.ts'
import { findLogin, sessionResponse } from './tokens.ts'

/** Bounds the work of deriving the live token; no browser rotates that often within the window. */
const MAX_ROTATIONS = 100

type Parts = { database: Database; tokens: AccessTokens; refreshKey: Buffer }

type Rotated = (OpenSession & { userId: string }) | 'unknown' | 'reused'

/**
 * Exchanges a refresh token for the live token of its session and a new access token. A spent token gets the live one,
 * without a rotation, while it is the live one's parent (its response was lost) or was spent within REFRESH_REUSE_SECONDS
 * (tabs that refresh concurrently); any other reuse ends the session. Throws 400.
 */
export async function refresh({ database, tokens, refreshKey }: Parts, refreshToken: string): Promise<AuthSession> {
  const { rotated, login } = await database.as('auth', async (db) => {
    const rotated = await rotate(db, refreshToken, refreshKey)
    return { rotated, login: typeof rotated === 'object' ? await findLogin(db, rotated.userId) : undefined }
  })
  if (rotated === 'reused') throw refused('refresh_token_already_used')
  if (rotated === 'unknown' || !login) throw refused('refresh_token_not_found')
  return sessionResponse(tokens, login, rotated)
}

/** auth-js removes a session that is refused with 400; after 429 or a 5xx it would retry. */
const refused = (code: 'refresh_token_not_found' | 'refresh_token_already_used') =>
  new AppError(400, code, 'Du är utloggad. Logga in igen.')

/** Returns 'reused' instead of throwing, so that the transaction that ends the session commits. */
async function rotate(db: Db, refreshToken: string, refreshKey: Buffer): Promise<Rotated> {
  const tokenHash = hashToken(refreshToken)
  const session = await lockSession(db, tokenHash)
  if (!session) return 'unknown'
  const { id: sessionId, userId, aal, amr } = session
  const open = { sessionId, userId, aal, amr }
  // Read after the lock, so that a concurrent refresh that got it first is visible.
  const token = await tokenState(db, sessionId, tokenHash)
  if (!token.isSpent) {
    return { ...open, refreshToken: await rotateToken(db, { sessionId, liveHash: tokenHash, refreshKey }) }
  }
  if (token.isParentOfLive || token.isRecent) {
    const live = descendantToken(refreshToken, { hash: token.liveHash, refreshKey, generations: MAX_ROTATIONS })
    return live === undefined ? 'unknown' : { ...open, refreshToken: live }
  }
  await endSession(db, userId, sessionId)
  await auditLogin(db, { userId, action: 'refresh_token_reused', detail: { sessionId } })
  return 'reused'
}

const lockSession = (db: Db, tokenHash: Buffer) =>
  db
    .selectFrom('auth.sessions as sessions')
    .select(['sessions.id', 'sessions.userId', 'sessions.aal', 'sessions.amr'])
    .where('sessions.id', '=', (eb) =>
      eb.selectFrom('auth.refreshTokens').select('sessionId').where('tokenHash', '=', tokenHash),
    )
    .where(isLive)
    .forUpdate()
    .executeTakeFirst()

/** The state of the token relative to its session's live token, which always exists. */
const tokenState = (db: Db, sessionId: string, tokenHash: Buffer) =>
  db
    .selectFrom('auth.refreshTokens as token')
    .innerJoin('auth.refreshTokens as live', (join) =>
      join.on('live.sessionId', '=', sessionId).on('live.spentAt', 'is', null),
    )
    .select([
      'live.tokenHash as liveHash',
      sql<boolean>`token.spent_at is not null`.as('isSpent'),
      sql<boolean>`live.parent_hash is not distinct from token.token_hash`.as('isParentOfLive'),
      sql<boolean>`coalesce(token.spent_at > now() - make_interval(secs => ${REFRESH_REUSE_SECONDS}), false)`.as(
        'isRecent',
      ),
    ])
    .where('token.tokenHash', '=', tokenHash)
    .executeTakeFirstOrThrow()
