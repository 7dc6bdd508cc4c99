import type { Database } from '../database.ts'

/** Holds a connection of the pool until the returned function is called. */
export async function holdConnection(database: Database): Promise<() => Promise<void>> {
  const held = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const holding = database.as('site', async () => {
    begun.resolve()
    await held.promise
  })
  await begun.promise
  return async () => {
    held.resolve()
    await holding
  }
}
