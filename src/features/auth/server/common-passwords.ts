// The 100 000 most common passwords of the collection 10-million-password-list of SecLists (MIT, Daniel Miessler), in lower case
// without those of fewer than six characters, which are refused anyway, and Swedish ones. One a line, sorted by bytes.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const LINE_FEED = 0x0a
const list = readFileSync(join(import.meta.dirname, 'common-passwords.txt'))

/** Whether the password, ignoring case, is one of the most common ones. Searched in the file's bytes: no copy for each word. */
export function isCommonPassword(password: string): boolean {
  const wanted = Buffer.from(password.toLowerCase())
  let [low, high] = [0, list.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    const start = middle === 0 ? 0 : list.lastIndexOf(LINE_FEED, middle - 1) + 1
    const line = list.subarray(start, list.indexOf(LINE_FEED, middle))
    const order = wanted.compare(line)
    if (order === 0) return true
    if (order < 0) high = start
    else low = start + line.length + 1
  }
  return false
}
