// Limits per minute: of what a login writes, which stops a runaway script (people stay far below it), and of API keys.
import { AppError } from './app-error.ts'

const WINDOW_MS = 60_000

/** Counts the requests of each login or key in this process; throws 429 above the limit. */
export type MinuteLimit = { count: (id: string, now?: number) => void }

/** `perMinute` 0 turns the limit off. */
function openMinuteLimit(perMinute: number, refusal: (retryAfterSeconds: number) => AppError): MinuteLimit {
  const counts = new Map<string, number>()
  let windowStart = Number.NEGATIVE_INFINITY
  return {
    count(id, now = performance.now()) {
      if (perMinute === 0) return
      if (now - windowStart >= WINDOW_MS) {
        counts.clear()
        windowStart = now
      }
      const count = (counts.get(id) ?? 0) + 1
      counts.set(id, count)
      if (count > perMinute) throw refusal(Math.max(1, Math.ceil((windowStart + WINDOW_MS - now) / 1000)))
    },
  }
}

export const openWriteLimit = (perMinute: number) =>
  openMinuteLimit(
    perMinute,
    (retryAfterSeconds) =>
      new AppError(
        429,
        'too_many_writes',
        'Din inloggning sparar fortare än någon hinner skriva. Vänta en minut och försök igen.',
        { retryAfterSeconds },
      ),
  )

export const openKeyLimit = (perMinute: number) =>
  openMinuteLimit(
    perMinute,
    (retryAfterSeconds) =>
      new AppError(429, 'too_many', `API-nyckeln får göra ${perMinute} anrop i minuten. Vänta och försök igen.`, {
        retryAfterSeconds,
      }),
  )
