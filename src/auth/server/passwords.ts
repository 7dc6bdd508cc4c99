import { AppError } from '#lib/server/app-error.ts'
import { isHashable, normalPassword, passwordProblem } from '../password.rules.ts'
import { hash, hashOfNothing, matches } from './argon2.ts'
import { isCommonPassword } from './common-passwords.ts'
import { boundedQueue } from './hash-queue.ts'

export type Passwords = {
  /**
   * The hash of a new password. `names` are refused as passwords (the company's name, the e-mail address).
   * Throws 422 `weak_password` with the reason, 503 when too many wait.
   */
  choose: (password: string, names?: (string | null)[]) => Promise<string>
  /** Whether the password is the login's; a missing hash takes as long as a wrong password. */
  matches(passwordHash: string | null | undefined, password: string): Promise<boolean>
}

/** Passwords of one process: one bounded queue for all hashing. */
export function openPasswords({ minLength }: { minLength: number }): Passwords {
  const queue = boundedQueue({ running: 2, waiting: 50 })
  const nothing = hashOfNothing()
  return {
    choose: async (password, names = []) => {
      const normal = normalPassword(password)
      const problem = passwordProblem(normal, { minLength, names: ['Stödpunkt', ...names.flatMap(guessable)] })
      if (problem) throw weak(problem)
      if (isCommonPassword(normal)) throw weak('Lösenordet är för vanligt. Välj ett annat.')
      return queue(() => hash(normal))
    },
    matches: async (passwordHash, password) => {
      if (!isHashable(password)) return false
      const isSame = await queue(() => matches(passwordHash ?? nothing, normalPassword(password)))
      return isSame && Boolean(passwordHash)
    },
  }
}

/** An e-mail address counts by its parts, without the top domain. */
const guessable = (name: string | null) => (name === null ? [] : name.replace(/(@.*)\.[a-z]+$/, '$1').split('@'))

const weak = (message: string) => new AppError(422, 'weak_password', message, { fields: { password: message } })
