import { AppError } from '#platform/http/app-error.ts'
import { isHashable, normalPassword } from '../password.rules.ts'
import { dummyHash, hash, matches } from './argon2.ts'
import { boundedQueue } from './hash-queue.ts'
import { weaknessOf } from './weak-password.ts'

export type Passwords = {
  /** The setting PASSWORD_MIN_LENGTH. */
  minLength: number
  /**
   * Hashes a new password. `names` are refused as passwords (the company's name, the e-mail address).
   * Throws 422 `weak_password` with the reason, 503 when the queue is full.
   */
  choose: (password: string, names?: (string | null)[]) => Promise<string>
  /** Whether the password has this hash; a missing hash takes as long as a wrong password. Throws 503 when the queue is full. */
  matches(passwordHash: string | null | undefined, password: string): Promise<boolean>
}

/** The password functions of one process, with one bounded queue for all hashing. */
export function openPasswords({ minLength }: { minLength: number }): Passwords {
  const queue = boundedQueue({ running: 2, waiting: 50 })
  const dummy = dummyHash()
  return {
    minLength,
    choose: async (password, names = []) => {
      const weakness = weaknessOf(password, { minLength, names })
      if (weakness) throw weakPassword(weakness)
      return queue(() => hash(normalPassword(password)))
    },
    matches: async (passwordHash, password) => {
      if (!isHashable(password)) return false
      const isSame = await queue(() => matches(passwordHash ?? dummy, normalPassword(password)))
      return isSame && Boolean(passwordHash)
    },
  }
}

const weakPassword = (message: string) => new AppError(422, 'weak_password', message, { fields: { password: message } })
