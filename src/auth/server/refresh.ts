import { sql } from 'kysely'
import type { Database, Db } from '#db/database.ts'
import { AppError } from '#lib/server/app-error.ts'
import type { AuthSession } from '../auth.contract.ts'
import type { AccessTokens } from './access-token.ts'
import { noteSignIn } from './logins.queries.ts'
import { childOf, hashOf } from './one-way.ts'
import { endSession, isAlive } from './sessions.queries.ts'
import { findLogin, sessionAnswer } from './tokens.ts'

type Parts = { database: Database; tokens: AccessTokens; refreshKey: Buffer }

type Turn = { sessionId: string; userId: string; refreshToken: string } | undefined

/**
 * Exchanges a refresh token for the next one and a new access token. A token spent less than ten seconds ago gets the same
 * answer again (a lost answer, two tabs) while its child is the live one; any other reuse ends the session. Throws 401.
 */
export async function refresh({ database, tokens, refreshKey }: Parts, refreshToken: string): Promise<AuthSession> {
  const { turn, login } = await database.as('auth', async (db) => {
    const turn = await rotate(db, refreshToken, refreshKey)
    return { turn, login: turn && (await findLogin(db, turn.userId)) }
  })
  if (!turn || !login) throw new AppError(401, 'refresh_token_not_found', 'Du är utloggad. Logga in igen.')
  return sessionAnswer(tokens, login, turn)
}

/** The end of a stolen session is kept: it is an answer here, and an error only after the transaction. */
async function rotate(db: Db, refreshToken: string, refreshKey: Buffer): Promise<Turn> {
  const tokenHash = hashOf(refreshToken)
  const session = await lockSession(db, tokenHash)
  if (!session) return undefined
  // Read after the lock: a refresh that came first is seen.
  const token = await tokenState(db, session.id, tokenHash)
  const next = childOf(refreshToken, refreshKey)
  const turn = { sessionId: session.id, userId: session.userId, refreshToken: next }
  if (token.isSpent) {
    if (token.isParentOfLeaf && token.isRecent) return turn
    await endSession(db, session.userId, session.id)
    await noteSignIn(db, {
      userId: session.userId,
      action: 'refresh_token_reused',
      detail: { sessionId: session.id },
    })
    return undefined
  }
  await db.updateTable('auth.refreshTokens').set({ spentAt: sql`now()` }).where('tokenHash', '=', tokenHash).execute()
  await db
    .insertInto('auth.refreshTokens')
    .values({ sessionId: session.id, tokenHash: hashOf(next), parentHash: tokenHash })
    .execute()
  await db.updateTable('auth.sessions').set({ refreshedAt: sql`now()` }).where('id', '=', session.id).execute()
  return turn
}

const lockSession = (db: Db, tokenHash: Buffer) =>
  db
    .selectFrom('auth.sessions as sessions')
    .select(['sessions.id', 'sessions.userId'])
    .where('sessions.id', '=', (eb) =>
      eb.selectFrom('auth.refreshTokens').select('sessionId').where('tokenHash', '=', tokenHash),
    )
    .where(isAlive)
    .forUpdate()
    .executeTakeFirst()

const tokenState = (db: Db, sessionId: string, tokenHash: Buffer) =>
  db
    .selectFrom('auth.refreshTokens as token')
    .leftJoin('auth.refreshTokens as leaf', (join) =>
      join
        .onRef('leaf.parentHash', '=', 'token.tokenHash')
        .on('leaf.sessionId', '=', sessionId)
        .on('leaf.spentAt', 'is', null),
    )
    .select([
      sql<boolean>`token.spent_at is not null`.as('isSpent'),
      sql<boolean>`coalesce(token.spent_at > now() - interval '10 seconds', false)`.as('isRecent'),
      sql<boolean>`leaf.token_hash is not null`.as('isParentOfLeaf'),
    ])
    .where('token.tokenHash', '=', tokenHash)
    .executeTakeFirstOrThrow()
