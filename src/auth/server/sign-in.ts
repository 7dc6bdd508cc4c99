import type { Database } from '#db/database.ts'
import { AppError } from '#lib/server/app-error.ts'
import type { AuthSession } from '../auth.contract.ts'
import type { AccessTokens } from './access-token.ts'
import { countAttempt, forgiveAttempt } from './attempts.ts'
import type { Passwords } from './passwords.ts'
import { startSession } from './sessions.queries.ts'
import { findLogin, sessionAnswer } from './tokens.ts'

export type SignInParts = {
  database: Database
  passwords: Passwords
  tokens: AccessTokens
  /** How an account under attack is slowed; a test counts instead of waiting. */
  pause?: (ms: number) => Promise<void>
}

type Credentials = { email: string; password: string; ip: string; userAgent: string | undefined }

/**
 * Signs in by password. An unknown address, a wrong password and a disabled login are refused alike, after the same work.
 * Throws 400, 429 with Retry-After, or 503 when too many wait for the same.
 */
export async function signIn(
  { database, passwords, tokens, pause = wait }: SignInParts,
  { email, password, ip, userAgent }: Credentials,
): Promise<AuthSession> {
  const who = { email, ip }
  // Counted and committed before anything is hashed: of forty at once no more than the limit get further.
  const { slowdown, known } = await database.as('auth', async (db) => ({
    slowdown: await countAttempt(db, who),
    known: await db
      .selectFrom('auth.users')
      .select(['id as userId', 'passwordHash'])
      .where('email', '=', email)
      .executeTakeFirst(),
  }))
  if (slowdown > 0) await pause(slowdown)

  const isRight = await passwords.matches(known?.passwordHash, password)
  if (!isRight || !known) throw refused()

  const { open, login } = await database.as('auth', async (db) => {
    await forgiveAttempt(db, who)
    // The login may be disabled, or have got another password while this one was being hashed.
    const unchanged = await db
      .selectFrom('auth.users')
      .select('id')
      .where('id', '=', known.userId)
      .where('passwordHash', '=', known.passwordHash)
      .where('disabledAt', 'is', null)
      .forShare()
      .executeTakeFirst()
    if (!unchanged) throw refused()
    const open = await startSession(db, { userId: known.userId, userAgent })
    return { open, login: await findLogin(db, known.userId) }
  })
  if (!login) throw refused()
  return sessionAnswer(tokens, login, open)
}

const refused = () => new AppError(400, 'invalid_credentials', 'Felaktig e-postadress eller lösenord')

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
