// Unlocks the jobs of crashed processes. graphile-worker locks a job for four hours with the id of its worker pool.
// Each process therefore holds an advisory lock named after its pool while it runs and is connected to the database;
// when a pool's lock has been free for a while, its process is considered dead, and any other process unlocks its jobs.
import pg from 'pg'
import { freeAdvisoryLocks, lockAdvisory } from './advisory-locks.ts'

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

export type PoolWatch = {
  /** Checks immediately. Rejects when the database is unavailable. */
  check(): Promise<void>
  stop(): Promise<void>
}

/** Holds this pool's lock and checks those of other pools until stopped. Reconnects at the next check after a lost connection. */
export function watchPools({
  connection,
  poolId,
  onUnlocked,
  checkEveryMs = CHECK_EVERY_MS,
  abandonedAfterMs = ABANDONED_AFTER_MS,
  now = () => performance.now(),
}: WatchOptions): PoolWatch {
  const abandonedOf = abandonedPools(abandonedAfterMs, now)
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  let isStopped = false

  async function connect() {
    client ??= await connectWithLock(connection, poolId, (disconnected) => {
      if (client !== disconnected) return
      client = undefined
      schedule(1000)
    })
    return client
  }

  async function unlockAbandoned() {
    const connected = await connect()
    try {
      const abandoned = abandonedOf(await freeAdvisoryLocks(connected, 'workerPool', await lockingPools(connected)))
      if (abandoned.length === 0) return
      await connected.query('select graphile_worker.force_unlock_workers($1)', [abandoned])
      onUnlocked(abandoned)
    } catch (error) {
      // After a failed query the server may have released this pool's lock: reconnect and lock again.
      client = undefined
      connected.connection.stream.destroy()
      throw error
    }
  }

  const check = () => {
    running = running.catch(() => undefined).then(() => (isStopped ? undefined : unlockAbandoned()))
    return running
  }

  function schedule(ms: number) {
    clearTimeout(timer)
    if (isStopped) return
    timer = setTimeout(() => {
      // An unavailable database is logged by the job queue itself.
      void check().then(
        () => schedule(checkEveryMs),
        () => schedule(Math.min(1000, checkEveryMs)),
      )
    }, ms).unref()
  }

  schedule(0)
  return {
    check,
    stop: async () => {
      isStopped = true
      clearTimeout(timer)
      await running.catch(() => undefined)
      await client?.end().catch(() => undefined)
    },
  }
}

/** A connection that holds the pool's lock. Rejects when it cannot be made; `onDisconnect` is called when it is lost. */
async function connectWithLock(
  connection: pg.ClientConfig,
  poolId: string,
  onDisconnect: (client: pg.Client) => void,
): Promise<pg.Client> {
  const client = new pg.Client({
    connectionTimeoutMillis: 5000,
    ...connection,
    keepAlive: true,
    query_timeout: 10_000,
  })
  client.on('error', () => onDisconnect(client))
  client.on('end', () => onDisconnect(client))
  try {
    await client.connect()
    await lockAdvisory(client, 'workerPool', poolId, { isShared: true })
  } catch (error) {
    client.connection.stream.destroy()
    throw error
  }
  return client
}

/** Remembers since when the locks of pools have been free; returns those that have been for `abandonedAfterMs`. */
function abandonedPools(abandonedAfterMs: number, now: () => number) {
  const freeSince = new Map<string, number>()
  return (free: string[]): string[] => {
    for (const pool of freeSince.keys()) if (!free.includes(pool)) freeSince.delete(pool)
    for (const pool of free) freeSince.set(pool, freeSince.get(pool) ?? now())
    return free.filter((pool) => now() - (freeSince.get(pool) ?? now()) >= abandonedAfterMs)
  }
}

/** Worker pools that have locked a job. */
async function lockingPools(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ pool: string }>(
    'select distinct locked_by as pool from graphile_worker._private_jobs where locked_by is not null',
  )
  return rows.map(({ pool }) => pool)
}
