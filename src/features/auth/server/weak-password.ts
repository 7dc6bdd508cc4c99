import { normalPassword, passwordProblem } from '../password.rules.ts'
import { isCommonPassword } from './common-passwords.ts'

type Options = {
  minLength: number
  /** Refused as passwords: the company's name, the e-mail address. */
  names: (string | null | undefined)[]
}

/** Why a new password is too weak, as a Swedish sentence; undefined when it may be used. */
export function weaknessOf(password: string, { minLength, names }: Options): string | undefined {
  const normal = normalPassword(password)
  const problem = passwordProblem(normal, { minLength, names: ['Stödpunkt', ...names.flatMap(guessableParts)] })
  if (problem) return problem
  return isCommonPassword(normal) ? 'Lösenordet är för vanligt. Välj ett annat.' : undefined
}

/** The parts of an e-mail address without the top-level domain; any other name as it is. */
const guessableParts = (name: string | null | undefined) =>
  typeof name === 'string' ? name.replace(/(@.*)\.[a-z]+$/, '$1').split('@') : []
