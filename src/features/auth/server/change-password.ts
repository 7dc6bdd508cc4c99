import { sql } from 'kysely'
import type { Actor } from '#platform/database/actor.ts'
import type { Db } from '#platform/database/database.ts'
import { AppError } from '#platform/http/app-error.ts'
import { FRESH_PROOF_MINUTES, PROOF_NEEDED } from '#shared/contract.ts'
import { asAuth } from './as-auth.ts'
import { PASSWORD_ATTEMPTS, WINDOW_MINUTES } from './attempts.ts'
import { auditLogin, listRelatedNames, setPassword } from './logins.queries.ts'
import type { Passwords } from './passwords.ts'

const WINDOW_MS = WINDOW_MINUTES * 60 * 1000

type PasswordChange = { password: string; current_password?: string | undefined }

/** Changes the own password: within FRESH_PROOF_MINUTES of the sign-in, later with the current password. Throws 403, 422 and 429. */
export function passwordChanges(passwords: Passwords, countChange: CountChange) {
  return async (db: Db, actor: Actor, { password, current_password: current }: PasswordChange) => {
    countChange(actor.userId)
    const login = await findCredentials(db, actor)
    if (current !== undefined) {
      if (!(await passwords.matches(login.passwordHash, current))) {
        throw new AppError(422, 'current_password_invalid', 'Det nuvarande lösenordet stämmer inte', {
          fields: { current_password: 'Det nuvarande lösenordet stämmer inte' },
          afterRollback: (database) =>
            database
              .as('auth', (db) => auditLogin(db, { userId: actor.userId, action: 'password_change_refused' }))
              .then(() => undefined),
        })
      }
    } else if (!login.isFresh) {
      throw new AppError(403, PROOF_NEEDED, 'Ange ditt nuvarande lösenord också')
    }
    const { mustChangePassword, fullName } = actor
    const names = [...(await listRelatedNames(db, actor.userId)), fullName]
    const passwordHash = await nextPassword(passwords, { ...login, mustChangePassword, names }, password)
    const { userId, sessionId } = actor
    await setPassword(db, { userId, passwordHash, mustChangePassword: false, keepSession: sessionId, by: userId })
  }
}

type Replaced = { passwordHash: string | null; mustChangePassword: boolean; names: (string | null)[] }

/** Hashes the password that replaces one. Throws 422 with the reason when it is refused. */
export async function nextPassword(
  passwords: Passwords,
  { passwordHash, mustChangePassword, names }: Replaced,
  password: string,
): Promise<string> {
  if (mustChangePassword && (await passwords.matches(passwordHash, password))) {
    const message = 'Välj ett annat lösenord än det du har'
    throw new AppError(422, 'same_password', message, { fields: { password: message } })
  }
  return passwords.choose(password, names)
}

const findCredentials = (db: Db, { userId, sessionId }: Actor) =>
  asAuth(db, () =>
    db
      .selectFrom('auth.users')
      .innerJoin('auth.sessions', 'auth.sessions.userId', 'auth.users.id')
      .select([
        'passwordHash',
        sql<boolean>`authenticated_at > now() - make_interval(mins => ${FRESH_PROOF_MINUTES})`.as('isFresh'),
      ])
      .where('auth.users.id', '=', userId)
      .where('auth.sessions.id', '=', sessionId)
      .executeTakeFirstOrThrow(),
  )

export type CountChange = (userId: string) => void

/**
 * Counts each login's attempts to change its password; throws 429 after too many. Counted per process, since each needs a
 * session or a valid link.
 */
export function changeCounter(): CountChange {
  const windows = new Map<string, { since: number; attempts: number }>()
  return (userId) => {
    const now = Date.now()
    for (const [expired, { since }] of windows) if (since <= now - WINDOW_MS) windows.delete(expired)
    const window = windows.get(userId) ?? { since: now, attempts: 0 }
    windows.set(userId, { ...window, attempts: window.attempts + 1 })
    if (window.attempts < PASSWORD_ATTEMPTS) return
    throw new AppError(429, 'over_request_rate_limit', 'För många försök. Vänta en stund och försök igen.', {
      retryAfterSeconds: WINDOW_MS / 1000,
    })
  }
}
