import { onTestFinished } from 'vitest'
import type { Actor } from '#db/actor.ts'
import type { Db } from '#db/database.ts'
import { until } from '#lib/testing/until.ts'
import type { Harness, Person } from './harness.ts'

/** Resolves when the work is done in a transaction that is not ended yet; `end` commits it. */
export async function openTransaction<T>(
  { database }: Pick<Harness, 'database'>,
  { sessionId }: Person,
  work: (db: Db, actor: Actor) => Promise<T>,
): Promise<{ end(): Promise<T> }> {
  const [isDone, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  onTestFinished(() => mayEnd.resolve())
  const result = database.asActor(
    sessionId,
    () => undefined,
    async (db, actor) => {
      const made = await work(db, actor)
      isDone.resolve()
      await mayEnd.promise
      return made
    },
  )
  await Promise.race([isDone.promise, result])
  return {
    end: () => {
      mayEnd.resolve()
      return result
    },
  }
}

/** Resolves when so many transactions of the test's database wait for a lock. */
export const untilWaiting = ({ test }: Pick<Harness, 'test'>, count = 1) =>
  until(async () => {
    const { rowCount } = await test.superuser.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    if ((rowCount ?? 0) < count) throw new Error(`${rowCount} transactions wait for a lock, not ${count}`)
  }, 20_000)
