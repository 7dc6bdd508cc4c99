import { sql } from 'kysely'
import type { Actor } from '#db/actor.ts'
import type { Db } from '#db/database.ts'
import { AppError } from '#lib/server/app-error.ts'
import { PASSWORD_PROOF_MINUTES } from '../lifetimes.rules.ts'
import { asAuth } from './as-auth.ts'
import { namesAround, setPassword } from './logins.queries.ts'
import type { Passwords } from './passwords.ts'

const TRIES = 10
const WINDOW_MS = 15 * 60 * 1000

type Change = { password: string; current_password?: string | undefined }

/** Changes the own password, after a sign-in less than PASSWORD_PROOF_MINUTES ago or with the current one. */
export function passwordChanges(passwords: Passwords) {
  const limit = limiter()

  return async (db: Db, actor: Actor, { password, current_password: current }: Change) => {
    // Counted in this process only: guessing here takes a valid session already.
    if (!limit(actor.userId)) {
      throw new AppError(429, 'over_request_rate_limit', 'För många försök. Vänta en stund och försök igen.', {
        retryAfterSeconds: WINDOW_MS / 1000,
      })
    }
    const login = await proofOf(db, actor)
    if (current !== undefined) {
      if (!(await passwords.matches(login.passwordHash, current))) {
        throw new AppError(422, 'current_password_invalid', 'Det nuvarande lösenordet stämmer inte', {
          fields: { current_password: 'Det nuvarande lösenordet stämmer inte' },
        })
      }
    } else if (!login.isFresh) {
      throw new AppError(403, 'reauthentication_needed', 'Ange ditt nuvarande lösenord också')
    }
    if (actor.mustChangePassword && (await passwords.matches(login.passwordHash, password))) {
      throw new AppError(422, 'same_password', 'Välj ett annat lösenord än det du har')
    }
    const passwordHash = await passwords.choose(password, [...(await namesAround(db, actor.userId)), actor.fullName])
    const { userId, sessionId } = actor
    await setPassword(db, { userId, passwordHash, mustChangePassword: false, keepSession: sessionId, by: userId })
  }
}

const proofOf = (db: Db, { userId, sessionId }: Actor) =>
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

/** Counts tries by key within this process; false when there were too many. */
function limiter() {
  const windows = new Map<string, { since: number; tries: number }>()
  return (key: string, now = Date.now()) => {
    for (const [old, { since }] of windows) if (since <= now - WINDOW_MS) windows.delete(old)
    const window = windows.get(key) ?? { since: now, tries: 0 }
    windows.set(key, { ...window, tries: window.tries + 1 })
    return window.tries < TRIES
  }
}
