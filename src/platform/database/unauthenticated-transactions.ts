// What visitors store who have no login: their forms, and the pictures in them.
import type { Transaction } from '#platform/http/serve.ts'
import type { Database } from './database.ts'
import { withRetries } from './retried-transaction.ts'

/** Of the connections of a process (POOL_SIZE); the others are never taken by visitors. */
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
 * Transactions as the role of the site, repeated when others had the rows for too long. Those of all visitors together use a few
 * connections: the next waits in memory, one for each connection of a visitor at most.
 */
export const unauthenticatedTransactions = (database: Database): Transaction =>
  withRetries((work) => turns(() => database.as('site', work)))
