import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import type { AuthMethod } from '../auth.contract.ts'
import { unixSeconds } from './access-token.ts'
import { asAuth } from './as-auth.ts'
import { hashToken, newToken } from './token-hash.ts'

/** A login with the fields of the protocol's user. */
export type Login = { userId: string; email: string; createdAt: string; lastSignInAt: string; updatedAt: string }
export type OpenSession = { sessionId: string; refreshToken: string; aal: 'aal1' | 'aal2'; amr: AuthMethod[] }

/** `method` in the protocol's words; `aal2` for one that counts as a second factor too. */
type NewSession = { userId: string; userAgent: string | undefined; method: string; aal?: 'aal1' | 'aal2' }

/** Starts a session for a login that has just been authenticated. */
export async function startSession(
  db: Db,
  { userId, userAgent, method, aal = 'aal1' }: NewSession,
): Promise<OpenSession> {
  const amr = [{ method, timestamp: unixSeconds() }]
  const sessionId = uuidv7()
  const refreshToken = newToken()
  await asAuth(db, async () => {
    await db
      .insertInto('auth.sessions')
      .values({
        id: sessionId,
        userId,
        userAgent: userAgent?.slice(0, 200) ?? null,
        aal,
        amr: JSON.stringify(amr),
        factorAt: aal === 'aal2' ? sql<string>`now()` : null,
      })
      .execute()
    await db
      .insertInto('auth.refreshTokens')
      .values({ sessionId, tokenHash: hashToken(refreshToken) })
      .execute()
  })
  return { sessionId, refreshToken, aal, amr }
}

/** Raises a session to aal2 after its person has proved a factor by `method`. */
export async function raiseSession(
  db: Db,
  { sessionId, method }: { sessionId: string; userId: string; method: string; refreshKey: Buffer; endsOthers: boolean },
) {
  const entry = JSON.stringify([{ method, timestamp: unixSeconds() }])
  await asAuth(db, () =>
    db
      .updateTable('auth.sessions')
      .set({ aal: 'aal2', factorAt: sql<string>`now()`, amr: sql<AuthMethod[]>`amr || ${entry}::jsonb` })
      .where('id', '=', sessionId)
      .execute(),
  )
}

export const lowerSessions = (db: Db, userId: string) =>
  asAuth(db, () =>
    db
      .updateTable('auth.sessions')
      .set({ aal: 'aal1', factorAt: null })
      .where((eb) => eb.and({ userId, aal: 'aal2' }))
      .execute(),
  )

/** Ends the login's sessions and thereby their access tokens when this transaction commits. Returns how many ended. */
export async function endSessions(db: Db, userId: string, { except }: { except?: string } = {}): Promise<number> {
  const ended = await asAuth(db, () =>
    db
      .updateTable('auth.sessions')
      .set({ endedAt: sql`now()` })
      .where('userId', '=', userId)
      .where('endedAt', 'is', null)
      .$if(except !== undefined, (query) => query.where('id', '!=', except ?? ''))
      .executeTakeFirst(),
  )
  return Number(ended.numUpdatedRows)
}

/** Ends one session of the login. */
export async function endSession(db: Db, userId: string, sessionId: string): Promise<void> {
  await asAuth(db, () =>
    db
      .updateTable('auth.sessions')
      .set({ endedAt: sql`now()` })
      .where('id', '=', sessionId)
      .where('userId', '=', userId)
      .where('endedAt', 'is', null)
      .execute(),
  )
}

/** The login's live sessions, the most recently used first. */
export const listSessions = (db: Db, userId: string) =>
  asAuth(db, () =>
    db
      .selectFrom('auth.sessions')
      .select(['id', 'createdAt', 'refreshedAt', 'userAgent'])
      .where('userId', '=', userId)
      .where(isLive)
      .orderBy('refreshedAt', 'desc')
      .execute(),
  )

/** Whether a row of `auth.sessions` has neither ended nor expired; the database defines the lifetimes (migrations/). */
export const isLive = () => sql<boolean>`auth.is_live(sessions)`
