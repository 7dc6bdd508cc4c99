import { until } from '#shared/testing/until.ts'
import type { Database } from '../database.ts'

/** Holds a connection of the pool until the returned function is called. */
export const holdConnection = (database: Database): Promise<() => Promise<void>> => until(() => hold(database))

/** Rejects when the first connection takes longer than the pool waits, as on a loaded machine. */
async function hold(database: Database) {
  const held = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const holding = database.as('site', async () => {
    begun.resolve()
    await held.promise
  })
  await Promise.race([begun.promise, holding])
  return async () => {
    held.resolve()
    await holding
  }
}
