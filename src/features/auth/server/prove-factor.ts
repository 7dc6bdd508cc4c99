import { sql, type Updateable } from 'kysely'
import type { Actor } from '#platform/database/actor.ts'
import type { Db } from '#platform/database/database.ts'
import type { Schema } from '#platform/database/schema.ts'
import { NoSession } from '#platform/database/scope.ts'
import { invalid } from '#platform/http/app-error.ts'
import type { Transaction } from '#platform/http/serve.ts'
import type { AuthSession } from '../auth.contract.ts'
import type { FactorAnswer, FactorChallenge } from '../factors.contract.ts'
import type { FactorStatus, FactorType } from '../factors.rules.ts'
import type { AccessTokens } from './access-token.ts'
import { asAuth } from './as-auth.ts'
import { countProof, forgetProofs } from './attempts.ts'
import { auditFactor } from './factor-audit.ts'
import { enqueueFactorMail } from './factor-mail.ts'
import { codeRefused } from './factor-refusals.ts'
import type { FactorSecrets } from './factor-secrets.ts'
import {
  consumeChallenge,
  createChallenge,
  getFactor,
  type LockedLogin,
  lockLogin,
  refuseUnproved,
} from './factors.queries.ts'
import { type OpenSession, raiseSession } from './sessions.queries.ts'
import { findLogin, sessionResponse } from './tokens.ts'
import { stepOfCode } from './totp.ts'
import type { RelyingParty } from './webauthn.ts'
import { challengeWebauthn, provedKey, WEBAUTHN } from './webauthn-factor.ts'

/** Throws 404 for an unknown factor. */
export async function challengeFactor(
  db: Db,
  relyingParty: RelyingParty,
  actor: Actor,
  factorId: string,
): Promise<FactorChallenge> {
  const { userId, sessionId } = await lockLogin(db, actor)
  const { factorType, status } = await getFactor(db, { id: factorId, userId })
  if (factorType === 'webauthn') return challengeWebauthn(db, relyingParty, actor, { id: factorId, status })
  if (factorType !== 'totp') throw notChallenged()
  const { id, expiresAt } = await createChallenge(db, { userId, sessionId, factorId })
  return { id, type: factorType, expires_at: expiresAt }
}

const notChallenged = () => invalid('Den besvaras på ett annat sätt')

export type ProofParts = {
  tokens: AccessTokens
  refreshKey: Buffer
  secrets: FactorSecrets
  relyingParty: RelyingParty
}
type Proof = FactorAnswer & { factorId: string }

/**
 * Judges a code, or what a passkey has signed: the session gets aal2 and new tokens, and keeps its id. Wrong answers are counted per login, before they are
 * judged. Throws 404, 422 and 429, and 403 for a further factor that is added without a proof of an existing one.
 */
export async function verifyFactor(
  { tokens, refreshKey, secrets, relyingParty }: ProofParts,
  { transaction, actor }: { transaction: Transaction; actor: Actor },
  { factorId, ...answer }: Proof,
): Promise<AuthSession> {
  const { userId, sessionId } = actor
  await transaction((db) => asAuth(db, () => countProof(db, 'factor', userId)))
  const { owner, open } = await transaction(async (db) => {
    const login = await lockLogin(db, actor)
    const factor = await getFactor(db, { id: factorId, userId })
    const id = answer.challenge_id
    const { challenge } = await consumeChallenge(db, { id, userId, sessionId, factorId })
    const owned = { ...factor, userId, sessionId }
    const proof: AcceptedProof =
      'webauthn' in answer
        ? { method: WEBAUTHN, columns: await provedKey(db, relyingParty, owned, { id, challenge, ...answer }) }
        : { method: 'totp', columns: { lastStep: await acceptedStep(db, secrets, owned, answer.code) } }
    const open = await acceptProof(db, login, factor, { ...proof, refreshKey })
    await asAuth(db, () => forgetProofs(db, 'factor', userId))
    return { open, owner: await findLogin(db, userId) }
  })
  if (!owner) throw new NoSession()
  return sessionResponse(tokens, owner, open)
}

/** `columns`: what the factor has to remember of it. */
type AcceptedProof = { method: string; columns: ProvedColumns }
export type ProvedColumns = Updateable<Schema['auth.factors']>

type ProvedFactor = { id: string; factorType: FactorType; status: FactorStatus }

/**
 * Raises the session after a right answer. A factor that was not verified yet counts from now on, and the login's other sessions
 * that proved none end with the first one. Throws 403 for a further factor without a recent proof of an existing one.
 */
export async function acceptProof(
  db: Db,
  login: LockedLogin,
  { id: factorId, factorType, status }: ProvedFactor,
  { method, columns, refreshKey }: AcceptedProof & { refreshKey: Buffer },
): Promise<OpenSession> {
  const { userId, sessionId, hasFactor } = login
  const isNew = status === 'unverified'
  if (isNew && hasFactor) refuseUnproved(login)
  await asAuth(db, async () => {
    await db
      .updateTable('auth.factors')
      .set({
        ...columns,
        status: 'verified',
        verifiedAt: sql`coalesce(verified_at, now())`,
        lastUsedAt: sql`now()`,
      })
      .where('id', '=', factorId)
      .execute()
    // Others may have been added by whoever else knows the password.
    if (isNew)
      await db
        .deleteFrom('auth.factors')
        .where((eb) => eb.and({ userId, status: 'unverified' }))
        .execute()
  })
  const action = isNew ? 'factor_added' : 'factor_proved'
  await auditFactor(db, { userId, action, detail: { factorId, factorType, sessionId } })
  if (isNew) await enqueueFactorMail(db, { event: 'added', userId, isFirst: !hasFactor })
  return raiseSession(db, { sessionId, userId, method, refreshKey, endsOthers: isNew && !hasFactor })
}

type TotpFactor = {
  id: string
  userId: string
  sessionId: string
  factorType: FactorType
  secret: Buffer | null
  keyId: string | null
  lastStep: number | null
}

/** The time step of a right code. Throws 422 for a wrong one, and for one that was accepted before. */
async function acceptedStep(
  db: Db,
  secrets: FactorSecrets,
  { id, userId, sessionId, factorType, secret, keyId, lastStep }: TotpFactor,
  code: string,
): Promise<number> {
  if (secret === null || keyId === null) throw notChallenged()
  const opened = await secrets.open({ secret, keyId }, { userId, id })
  const step = stepOfCode(opened, code, await databaseTimeMs(db))
  const entry = { userId, detail: { factorId: id, factorType, sessionId } }
  if (step === undefined) throw codeRefused('Koden stämmer inte. Ta den som appen visar nu.', entry)
  if (lastStep !== null && step <= lastStep)
    throw codeRefused('Koden har redan använts. Vänta på nästa i appen.', entry)
  return step
}

/** In Unix milliseconds. */
async function databaseTimeMs(db: Db): Promise<number> {
  const { rows } = await sql<{ ms: number }>`
    select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as ms`.execute(db)
  return rows[0]?.ms ?? Date.now()
}
