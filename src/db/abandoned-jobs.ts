// Gives back the jobs of processes that died. graphile-worker locks a job for four hours in the name of its worker pool.
// Each process therefore holds an advisory lock named by its pool for as long as it lives and reaches the database;
// a pool whose lock nobody has held for a while is gone, and any other process unlocks its jobs.
import pg from 'pg'

/** First half of the advisory locks' keys. */
const LOCKS = 1_785_684_850

/** How often it is looked, and how long a pool's lock must have been free: a lost connection is back by then. */
export const CHECK_EVERY_MS = 30_000
export const GONE_AFTER_MS = 120_000

export type WatchOptions = {
  /** Whose role may see and unlock jobs. */
  connection: pg.ClientConfig
  /** This process's own. */
  poolId: string
  onUnlocked: (pools: string[]) => void
  checkEveryMs?: number
  goneAfterMs?: number
  now?: () => number
}

export type PoolWatch = {
  /** Looks at once. Rejects when the database cannot be asked. */
  check(): Promise<void>
  stop(): Promise<void>
}

/** Holds this pool's lock and watches the others', until stopped. A lost connection is made anew at the next look. */
export function watchPools({
  connection,
  poolId,
  onUnlocked,
  checkEveryMs = CHECK_EVERY_MS,
  goneAfterMs = GONE_AFTER_MS,
  now = () => performance.now(),
}: WatchOptions): PoolWatch {
  const freeSince = new Map<string, number>()
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> = Promise.resolve()
  let isStopped = false

  async function connected() {
    if (client) return client
    const opened = new pg.Client({ ...connection, keepAlive: true, query_timeout: 10_000 })
    const leave = () => {
      if (client !== opened) return
      client = undefined
      schedule(1000)
    }
    opened.on('error', leave)
    opened.on('end', leave)
    try {
      await opened.connect()
      await opened.query('select pg_advisory_lock_shared($1, hashtext($2))', [LOCKS, poolId])
    } catch (error) {
      opened.connection.stream.destroy()
      throw error
    }
    client = opened
    return opened
  }

  async function look() {
    const asked = await connected()
    try {
      const gone = judge(await poolsWithoutLock(asked))
      if (gone.length === 0) return
      await asked.query('select graphile_worker.force_unlock_workers($1)', [gone])
      onUnlocked(gone)
    } catch (error) {
      // A connection that says nothing holds no lock that others could see.
      client = undefined
      asked.connection.stream.destroy()
      throw error
    }
  }

  function judge(free: string[]): string[] {
    for (const pool of freeSince.keys()) if (!free.includes(pool)) freeSince.delete(pool)
    for (const pool of free) freeSince.set(pool, freeSince.get(pool) ?? now())
    return free.filter((pool) => now() - (freeSince.get(pool) ?? now()) >= goneAfterMs)
  }

  const check = () => {
    looking = looking.catch(() => undefined).then(() => (isStopped ? undefined : look()))
    return looking
  }

  function schedule(ms: number) {
    clearTimeout(timer)
    if (isStopped) return
    timer = setTimeout(() => {
      // A database that is away is reported by whoever works on it.
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
      await looking.catch(() => undefined)
      await client?.end().catch(() => undefined)
    },
  }
}

/** Pools that have locked a job and are not known to live. */
async function poolsWithoutLock(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ pool: string }>(
    `select distinct locked_by as pool from graphile_worker._private_jobs
     where locked_by is not null and not exists (
       select from pg_locks where locktype = 'advisory' and granted and classid = $1::bigint::oid
         and objid = (hashtext(locked_by)::bigint & 4294967295)::oid
         and database = (select oid from pg_database where datname = current_database()))`,
    [LOCKS],
  )
  return rows.map(({ pool }) => pool)
}
