// Stops a program that writes with a user's login, such as a runaway script. People stay far below the limit.
import { AppError } from './app-error.ts'

const WINDOW_MS = 60_000

/** Counts the writes of each user in this process; throws 429 above the limit. */
export type WriteLimit = { count: (userId: string, now?: number) => void }

/** `perMinute` 0 turns the limit off. */
export function openWriteLimit(perMinute: number): WriteLimit {
  const counts = new Map<string, number>()
  let windowStart = Number.NEGATIVE_INFINITY
  return {
    count(userId, now = performance.now()) {
      if (perMinute === 0) return
      if (now - windowStart >= WINDOW_MS) {
        counts.clear()
        windowStart = now
      }
      const count = (counts.get(userId) ?? 0) + 1
      counts.set(userId, count)
      if (count > perMinute) throw tooManyWrites(windowStart + WINDOW_MS - now)
    },
  }
}

const tooManyWrites = (ms: number) =>
  new AppError(
    429,
    'too_many_writes',
    'Din inloggning sparar fortare än någon hinner skriva. Vänta en minut och försök igen.',
    { retryAfterSeconds: Math.max(1, Math.ceil(ms / 1000)) },
  )
