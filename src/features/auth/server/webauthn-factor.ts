// Passkeys and security keys as a second factor, in the protocol's `mfa.webauthn`.
import type { Actor } from '#platform/database/actor.ts'
import type { Database, Db } from '#platform/database/database.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import { AppError } from '#platform/http/app-error.ts'
import type { EnrolledWebauthn, WebauthnAnswer, WebauthnChallenge } from '../factors.contract.ts'
import type { FactorStatus } from '../factors.rules.ts'
import type { Assertion, CreatedCredential } from '../webauthn.contract.ts'
import { asAuth } from './as-auth.ts'
import { issuerName, makeRoomFor } from './enroll-totp.ts'
import { auditFactor } from './factor-audit.ts'
import { createChallenge, lockLogin, refuseUnproved } from './factors.queries.ts'
import { findCredential, listCredentials } from './passkeys.queries.ts'
import type { ProvedColumns } from './prove-factor.ts'
import {
  checkAssertion,
  checkCreated,
  creationOptions,
  newChallenge,
  type RelyingParty,
  requestOptions,
} from './webauthn.ts'
import { voidChallenge } from './webauthn-challenges.queries.ts'

/** In the protocol's words. */
export const WEBAUTHN = 'mfa/webauthn'

type Named = { friendly_name: string | null }

/** Adds a factor, whose key its first challenge creates. Throws 403 without a recent proof, and 422 as `makeRoomFor`. */
export async function enrollWebauthn(db: Db, actor: Actor, { friendly_name }: Named): Promise<EnrolledWebauthn> {
  refuseUnproved(await lockLogin(db, actor))
  const id = await createWebauthn(db, { userId: actor.userId, friendlyName: friendly_name })
  return { id, type: 'webauthn', ...(friendly_name !== null && { friendly_name }) }
}

/** Stores a factor without a key. The caller has locked the login. */
export async function createWebauthn(db: Db, named: { userId: string; friendlyName: string | null }) {
  await makeRoomFor(db, named)
  const id = uuidv7()
  await asAuth(db, () =>
    db
      .insertInto('auth.factors')
      .values({ id, factorType: 'webauthn', ...named })
      .execute(),
  )
  return id
}

type Challenged = { id: string; status: FactorStatus }

/** A challenge to create the key of a new factor, or to sign with that of a verified one. */
export async function challengeWebauthn(
  db: Db,
  relyingParty: RelyingParty,
  actor: Actor,
  { id: factorId, status }: Challenged,
): Promise<WebauthnChallenge> {
  const { userId, sessionId } = actor
  const challenge = newChallenge()
  const text = challenge.toString('base64url')
  const { id, expiresAt } = await createChallenge(db, { userId, sessionId, factorId, challenge: text })
  const asked = { id, type: 'webauthn', expires_at: expiresAt } as const
  if (status === 'unverified') {
    const publicKey = await newKeyOptions(db, relyingParty, actor, challenge)
    return { ...asked, webauthn: { type: 'create', credential_options: { publicKey } } }
  }
  const credentials = await listCredentials(db, userId, factorId)
  const publicKey = await requestOptions(relyingParty, challenge, credentials)
  return { ...asked, webauthn: { type: 'request', credential_options: { publicKey } } }
}

/** What the browser needs to make a key of this login. */
export async function newKeyOptions(db: Db, relyingParty: RelyingParty, actor: Actor, challenge: Buffer) {
  const { userId, email, fullName } = actor
  const siteName = await issuerName(db, actor)
  const existing = await listCredentials(db, userId)
  return creationOptions(relyingParty, { challenge, userId, email, fullName, siteName, existing })
}

type OwnFactor = Challenged & { userId: string; sessionId: string }
type Answer = Pick<WebauthnAnswer, 'webauthn'> & { id: string; challenge: string | null }

/** The columns of a factor whose key was created or has signed. Throws 422. */
export function provedKey(
  db: Db,
  relyingParty: RelyingParty,
  factor: OwnFactor,
  { id, challenge, webauthn }: Answer,
): Promise<ProvedColumns> {
  const asked = { id, challenge: challenge ?? '' }
  if (webauthn.type === 'create' && factor.status === 'unverified')
    return createdKey(db, relyingParty, factor, asked, webauthn.credential_response)
  if (webauthn.type === 'request' && factor.status === 'verified')
    return signingKey(db, relyingParty, factor, asked, webauthn.credential_response)
  throw keyRefused(factor, id)
}

type Challenge = { id: string; challenge: string }
type Refused = { id: string; userId: string; sessionId: string }

/** Throws 422 for a key that is not the right answer, or that some login already has. */
export async function createdKey(
  db: Db,
  relyingParty: RelyingParty,
  factor: Refused,
  { id, challenge }: Challenge,
  created: CreatedCredential,
): Promise<ProvedColumns> {
  const credential = await checkCreated(relyingParty, challenge, created)
  if (!credential || (await asAuth(db, () => findCredential(db, credential.id)))) throw keyRefused(factor, id)
  const { id: credentialId, ...columns } = credential
  return { credentialId, ...columns }
}

async function signingKey(
  db: Db,
  relyingParty: RelyingParty,
  factor: OwnFactor,
  { id, challenge }: Challenge,
  assertion: Assertion,
): Promise<ProvedColumns> {
  const passkey = await asAuth(db, () => findCredential(db, Buffer.from(assertion.id, 'base64url')))
  if (passkey?.factorId !== factor.id) throw keyRefused(factor, id)
  const proof = await checkAssertion(relyingParty, challenge, passkey, assertion)
  if (!proof) throw keyRefused(factor, id)
  const { isCopied, ...columns } = proof
  if (isCopied) throw keyRefused(factor, id, { isCopied })
  return columns
}

/** The answer is audited, and its challenge used up, although the transaction is rolled back. */
const keyRefused = (factor: Refused, challengeId: string, detail: { isCopied?: true } = {}) =>
  new AppError(422, 'mfa_verification_failed', 'Din passkey godtogs inte. Försök igen.', {
    afterRollback: (database) => noteRefusal(database, factor, challengeId, detail),
  })

const noteRefusal = (
  database: Database,
  { id: factorId, userId, sessionId }: Refused,
  challengeId: string,
  detail: { isCopied?: true },
) =>
  database.as('auth', async (db) => {
    await voidChallenge(db, challengeId)
    const about = { factorId, factorType: 'webauthn', sessionId, ...detail } as const
    await auditFactor(db, { userId, action: 'factor_refused', detail: about })
  })
