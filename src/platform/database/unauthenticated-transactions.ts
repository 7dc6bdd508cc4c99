// Transactions for visitors without a login, who send forms and the pictures in them.
import type { Transaction } from '#platform/http/serve.ts'
import type { Database } from './database.ts'
import { withRetries } from './retried-transaction.ts'

/** Of the POOL_SIZE connections of a process; visitors never use the others. */
const CONNECTIONS_MAX = 4

/** Runs at most `max` at the same time; the others wait in order. */
function inTurns(max: number) {
  let running = 0
  const waiting: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running < max) running++
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}

const turns = inTurns(CONNECTIONS_MAX)

/**
 * Transactions as the site role, retried after lock timeouts. All visitors together use CONNECTIONS_MAX connections at most;
 * further transactions wait in memory, at most one for each HTTP connection.
 */
export const unauthenticatedTransactions = (database: Database): Transaction =>
  withRetries((work) => turns(() => database.as('site', work)))
