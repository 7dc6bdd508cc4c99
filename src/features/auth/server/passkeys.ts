// Passkeys of the signed-in person.
import { describeBrowser } from '#features/company/browser.rules.ts'
import type { Actor } from '#platform/database/actor.ts'
import type { Database, Db } from '#platform/database/database.ts'
import { AppError } from '#platform/http/app-error.ts'
import { proofNeeded } from '#platform/http/authorize.ts'
import { PASSKEY_NAME_MAX, type Passkey } from '../passkeys.contract.ts'
import type { CreatedCredential } from '../webauthn.contract.ts'
import { auditLogin } from './logins.queries.ts'
import { createPasskey, deletePasskey, hasVerifiedFactor, listCredentials, listPasskeys } from './passkeys.queries.ts'
import { lowerSessions, raiseSession } from './sessions.queries.ts'
import { checkCreated, creationOptions, type RelyingParty } from './webauthn.ts'
import { issueChallenge, takeChallenge, voidChallenge } from './webauthn-challenges.queries.ts'

/** What the browser needs to make a passkey of this login. */
export async function startPasskeyRegistration(db: Db, relyingParty: RelyingParty, actor: Actor) {
  const issued = await issueChallenge(db, { purpose: 'register', ...sessionOf(actor) })
  const options = await newKeyOptions(db, relyingParty, actor, issued.challenge)
  return { challenge_id: issued.id, expires_at: issued.expiresAt, options }
}

export async function newKeyOptions(db: Db, relyingParty: RelyingParty, actor: Actor, challenge: Buffer) {
  const { userId, email, fullName, orgId } = actor
  const organization =
    orgId === null
      ? undefined
      : await db.selectFrom('organizations').select('name').where('id', '=', orgId).executeTakeFirst()
  return creationOptions(relyingParty, {
    challenge,
    userId,
    email,
    fullName,
    siteName: organization?.name ?? relyingParty.id,
    existing: await listCredentials(db, userId),
  })
}

type Answer = { challengeId: string; created: CreatedCredential; userAgent: string | undefined; refreshKey: Buffer }

/** Adds the passkey; making it verified the person, so that the session counts as proved by it. Throws 403 and 422. */
export async function addPasskey(
  db: Db,
  relyingParty: RelyingParty,
  actor: Actor,
  { challengeId, created, userAgent, refreshKey }: Answer,
): Promise<Passkey> {
  // A factor may have been added elsewhere since the challenge.
  if (actor.hasFactor && actor.aal === 'aal1') throw proofNeeded()
  const { userId, sessionId } = actor
  const used = await takeChallenge(db, challengeId, { purpose: 'register', ...sessionOf(actor) })
  if (used && !used.isLive) throw expired()
  const credential = used && (await checkCreated(relyingParty, used.challenge, created))
  const name = freeName(describeBrowser(userAgent ?? null), await listPasskeys(db, userId))
  const passkey = credential && (await createPasskey(db, { userId, name, credential }))
  if (!passkey) throw refusedKey(userId, used && challengeId)
  await raiseSession(db, { sessionId, userId, method: 'mfa/webauthn', refreshKey, endsOthers: !actor.hasFactor })
  await auditLogin(db, { userId, action: 'factor_added', detail: { factorId: passkey.id, type: 'webauthn' } })
  return passkey
}

/** Removes a passkey; without another factor the login is back to its password. Throws 404. */
export async function removePasskey(db: Db, { userId }: Actor, id: string) {
  await deletePasskey(db, userId, id)
  if (!(await hasVerifiedFactor(db, userId))) await lowerSessions(db, userId)
  await auditLogin(db, { userId, action: 'factor_removed', detail: { factorId: id, type: 'webauthn' } })
}

/** The name, with a number where another passkey has it. */
function freeName(name: string, others: Passkey[]): string {
  const taken = new Set(others.map(({ friendly_name }) => friendly_name))
  const short = name.slice(0, PASSKEY_NAME_MAX - 5)
  for (let number = 2; taken.has(name); number++) name = `${short} (${number})`
  return name
}

export const sessionOf = ({ userId, sessionId }: Actor) => ({ userId, sessionId })

/** Uses up the challenge all the same. A challenge that is not the session's own leaves no trace. */
export const refusedKey = (userId: string, challengeId?: string) =>
  new AppError(422, 'mfa_verification_failed', 'Din passkey godtogs inte. Försök igen.', {
    ...(challengeId && { afterRollback: (database) => noteRefusal(database, userId, challengeId) }),
  })

const noteRefusal = (database: Database, userId: string, challengeId: string) =>
  database.as('auth', async (db) => {
    await voidChallenge(db, challengeId)
    await auditLogin(db, { userId, action: 'factor_refused', detail: { type: 'webauthn' } })
  })

export const expired = () => new AppError(422, 'webauthn_challenge_expired', 'Det tog för lång tid. Försök igen.')
