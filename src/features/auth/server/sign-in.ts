import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '#platform/database/database.ts'
import { AppError } from '#platform/http/app-error.ts'
import type { AuthSession } from '../auth.contract.ts'
import type { AccessTokens } from './access-token.ts'
import { clearAttempts, countAttempt } from './attempts.ts'
import { auditLogin } from './logins.queries.ts'
import type { Passwords } from './passwords.ts'
import { startSession } from './sessions.queries.ts'
import { auditLimited, auditRefusal, logRefusal, type SignInRefusal } from './sign-in-audit.ts'
import { findLogin, sessionResponse } from './tokens.ts'

export type SignInParts = {
  database: Database
  passwords: Passwords
  tokens: AccessTokens
  /** Keys the hashes in the program's log. */
  refreshKey: Buffer
  log?: FastifyBaseLogger
  /** Delays an attempt at an account under attack; tests count instead of waiting. */
  pause?: (ms: number) => Promise<void>
}

type Credentials = { email: string; password: string; ip: string; userAgent: string | undefined }

/**
 * Signs in by password. An unknown address, a wrong password and a disabled login get the same error after the same work.
 * Throws 400, 429 with Retry-After, or 503 when the hash queue is full.
 */
export async function signIn(
  { database, passwords, tokens, refreshKey, log, pause = wait }: SignInParts,
  { email, password, ip, userAgent }: Credentials,
): Promise<AuthSession> {
  const client = { email, ip }
  const refuse = async (userId: string | undefined, reason: SignInRefusal) => {
    await database.as('auth', (db) => auditRefusal(db, userId, reason))
    logRefusal(log, refreshKey, client, reason)
    return refused()
  }
  // Committed before anything is hashed, so that concurrent attempts cannot exceed the limit.
  const { slowdown, stored } = await countedAttempt(database, client).catch(async (error: unknown) => {
    if (error instanceof AppError) {
      await auditLimited(database, client)
      logRefusal(log, refreshKey, client, 'limited')
    }
    throw error
  })
  if (slowdown > 0) await pause(slowdown)

  const isCorrect = await passwords.matches(stored?.passwordHash, password)
  if (!stored) throw await refuse(undefined, 'unknown_login')
  if (!isCorrect) throw await refuse(stored.userId, 'wrong_password')

  const { open, login } = await database
    .as('auth', async (db) => {
      await clearAttempts(db, client)
      // The login may have been disabled or its password changed while this one was being hashed.
      const unchanged = await db
        .selectFrom('auth.users')
        .select('id')
        .where('id', '=', stored.userId)
        .where('passwordHash', '=', stored.passwordHash)
        .where('disabledAt', 'is', null)
        .forShare()
        .executeTakeFirst()
      if (!unchanged) throw refused()
      const open = await startSession(db, { userId: stored.userId, userAgent, method: 'password' })
      await auditLogin(db, { userId: stored.userId, action: 'signed_in', detail: { sessionId: open.sessionId } })
      return { open, login: await findLogin(db, stored.userId) }
    })
    .catch(async (error: unknown) => {
      if (error instanceof AppError)
        throw await refuse(stored.userId, stored.isDisabled ? 'deactivated' : 'wrong_password')
      throw error
    })
  if (!login) throw refused()
  return sessionResponse(tokens, login, open)
}

const countedAttempt = (database: Database, client: { email: string; ip: string }) =>
  database.as('auth', async (db) => ({
    slowdown: await countAttempt(db, client),
    stored: await db
      .selectFrom('auth.users')
      .select((eb) => ['id as userId', 'passwordHash', eb('disabledAt', 'is not', null).as('isDisabled')])
      .where('email', '=', client.email)
      .executeTakeFirst(),
  }))

const refused = () => new AppError(400, 'invalid_credentials', 'Felaktig e-postadress eller lösenord')

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
