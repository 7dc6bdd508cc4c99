import { randomUUID } from 'node:crypto'

/**
 * A UUID version 7 (RFC 9562): 48 bits of Unix milliseconds, then random bits, so that newer ids sort after older ones. For speed
 * the random part is taken from `randomUUID`, which buffers random bytes, and the timestamp part is cached for its millisecond.
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
