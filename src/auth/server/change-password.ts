import { sql } from 'kysely'
import type { Actor } from '#db/actor.ts'
import type { Db } from '#db/database.ts'
import { AppError } from '#lib/server/app-error.ts'
import { PASSWORD_PROOF_MINUTES } from '../lifetimes.rules.ts'
import { asAuth } from './as-auth.ts'
import { PASSWORD_ATTEMPTS, WINDOW_MINUTES } from './attempts.ts'
import { auditLogin, listRelatedNames, setPassword } from './logins.queries.ts'
import type { Passwords } from './passwords.ts'

const WINDOW_MS = WINDOW_MINUTES * 60 * 1000

type PasswordChange = { password: string; current_password?: string | undefined }

/** Changes the own password: within PASSWORD_PROOF_MINUTES of the sign-in, later with the current password. Throws 403, 422 and 429. */
export function passwordChanges(passwords: Passwords) {
  const isWithinLimit = rateLimiter()

  return async (db: Db, actor: Actor, { password, current_password: current }: PasswordChange) => {
    // Counted per process: guessing here already requires a valid session.
    if (!isWithinLimit(actor.userId)) {
      throw new AppError(429, 'over_request_rate_limit', 'För många försök. Vänta en stund och försök igen.', {
        retryAfterSeconds: WINDOW_MS / 1000,
      })
    }
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
      throw new AppError(403, 'reauthentication_needed', 'Ange ditt nuvarande lösenord också')
    }
    if (actor.mustChangePassword && (await passwords.matches(login.passwordHash, password))) {
      throw new AppError(422, 'same_password', 'Välj ett annat lösenord än det du har')
    }
    const passwordHash = await passwords.choose(password, [
      ...(await listRelatedNames(db, actor.userId)),
      actor.fullName,
    ])
    const { userId, sessionId } = actor
    await setPassword(db, { userId, passwordHash, mustChangePassword: false, keepSession: sessionId, by: userId })
  }
}

const findCredentials = (db: Db, { userId, sessionId }: Actor) =>
  asAuth(db, () =>
    db
      .selectFrom('auth.users')
      .innerJoin('auth.sessions', 'auth.sessions.userId', 'auth.users.id')
      .select([
        'passwordHash',
        sql<boolean>`authenticated_at > now() - make_interval(mins => ${PASSWORD_PROOF_MINUTES})`.as('isFresh'),
      ])
      .where('auth.users.id', '=', userId)
      .where('auth.sessions.id', '=', sessionId)
      .executeTakeFirstOrThrow(),
  )

/** Counts attempts per key in this process; false when there are too many. */
function rateLimiter() {
  const windows = new Map<string, { since: number; attempts: number }>()
  return (key: string, now = Date.now()) => {
    for (const [expired, { since }] of windows) if (since <= now - WINDOW_MS) windows.delete(expired)
    const window = windows.get(key) ?? { since: now, attempts: 0 }
    windows.set(key, { ...window, attempts: window.attempts + 1 })
    return window.attempts < PASSWORD_ATTEMPTS
  }
}
