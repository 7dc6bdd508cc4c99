// Unlocks the jobs of crashed processes. graphile-worker locks a job for four hours with the id of its worker pool.
// Each process therefore holds an advisory lock named after its pool while it runs and is connected to the database;
// when a pool's lock has been free for a while, its process is considered dead, and any other process unlocks its jobs.
import type pg from 'pg'
import { type LockWatch, watchLocks } from '#platform/database/abandoned-locks.ts'

/** How often locks are checked, and how long a pool's lock must be free: long enough to reconnect after a lost connection. */
export const CHECK_EVERY_MS = 30_000
export const ABANDONED_AFTER_MS = 120_000

export type WatchOptions = {
  /** With a role that may read and unlock jobs. */
  connection: pg.ClientConfig
  /** This process's worker pool. */
  poolId: string
  onUnlocked: (pools: string[]) => void
  checkEveryMs?: number
  abandonedAfterMs?: number
  now?: () => number
}

/** Holds this pool's lock and checks those of other pools until stopped. */
export const watchPools = ({
  connection,
  poolId,
  onUnlocked,
  checkEveryMs = CHECK_EVERY_MS,
  abandonedAfterMs = ABANDONED_AFTER_MS,
  now,
}: WatchOptions): LockWatch =>
  watchLocks({
    connection,
    lockClass: 'workerPool',
    name: poolId,
    listNames: lockingPools,
    onAbandoned: async (client, pools) => {
      await client.query('select graphile_worker.force_unlock_workers($1)', [pools])
      onUnlocked(pools)
    },
    checkEveryMs,
    abandonedAfterMs,
    now,
  })

/** Worker pools that have locked a job. */
async function lockingPools(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ pool: string }>(
    'select distinct locked_by as pool from graphile_worker._private_jobs where locked_by is not null',
  )
  return rows.map(({ pool }) => pool)
}
