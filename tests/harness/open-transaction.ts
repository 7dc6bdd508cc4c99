import { onTestFinished } from 'vitest'
import type { Actor } from '#platform/database/actor.ts'
import type { Db } from '#platform/database/database.ts'
import { until } from '#shared/testing/until.ts'
import type { Harness, Person } from './harness.ts'

/** Runs the work in a transaction and resolves before it is committed; `end` commits it. */
export async function openTransaction<T>(
  { database }: Pick<Harness, 'database'>,
  { sessionId }: Person,
  work: (db: Db, actor: Actor) => Promise<T>,
): Promise<{ end(): Promise<T> }> {
  const [workDone, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  onTestFinished(() => mayCommit.resolve())
  const result = database.asActor(
    sessionId,
    () => undefined,
    async (db, actor) => {
      const value = await work(db, actor)
      workDone.resolve()
      await mayCommit.promise
      return value
    },
  )
  await Promise.race([workDone.promise, result])
  return {
    end: () => {
      mayCommit.resolve()
      return result
    },
  }
}

/** Resolves when at least `count` transactions of the test's database wait for a lock. */
export const untilLockWaits = ({ test }: Pick<Harness, 'test'>, count = 1) =>
  until(async () => {
    const { rowCount } = await test.superuser.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    if ((rowCount ?? 0) < count) throw new Error(`${rowCount} transactions wait for a lock, not ${count}`)
  }, 20_000)
