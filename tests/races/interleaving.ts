// Two transactions of which the first is held open until the second has ended or waits for a lock: by locks, never by time.
import type { Actor } from '#platform/database/actor.ts'
import type { Db } from '#platform/database/database.ts'
import { AppError } from '#platform/http/app-error.ts'
import { until } from '#shared/testing/until.ts'
import type { BasisState, Case } from './invoice-basis-case.ts'

export type Act = {
  name: string
  /** The states in which it succeeds alone; changes do in any. */
  states: readonly BasisState[]
  by: 'admin' | 'approver' | 'jobs'
  /** What the endpoint does in a transaction of its own before. */
  prepare?: (one: Case) => Promise<unknown>
  run: (one: Case, db: Db, actor: Actor) => Promise<unknown>
}

export type Outcome = 'done' | 'refused'

const transaction = (one: Case, { by }: Act, work: (db: Db, actor: Actor) => Promise<unknown>) =>
  by === 'jobs'
    ? one.h.database.as('jobs', (db) => work(db, {} as Actor))
    : one.h.database.asActor(one[by].sessionId, () => undefined, work)

/** Refusals are outcomes; anything else, such as a deadlock, fails the test. */
async function outcomeOf(result: Promise<unknown>): Promise<Outcome> {
  try {
    await result
    return 'done'
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return 'refused'
    throw error
  }
}

export async function perform(one: Case, act: Act): Promise<Outcome> {
  await act.prepare?.(one)
  return outcomeOf(transaction(one, act, (db, actor) => act.run(one, db, actor)))
}

/** `hasWaited`: the second could not end before the first. */
export async function interleave(one: Case, first: Act, second: Act) {
  const [hasRun, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await first.prepare?.(one)
  const held = outcomeOf(
    transaction(one, first, async (db, actor) => {
      await first.run(one, db, actor)
      hasRun.resolve()
      await mayCommit.promise
    }),
  )
  await Promise.race([hasRun.promise, held])
  let hasEnded = false
  const other = perform(one, second).finally(() => {
    hasEnded = true
  })
  other.catch(() => undefined) // awaited below
  await until(async () => {
    if (!hasEnded && (await lockWaits(one)) === 0) throw new Error('The second transaction neither ends nor waits')
  })
  const hasWaited = !hasEnded
  mayCommit.resolve()
  const outcomes = [await held, await other] as const
  return { outcomes, hasWaited }
}

async function lockWaits({ h }: Case): Promise<number> {
  const { rowCount } = await h.test.superuser.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rowCount ?? 0
}
