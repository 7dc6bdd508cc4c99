import { sql } from 'kysely'
import type { Actor } from '#platform/database/actor.ts'
import type { Db } from '#platform/database/database.ts'
import { NoSession } from '#platform/database/scope.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import { proofNeeded } from '#platform/http/authorize.ts'
import { FRESH_PROOF_MINUTES } from '#shared/contract.ts'
import type { AuthFactor } from '../auth.contract.ts'
import { type AssuranceLevel, CHALLENGE_MINUTES, UNVERIFIED_MINUTES } from '../factors.rules.ts'
import type { LoginFactors } from '../login-factors.contract.ts'
import { asAuth } from './as-auth.ts'
import { challengeExpired, factorNotFound, levelTooLow } from './factor-refusals.ts'
import { isLive } from './sessions.queries.ts'

/** A login's factors as auth-js shows them, oldest first. */
export const listFactors = (db: Db, userId: string): Promise<AuthFactor[]> =>
  asAuth(db, async () => {
    const rows = await db
      .selectFrom('auth.factors')
      .select(['id', 'friendlyName', 'factorType', 'status', 'createdAt'])
      .select((eb) => eb.fn.coalesce('lastUsedAt', 'verifiedAt', 'createdAt').as('updatedAt'))
      .where('userId', '=', userId)
      .where(isCurrent)
      .orderBy('createdAt')
      .orderBy('id')
      .execute()
    return rows.map(({ id, friendlyName, factorType, status, createdAt, updatedAt }) => ({
      id,
      ...(friendlyName !== null && { friendly_name: friendlyName }),
      factor_type: factorType,
      status,
      created_at: createdAt,
      updated_at: updatedAt,
    }))
  })

/** Whether a factor is verified, or was added so recently that it can still be. */
const isCurrent = sql<boolean>`(status = 'verified' or created_at > now() - make_interval(mins => ${UNVERIFIED_MINUTES}))`

/** Whether a row of `auth.factors` counts as a second factor. */
export const isSecondFactor = sql<boolean>`auth.is_second_factor(factors)`

/** The login's verified authenticator apps and passkeys. Recovery codes alone are no second factor. */
export const verifiedFactors = (db: Db, userId: string) =>
  asAuth(db, () =>
    db
      .selectFrom('auth.factors')
      .select(['id', 'factorType', 'friendlyName'])
      .where('userId', '=', userId)
      .where(isSecondFactor)
      .execute(),
  )

/** The second factors of logins, by id. The caller checks that the actor may see them. */
export async function listLoginFactors(db: Db, userIds: string[]): Promise<(userId: string) => LoginFactors> {
  const rows = await asAuth(db, () =>
    db
      .selectFrom('auth.factors')
      .select(['userId', sql<LoginFactors['factorTypes']>`array_agg(distinct factor_type)`.as('factorTypes')])
      .select((eb) => eb.fn.min('verifiedAt').as('factorSince'))
      .where('userId', '=', sql<string>`any(${userIds}::uuid[])`)
      .where(isSecondFactor)
      .groupBy('userId')
      .execute(),
  )
  const found = new Map(rows.map(({ userId, ...factors }) => [userId, factors]))
  return (userId) => found.get(userId) ?? { factorTypes: [], factorSince: null }
}

export type LockedLogin = {
  userId: string
  sessionId: string
  hasFactor: boolean
  aal: AssuranceLevel
  isFreshFactor: boolean
  isFreshSignIn: boolean
}

/**
 * Locks the login, so that changes and proofs of its factors happen one after another, and reads the state of the session after
 * the lock. Throws NoSession when either has ended meanwhile.
 */
export const lockLogin = (db: Db, { userId, sessionId }: Pick<Actor, 'userId' | 'sessionId'>): Promise<LockedLogin> =>
  asAuth(db, async () => {
    const login = await lockUser(db, userId)
    const session =
      login &&
      (await db
        .selectFrom('auth.sessions as sessions')
        .select(['aal', isFresh('factor_at').as('isFreshFactor'), isFresh('authenticated_at').as('isFreshSignIn')])
        .where((eb) => eb.and({ id: sessionId, userId }))
        .where(isLive)
        .executeTakeFirst())
    if (!session) throw new NoSession()
    const hasFactor = (await verifiedFactors(db, userId)).length > 0
    return { ...session, userId, sessionId, hasFactor }
  })

/** Undefined for a login that is disabled. */
export const lockUser = (db: Db, userId: string) =>
  asAuth(db, () =>
    db
      .selectFrom('auth.users')
      .select('id')
      .where('id', '=', userId)
      .where('disabledAt', 'is', null)
      .forUpdate()
      .executeTakeFirst(),
  )

const isFresh = (column: 'factor_at' | 'authenticated_at') =>
  sql<boolean>`coalesce(${sql.ref(column)} > now() - make_interval(mins => ${FRESH_PROOF_MINUTES}), false)`

/**
 * Throws 403 unless the login's factors may be changed in this session: with a factor after a proof of it, without one after the
 * password, both of the last FRESH_PROOF_MINUTES.
 */
export function refuseUnproved({ hasFactor, aal, isFreshFactor, isFreshSignIn }: LockedLogin) {
  if (hasFactor && aal !== 'aal2') throw levelTooLow()
  if (!(hasFactor ? isFreshFactor : isFreshSignIn)) throw proofNeeded()
}

type OwnFactor = { id: string; userId: string }

/** Throws 404 for a factor that was removed, was not verified in time, or is another login's. */
export const getFactor = (db: Db, { id, userId }: OwnFactor) =>
  asAuth(db, async () => {
    const factor = await db
      .selectFrom('auth.factors')
      .select(['id', 'factorType', 'status', 'friendlyName', 'secret', 'keyId', 'lastStep'])
      .where((eb) => eb.and({ id, userId }))
      .where(isCurrent)
      .executeTakeFirst()
    if (!factor) throw factorNotFound()
    return factor
  })

type NewChallenge = { userId: string; sessionId: string; factorId: string; challenge?: string }

/** Stores a challenge of this session for one factor. Returns when it expires, in Unix seconds. */
export const createChallenge = (db: Db, { userId, sessionId, factorId, challenge }: NewChallenge) =>
  asAuth(db, async () => {
    const id = uuidv7()
    const { expiresAt } = await db
      .insertInto('auth.factorChallenges')
      .values({
        id,
        userId,
        sessionId,
        factorId,
        purpose: 'verify',
        challenge: challenge ?? null,
        expiresAt: sql<string>`now() + make_interval(mins => ${CHALLENGE_MINUTES})`,
      })
      .returning(sql<number>`extract(epoch from expires_at)::int`.as('expiresAt'))
      .executeTakeFirstOrThrow()
    return { id, expiresAt }
  })

type Answered = { id: string; userId: string; sessionId: string; factorId: string }

/** Uses up a challenge, and returns it. Throws 422 for one that was used, has expired, or belongs to another session or factor. */
export const consumeChallenge = (db: Db, { id, userId, sessionId, factorId }: Answered) =>
  asAuth(db, async () => {
    const used = await db
      .updateTable('auth.factorChallenges')
      .set({ usedAt: sql`now()` })
      .where((eb) => eb.and({ id, userId, sessionId, factorId, purpose: 'verify' }))
      .where('usedAt', 'is', null)
      .where('expiresAt', '>', sql<string>`now()`)
      .returning('challenge')
      .executeTakeFirst()
    if (!used) throw challengeExpired()
    return used
  })
