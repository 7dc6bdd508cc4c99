import { AppError } from '#lib/server/app-error.ts'

export type Queue = <T>(work: () => Promise<T>) => Promise<T>

/** Runs few pieces of work at once and lets few wait; throws 503 to the rest, so that hashing never starves the server. */
export function boundedQueue({ running, waiting }: { running: number; waiting: number }): Queue {
  let active = 0
  const line: (() => void)[] = []
  return async (work) => {
    if (active >= running) {
      if (line.length >= waiting) {
        throw new AppError(503, 'busy', 'Många loggar in just nu. Försök igen om en liten stund.', {
          retryAfterSeconds: 2,
        })
      }
      // Whoever finishes hands the place over, so that nobody slips in between.
      await new Promise<void>((resolve) => line.push(resolve))
    } else active += 1
    try {
      return await work()
    } finally {
      const next = line.shift()
      if (next) next()
      else active -= 1
    }
  }
}
