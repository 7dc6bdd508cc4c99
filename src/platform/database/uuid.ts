import { randomUUID } from 'node:crypto'

/**
 * A UUID version 7 (RFC 9562): 48 bits of Unix milliseconds, then random, so that newer ids sort after older ones. The random
 * part is that of `randomUUID`, which takes random bytes for many ids at once, and the start is that of the last id while the
 * millisecond is the same.
 */
export function uuidv7(now = Date.now()): string {
  if (now !== last.now) last = { now, start: startOf(now) }
  return last.start + randomUUID().slice(15)
}

let last = { now: 0, start: startOf(0) }

function startOf(now: number): string {
  const time = now.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7`
}
