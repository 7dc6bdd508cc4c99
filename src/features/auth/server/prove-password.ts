import { sql } from 'kysely'
import type { Actor } from '#platform/database/actor.ts'
import { AppError } from '#platform/http/app-error.ts'
import type { Transaction } from '#platform/http/serve.ts'
import { FACTOR_NEEDED } from '#shared/contract.ts'
import { asAuth } from './as-auth.ts'
import { countProof, forgetProofs } from './attempts.ts'
import { auditFactor } from './factor-audit.ts'
import { lockLogin } from './factors.queries.ts'
import type { Passwords } from './passwords.ts'

/**
 * Renews the proof of this session by the password, of a login without a second factor. Throws 403 for one that has a factor,
 * 422 for a wrong password, 429 after too many.
 */
export async function provePassword(
  passwords: Passwords,
  { transaction, actor }: { transaction: Transaction; actor: Actor },
  password: string,
) {
  const { userId, sessionId } = actor
  if (actor.hasFactor) throw factorInstead()
  const passwordHash = await transaction((db) =>
    asAuth(db, async () => {
      await countProof(db, 'password', userId)
      const login = await db
        .selectFrom('auth.users')
        .select('passwordHash')
        .where('id', '=', userId)
        .executeTakeFirstOrThrow()
      return login.passwordHash
    }),
  )
  const isCorrect = await passwords.matches(passwordHash, password)
  await transaction(async (db) => {
    if (!isCorrect) throw wrongPassword(userId)
    // A factor may have been added, or the password changed, while this one was being hashed.
    if ((await lockLogin(db, actor)).hasFactor) throw factorInstead()
    await asAuth(db, async () => {
      const renewed = await db
        .updateTable('auth.sessions')
        .from('auth.users')
        .set({ authenticatedAt: sql`now()` })
        .where('auth.sessions.id', '=', sessionId)
        .whereRef('auth.users.id', '=', 'auth.sessions.userId')
        .where('auth.users.passwordHash', '=', passwordHash)
        .executeTakeFirst()
      if (renewed.numUpdatedRows === 0n) throw wrongPassword(userId)
      await forgetProofs(db, 'password', userId)
    })
    await auditFactor(db, { userId, action: 'password_proved', detail: { sessionId } })
  })
}

const factorInstead = () => new AppError(403, FACTOR_NEEDED, 'Bekräfta med ditt andra steg i stället')

const wrongPassword = (userId: string) => {
  const message = 'Lösenordet stämmer inte'
  return new AppError(422, 'invalid', message, {
    fields: { password: message },
    afterRollback: async (database) => {
      await database.as('auth', (db) => auditFactor(db, { userId, action: 'password_proof_refused' }))
    },
  })
}
