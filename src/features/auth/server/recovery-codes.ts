import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Actor } from '#platform/database/actor.ts'
import type { Db } from '#platform/database/database.ts'
import { NoSession } from '#platform/database/scope.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import { AppError } from '#platform/http/app-error.ts'
import type { Transaction } from '#platform/http/serve.ts'
import type { AuthSession } from '../auth.contract.ts'
import type { NewRecoveryCodes, RecoveryCodesStatus } from '../factors.contract.ts'
import { RECOVERY_CODES, RECOVERY_CODES_NAME } from '../factors.rules.ts'
import { canonicalCode, newRecoveryCode } from '../recovery-code.rules.ts'
import { asAuth } from './as-auth.ts'
import { countProof, forgetProofs } from './attempts.ts'
import { auditFactor } from './factor-audit.ts'
import { enqueueFactorMail } from './factor-mail.ts'
import { codeRefused, factorNotFound } from './factor-refusals.ts'
import { lockLogin, refuseUnproved } from './factors.queries.ts'
import type { ProofParts } from './prove-factor.ts'
import { raiseSession } from './sessions.queries.ts'
import { hashToken } from './token-hash.ts'
import { findLogin, sessionResponse } from './tokens.ts'

type CodeSet = { id: string; friendlyName: string | null }

const findSet = (db: Db, userId: string): Promise<CodeSet | undefined> =>
  asAuth(db, () =>
    db
      .selectFrom('auth.factors')
      .select(['id', 'friendlyName'])
      .where((eb) => eb.and({ userId, factorType: 'recovery_code' }))
      .executeTakeFirst(),
  )

/** Throws 404 without recovery codes. */
async function getSet(db: Db, userId: string): Promise<CodeSet> {
  const set = await findSet(db, userId)
  if (!set) throw factorNotFound()
  return set
}

export async function getRecoveryCodesStatus(db: Db, { userId }: Actor): Promise<RecoveryCodesStatus> {
  const { id } = await getSet(db, userId)
  return { id, type: 'recovery_code', total: RECOVERY_CODES, remaining: await countRemaining(db, id) }
}

const countRemaining = (db: Db, factorId: string) =>
  asAuth(db, async () => {
    const { remaining } = await db
      .selectFrom('auth.recoveryCodes')
      .select((eb) => eb.fn.countAll<number>().as('remaining'))
      .where('factorId', '=', factorId)
      .where('usedAt', 'is', null)
      .executeTakeFirstOrThrow()
    return remaining
  })

/** Throws 422 without a factor or when there are codes already, 403 without a recent proof. */
export async function makeRecoveryCodes(db: Db, actor: Actor, friendlyName: string | null): Promise<NewRecoveryCodes> {
  const { userId } = actor
  const login = await lockLogin(db, actor)
  if (!login.hasFactor) throw soleFactor()
  refuseUnproved(login)
  if (await findSet(db, userId)) throw setExists()
  const set = { id: uuidv7(), friendlyName: friendlyName ?? RECOVERY_CODES_NAME }
  await asAuth(db, () =>
    db
      .insertInto('auth.factors')
      .values({ ...set, userId, factorType: 'recovery_code', status: 'verified', verifiedAt: sql<string>`now()` })
      .execute(),
  )
  return fillSet(db, userId, set)
}

/** Throws 404 without codes, 403 without a recent proof. Ends a lockout too. */
export async function replaceRecoveryCodes(db: Db, actor: Actor): Promise<NewRecoveryCodes> {
  const { userId } = actor
  refuseUnproved(await lockLogin(db, actor))
  const set = await getSet(db, userId)
  await asAuth(db, async () => {
    await db.deleteFrom('auth.recoveryCodes').where('factorId', '=', set.id).execute()
    await forgetProofs(db, 'recovery-code', userId)
  })
  return fillSet(db, userId, set)
}

async function fillSet(db: Db, userId: string, { id, friendlyName }: CodeSet): Promise<NewRecoveryCodes> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => newRecoveryCode(randomBytes))
  await asAuth(db, () =>
    db
      .insertInto('auth.recoveryCodes')
      .values(codes.map((code) => ({ factorId: id, codeHash: hashToken(code) })))
      .execute(),
  )
  await auditFactor(db, { userId, action: 'recovery_codes_made', detail: { factorId: id } })
  return {
    id,
    type: 'recovery_code',
    friendly_name: friendlyName ?? RECOVERY_CODES_NAME,
    total: RECOVERY_CODES,
    codes,
  }
}

/** Throws 404 without codes, 403 without a recent proof. */
export async function removeRecoveryCodes(db: Db, actor: Actor): Promise<{ id: string }> {
  const { userId } = actor
  refuseUnproved(await lockLogin(db, actor))
  const { id } = await getSet(db, userId)
  await asAuth(db, () => db.deleteFrom('auth.factors').where('id', '=', id).execute())
  await auditFactor(db, { userId, action: 'recovery_codes_removed', detail: { factorId: id } })
  return { id }
}

/**
 * Uses a code up: the session gets aal2, the login's other sessions that proved nothing end, and a mail says how many are left.
 * Throws 422 for a wrong or used code, 429 after too many.
 */
export async function verifyRecoveryCode(
  { tokens, refreshKey }: Pick<ProofParts, 'tokens' | 'refreshKey'>,
  { transaction, actor }: { transaction: Transaction; actor: Actor },
  code: string,
): Promise<AuthSession> {
  const { userId, sessionId } = actor
  await transaction((db) => asAuth(db, () => countProof(db, 'recovery-code', userId)))
  const { owner, open } = await transaction(async (db) => {
    await lockLogin(db, actor)
    const set = await findSet(db, userId)
    const isUsed = set !== undefined && (await consumeCode(db, set.id, code))
    if (!isUsed) throw codeRefused(WRONG_CODE, { userId, detail: { factorType: 'recovery_code', sessionId } })
    const remaining = await countRemaining(db, set.id)
    await auditFactor(db, { userId, action: 'recovery_code_used', detail: { factorId: set.id, sessionId, remaining } })
    await enqueueFactorMail(db, { event: 'codeUsed', userId, remaining })
    await asAuth(db, () => forgetProofs(db, 'recovery-code', userId))
    const method = 'mfa/recovery_code'
    const open = await raiseSession(db, { sessionId, userId, method, refreshKey, endsOthers: true })
    return { open, owner: await findLogin(db, userId) }
  })
  if (!owner) throw new NoSession()
  return sessionResponse(tokens, owner, open)
}

const WRONG_CODE = 'Koden stämmer inte, eller är redan använd'

/** Whether the code was an unused one of the set; of two concurrent calls one succeeds. */
const consumeCode = (db: Db, factorId: string, code: string) =>
  asAuth(db, async () => {
    const { numUpdatedRows } = await db
      .updateTable('auth.recoveryCodes')
      .set({ usedAt: sql`now()` })
      .where((eb) => eb.and({ factorId, codeHash: hashToken(canonicalCode(code)) }))
      .where('usedAt', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return false
    await db.updateTable('auth.factors').set({ lastUsedAt: sql`now()` }).where('id', '=', factorId).execute()
    return true
  })

const soleFactor = () =>
  new AppError(422, 'mfa_recovery_codes_sole_factor', 'Lägg till en autentiseringsapp eller en passkey först')

const setExists = () =>
  new AppError(422, 'mfa_verified_factor_exists', 'Du har redan reservkoder. Byt ut dem om du vill ha nya.')
