// Concurrent uploads wait for one another's lock on the organization's row of file usage, and concurrent forms from one network
// for its counter. Retrying saves an upload of minutes from failing because of one lock timeout.
import { setTimeout as wait } from 'node:timers/promises'
import { isRetryable } from '#platform/http/errors.ts'
import type { Transaction } from '#platform/http/serve.ts'

/** Below STALLED_MS, after which an idle upload is aborted. */
const RETRIED_MS = 10_000
const PAUSE_MS = 100

/** The same transactions, retried after lock timeouts and deadlocks. */
export const withRetries =
  (transaction: Transaction, retriedMs = RETRIED_MS): Transaction =>
  async (work) => {
    for (const end = performance.now() + retriedMs; ; ) {
      try {
        return await transaction(work)
      } catch (error) {
        if (!isRetryable(error) || performance.now() > end) throw error
        // Random, so that competing transactions do not retry at the same moment.
        await wait(Math.random() * PAUSE_MS)
      }
    }
  }
