import { readFileSync } from 'node:fs'
import { join } from 'node:path'

let common: Set<string> | undefined

/** Whether the password, ignoring case, is one of the few thousand most common ones. */
export function isCommonPassword(password: string): boolean {
  common ??= new Set(
    readFileSync(join(import.meta.dirname, 'common-passwords.txt'), 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#')),
  )
  return common.has(password.toLowerCase())
}
