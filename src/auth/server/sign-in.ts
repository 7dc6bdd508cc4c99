import type { Database } from '#db/database.ts'
import { AppError } from '#lib/server/app-error.ts'
import type { AuthSession } from '../auth.contract.ts'
import type { AccessTokens } from './access-token.ts'
import { clearAttempts, countAttempt } from './attempts.ts'
import type { Passwords } from './passwords.ts'
import { startSession } from './sessions.queries.ts'
import { findLogin, sessionResponse } from './tokens.ts'

export type SignInParts = {
  database: Database
  passwords: Passwords
  tokens: AccessTokens
  /** Delays an attempt at an account under attack; tests count instead of waiting. */
  pause?: (ms: number) => Promise<void>
}

type Credentials = { email: string; password: string; ip: string; userAgent: string | undefined }

/**
 * Signs in by password. An unknown address, a wrong password and a disabled login get the same error after the same work.
 * Throws 400, 429 with Retry-After, or 503 when the hash queue is full.
 */
export async function signIn(
  { database, passwords, tokens, pause = wait }: SignInParts,
  { email, password, ip, userAgent }: Credentials,
): Promise<AuthSession> {
  const client = { email, ip }
  // Committed before anything is hashed, so that concurrent attempts cannot exceed the limit.
  const { slowdown, stored } = await database.as('auth', async (db) => ({
    slowdown: await countAttempt(db, client),
    stored: await db
      .selectFrom('auth.users')
      .select(['id as userId', 'passwordHash'])
      .where('email', '=', email)
      .executeTakeFirst(),
  }))
  if (slowdown > 0) await pause(slowdown)

  const isCorrect = await passwords.matches(stored?.passwordHash, password)
  if (!isCorrect || !stored) throw refused()

  const { open, login } = await database.as('auth', async (db) => {
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
    const open = await startSession(db, { userId: stored.userId, userAgent })
    return { open, login: await findLogin(db, stored.userId) }
  })
  if (!login) throw refused()
  return sessionResponse(tokens, login, open)
}

const refused = () => new AppError(400, 'invalid_credentials', 'Felaktig e-postadress eller lösenord')

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
