// Files that begin or end at the same moment wait for each other, as the organization's usage is one row, and forms of a network
// for its counter. What took minutes to send does not fail because of one wait that was too long.
import { setTimeout as wait } from 'node:timers/promises'
import { isRetryable } from '#platform/http/errors.ts'
import type { Transaction } from '#platform/http/serve.ts'

/** Less than a sender may send nothing. */
const RETRIED_MS = 10_000
const PAUSE_MS = 100

/** The same transactions, repeated when they were rolled back because others had the rows for too long. */
export const withRetries =
  (transaction: Transaction, retriedMs = RETRIED_MS): Transaction =>
  async (work) => {
    for (const end = performance.now() + retriedMs; ; ) {
      try {
        return await transaction(work)
      } catch (error) {
        if (!isRetryable(error) || performance.now() > end) throw error
        // Not all at the same moment again.
        await wait(Math.random() * PAUSE_MS)
      }
    }
  }
