import type { FastifyBaseLogger } from 'fastify'
import type { Database, Db } from '#platform/database/database.ts'
import { AppError } from '#platform/http/app-error.ts'
import type { AuthSession } from '../auth.contract.ts'
import type { Assertion } from '../webauthn.contract.ts'
import type { AccessTokens } from './access-token.ts'
import { clearPasskeyAttempt, countPasskeyAttempt } from './attempts.ts'
import { lockUser } from './factors.queries.ts'
import { auditLogin } from './logins.queries.ts'
import { findCredential, notePasskeyUse } from './passkeys.queries.ts'
import { type OpenSession, startSession } from './sessions.queries.ts'
import { auditLimited, auditRefusal, logRefusal, type SignInRefusal } from './sign-in-audit.ts'
import { findLogin, sessionResponse } from './tokens.ts'
import { checkAssertion, type RelyingParty, requestOptions } from './webauthn.ts'
import { issueChallenge, takeChallenge } from './webauthn-challenges.queries.ts'
import { WEBAUTHN } from './webauthn-factor.ts'

export type PasskeyParts = {
  database: Database
  tokens: AccessTokens
  relyingParty: RelyingParty
  /** Keys the hashes in the program's log. */
  refreshKey: Buffer
  log?: FastifyBaseLogger
}

const anyone = { purpose: 'sign_in' } as const

/** A challenge for whichever of its passkeys the browser's person chooses. Throws 429 with Retry-After. */
export async function startPasskeySignIn(parts: PasskeyParts, ip: string) {
  const { id, challenge, expiresAt } = await limited(parts, ip, async (db) => {
    await countPasskeyAttempt(db, 'challenge', ip)
    return issueChallenge(db, anyone)
  })
  return { challenge_id: id, expires_at: expiresAt, options: await requestOptions(parts.relyingParty, challenge) }
}

type Answer = { challengeId: string; assertion: Assertion; ip: string; userAgent: string | undefined }

/**
 * Signs in by passkey, at level aal2, since the authenticator has verified the person. Whatever is wrong with the answer, the
 * refusal is the same. Throws 400, and 429 with Retry-After.
 */
export async function signInByPasskey(parts: PasskeyParts, answer: Answer): Promise<AuthSession> {
  const { database, tokens, refreshKey, log } = parts
  const { challengeId, ip } = answer
  // Committed before anything is judged: a challenge is used once, also by a wrong answer.
  const used = await limited(parts, ip, async (db) => {
    await countPasskeyAttempt(db, 'answer', ip)
    return takeChallenge(db, challengeId, anyone)
  })
  if (used && !used.isLive) throw expired()
  const outcome = await database.as('auth', (db) => judge(db, parts, answer, used?.challenge))
  if ('reason' in outcome) {
    await database.as('auth', (db) => auditRefusal(db, outcome.userId, outcome.reason))
    logRefusal(log, refreshKey, { ip }, outcome.reason)
    throw refused()
  }
  return sessionResponse(tokens, outcome.login, outcome.open)
}

type Refused = { reason: SignInRefusal; userId?: string }
type SignedIn = { login: NonNullable<Awaited<ReturnType<typeof findLogin>>>; open: OpenSession }

/** Opens the session when the answer is right in every respect. */
async function judge(
  db: Db,
  { relyingParty }: PasskeyParts,
  { assertion, ip, userAgent }: Answer,
  challenge: string | undefined,
): Promise<SignedIn | Refused> {
  const credentialId = Buffer.from(assertion.id, 'base64url')
  const owner = await findCredential(db, credentialId)
  if (!owner) return { reason: 'unknown_passkey' }
  const { userId } = owner
  // Copies of a key are judged one after another, and whoever disables the login waits, and then ends the session.
  const isEnabled = await lockUser(db, userId)
  const passkey = await findCredential(db, credentialId)
  const proof = challenge && passkey && (await checkAssertion(relyingParty, challenge, passkey, assertion))
  if (!proof) return { reason: 'wrong_passkey', userId }
  if (proof.isCopied) return { reason: 'copied_passkey', userId }
  const login = isEnabled && (await findLogin(db, userId))
  if (!login) return { reason: 'deactivated', userId }
  await notePasskeyUse(db, passkey.factorId, proof)
  await clearPasskeyAttempt(db, ip)
  const open = await startSession(db, { userId, userAgent, method: WEBAUTHN, aal: 'aal2' })
  const detail = { sessionId: open.sessionId, factorId: passkey.factorId }
  await auditLogin(db, { userId, action: 'signed_in', detail })
  return { login, open }
}

/** Runs `work`; audits and logs when the limits refuse it. */
const limited = <T>({ database, refreshKey, log }: PasskeyParts, ip: string, work: (db: Db) => Promise<T>) =>
  database.as('auth', work).catch(async (error: unknown) => {
    if (error instanceof AppError) {
      await auditLimited(database, { ip })
      logRefusal(log, refreshKey, { ip }, 'limited')
    }
    throw error
  })

const refused = () =>
  new AppError(400, 'invalid_credentials', 'Din passkey godtogs inte. Logga in med lösenord i stället.')
const expired = () => new AppError(400, 'webauthn_challenge_expired', 'Det tog för lång tid. Försök igen.')
