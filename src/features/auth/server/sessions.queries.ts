import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { NoSession } from '#platform/database/scope.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import type { AuthFactor, AuthMethod } from '../auth.contract.ts'
import { unixSeconds } from './access-token.ts'
import { asAuth } from './as-auth.ts'
import { childToken, hashToken, newToken } from './token-hash.ts'

/** A login with the fields of the protocol's user. */
export type Login = {
  userId: string
  email: string
  createdAt: string
  lastSignInAt: string
  updatedAt: string
  factors: AuthFactor[]
}
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

type Raise = {
  sessionId: string
  userId: string
  /** In the protocol's words: 'totp', 'mfa/webauthn', 'mfa/recovery_code'. */
  method: string
  refreshKey: Buffer
  /** Ends the login's other sessions that have not proved a factor. */
  endsOthers: boolean
}

/**
 * Raises a session to aal2, or renews its proof, and rotates its refresh token: the session keeps its id, and tabs that have the
 * former token get the new one. The caller has locked the login. Throws NoSession when the session has ended.
 */
export const raiseSession = (
  db: Db,
  { sessionId, userId, method, refreshKey, endsOthers }: Raise,
): Promise<OpenSession> =>
  asAuth(db, async () => {
    const session = await db
      .selectFrom('auth.sessions as sessions')
      .select('amr')
      .where((eb) => eb.and({ id: sessionId, userId }))
      .where(isLive)
      .forUpdate()
      .executeTakeFirst()
    if (!session) throw new NoSession()
    const amr = [...session.amr.filter((one) => one.method !== method), { method, timestamp: unixSeconds() }]
    await db
      .updateTable('auth.sessions')
      .set({ aal: 'aal2', factorAt: sql`now()`, amr: JSON.stringify(amr) })
      .where('id', '=', sessionId)
      .execute()
    if (endsOthers) await endUnprovedSessions(db, userId)
    const { tokenHash: liveHash } = await db
      .selectFrom('auth.refreshTokens')
      .select('tokenHash')
      .where('sessionId', '=', sessionId)
      .where('spentAt', 'is', null)
      .executeTakeFirstOrThrow()
    return { sessionId, aal: 'aal2', amr, refreshToken: await rotateToken(db, { sessionId, liveHash, refreshKey }) }
  })

const endUnprovedSessions = (db: Db, userId: string) =>
  db
    .updateTable('auth.sessions')
    .set({ endedAt: sql`now()` })
    .where((eb) => eb.and({ userId, aal: 'aal1' }))
    .where('endedAt', 'is', null)
    .execute()

type LiveToken = { sessionId: string; liveHash: Buffer; refreshKey: Buffer }

/** Spends a session's live token and stores its child as the live one. The caller has locked the session. */
export async function rotateToken(db: Db, { sessionId, liveHash, refreshKey }: LiveToken): Promise<string> {
  const child = childToken(liveHash, refreshKey)
  await db.updateTable('auth.refreshTokens').set({ spentAt: sql`now()` }).where('tokenHash', '=', liveHash).execute()
  await db
    .insertInto('auth.refreshTokens')
    .values({ sessionId, tokenHash: hashToken(child), parentHash: liveHash })
    .execute()
  await db.updateTable('auth.sessions').set({ refreshedAt: sql`now()` }).where('id', '=', sessionId).execute()
  return child
}

/** The login's sessions fall back to the password: it has no second factor any more. */
export const lowerSessions = (db: Db, userId: string) =>
  asAuth(db, () =>
    db
      .updateTable('auth.sessions')
      .set({ aal: 'aal1', factorAt: null, amr: passwordOnly })
      .where((eb) => eb.and({ userId, aal: 'aal2' }))
      .execute(),
  )

const passwordOnly = sql<AuthMethod[]>`(select coalesce(jsonb_agg(one), '[]') from jsonb_array_elements(amr) one
  where one ->> 'method' in ('password', 'otp'))`

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
