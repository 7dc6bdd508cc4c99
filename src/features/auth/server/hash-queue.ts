import { AppError } from '#platform/http/app-error.ts'

export type Queue = <T>(work: () => Promise<T>) => Promise<T>

/** Runs at most `running` jobs concurrently and queues at most `waiting`; throws 503 beyond, so that hashing never starves the server. */
export function boundedQueue({ running, waiting }: { running: number; waiting: number }): Queue {
  let active = 0
  const queue: (() => void)[] = []
  return async (work) => {
    if (active >= running) {
      if (queue.length >= waiting) {
        throw new AppError(503, 'busy', 'Många loggar in just nu. Försök igen om en liten stund.', {
          retryAfterSeconds: 2,
        })
      }
      // A finished job passes its slot to the next in the queue, so that `active` never drops in between.
      await new Promise<void>((resolve) => queue.push(resolve))
    } else active += 1
    try {
      return await work()
    } finally {
      const next = queue.shift()
      if (next) next()
      else active -= 1
    }
  }
}
