// Passkeys of the signed-in person.
import { describeBrowser } from '#features/company/browser.rules.ts'
import type { Actor } from '#platform/database/actor.ts'
import type { Db } from '#platform/database/database.ts'
import { AppError } from '#platform/http/app-error.ts'
import type { AuthFactor } from '../auth.contract.ts'
import type { Passkey } from '../passkeys.contract.ts'
import type { CreatedCredential } from '../webauthn.contract.ts'
import { asAuth } from './as-auth.ts'
import { nameTaken } from './enroll-totp.ts'
import { listFactors, lockLogin, refuseUnproved } from './factors.queries.ts'
import { getPasskey } from './passkeys.queries.ts'
import { acceptProof } from './prove-factor.ts'
import { removeFactor } from './remove-factor.ts'
import type { RelyingParty } from './webauthn.ts'
import { issueChallenge, takeChallenge } from './webauthn-challenges.queries.ts'
import { createdKey, createWebauthn, newKeyOptions, WEBAUTHN } from './webauthn-factor.ts'

/** Throws 403 without a recent proof. */
export async function startPasskeyRegistration(db: Db, relyingParty: RelyingParty, actor: Actor) {
  refuseUnproved(await lockLogin(db, actor))
  const { userId, sessionId } = actor
  const { id, challenge, expiresAt } = await issueChallenge(db, { purpose: 'register', userId, sessionId })
  return { challenge_id: id, expires_at: expiresAt, options: await newKeyOptions(db, relyingParty, actor, challenge) }
}

export type PasskeySite = { relyingParty: RelyingParty; refreshKey: Buffer }
type Answer = { challengeId: string; created: CreatedCredential; userAgent: string | undefined }

/** Adds the passkey. Making it has verified the person, so that the session counts as proved by it. Throws 403 and 422. */
export async function addPasskey(
  db: Db,
  { relyingParty, refreshKey }: PasskeySite,
  actor: Actor,
  { challengeId, created, userAgent }: Answer,
): Promise<Passkey> {
  const { userId, sessionId } = actor
  const login = await lockLogin(db, actor)
  // Another factor may have been added since the challenge.
  if (login.hasFactor) refuseUnproved(login)
  const taken = await takeChallenge(db, challengeId, { purpose: 'register', userId, sessionId })
  if (!taken?.isLive) throw challengeGone()
  const friendlyName = freeName(describeBrowser(userAgent ?? null), await listFactors(db, userId))
  const id = await createWebauthn(db, { userId, friendlyName })
  const asked = { id: challengeId, challenge: taken.challenge }
  const columns = await createdKey(db, relyingParty, { id, userId, sessionId }, asked, created)
  const factor = { id, factorType: 'webauthn', status: 'unverified' } as const
  await acceptProof(db, login, factor, { method: WEBAUTHN, columns, refreshKey })
  return getPasskey(db, { id, userId })
}

/** The name, with a number where another factor has it. */
function freeName(base: string, others: AuthFactor[]): string {
  const taken = new Set(others.map(({ friendly_name }) => friendly_name))
  let name = base
  for (let number = 2; taken.has(name); number++) name = `${base} (${number})`
  return name
}

/** Throws 404, and 422 for a name that another factor of the person has. */
export async function renamePasskey(db: Db, { userId }: Actor, { id, name }: { id: string; name: string }) {
  await getPasskey(db, { id, userId })
  const others = await listFactors(db, userId)
  if (others.some((other) => other.id !== id && other.friendly_name === name)) throw nameTaken()
  await asAuth(db, () => db.updateTable('auth.factors').set({ friendlyName: name }).where('id', '=', id).execute())
  return getPasskey(db, { id, userId })
}

/** Throws 404, and 403 without a recent proof. */
export async function removePasskey(db: Db, actor: Actor, id: string) {
  await getPasskey(db, { id, userId: actor.userId })
  await removeFactor(db, actor, id)
}

const challengeGone = () => new AppError(422, 'webauthn_challenge_expired', 'Det tog för lång tid. Försök igen.')
