// Detects crashed processes. Each process holds an advisory lock with its name while it runs and is connected to the database;
// when a lock has been free for a while, its process is considered dead, and another process cleans up after it.
import pg from 'pg'
import { freeAdvisoryLocks, type LockClass, lockAdvisory } from './advisory-locks.ts'

type LockOptions = {
  connection: pg.ClientConfig
  lockClass: LockClass
  /** The lock of this process. */
  name: string
  /** The processes that have work in progress, by the names of their locks. */
  listNames: (client: pg.Client) => Promise<string[]>
  /** Cleans up after those processes. */
  onAbandoned: (client: pg.Client, names: string[]) => Promise<void>
  /** Runs after each check that reached the database. */
  onCheck?: () => Promise<void>
  checkEveryMs: number
  /** How long a lock must be free before its process is considered dead. */
  abandonedAfterMs: number
  now?: (() => number) | undefined
}

export type LockWatch = {
  /** Checks immediately. Rejects when the database is unavailable. */
  check(): Promise<void>
  stop(): Promise<void>
}

/** Holds the lock of `name` and checks those of others until stopped. Reconnects at the next check after a lost connection. */
export function watchLocks({
  connection,
  lockClass,
  name,
  listNames,
  onAbandoned,
  onCheck,
  checkEveryMs,
  abandonedAfterMs,
  now = () => performance.now(),
}: LockOptions): LockWatch {
  const abandonedOf = abandonedNames(abandonedAfterMs, now)
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  let isStopped = false

  async function connect() {
    client ??= await connectWithLock(connection, { lockClass, name }, (disconnected) => {
      if (client !== disconnected) return
      client = undefined
      schedule(1000)
    })
    return client
  }

  async function handleAbandoned() {
    const connected = await connect()
    try {
      const abandoned = abandonedOf.next(await freeAdvisoryLocks(connected, lockClass, await listNames(connected)))
      if (abandoned.length > 0) await onAbandoned(connected, abandoned)
    } catch (error) {
      // After a failed query the server may have released this lock: reconnect and lock again.
      client = undefined
      connected.connection.stream.destroy()
      throw error
    }
  }

  const check = () => {
    running = running.catch(() => undefined).then(() => (isStopped ? undefined : handleAbandoned()))
    return running
  }

  function schedule(ms: number) {
    clearTimeout(timer)
    if (isStopped) return
    timer = setTimeout(() => {
      // An unavailable database is logged by the job queue.
      void check().then(
        async () => {
          await onCheck?.()
          schedule(abandonedOf.hasFree() ? Math.min(checkEveryMs, abandonedAfterMs) : checkEveryMs)
        },
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

/** A connection that holds the lock. Rejects when it cannot be made; `onDisconnect` is called when it is lost. */
async function connectWithLock(
  connection: pg.ClientConfig,
  { lockClass, name }: { lockClass: LockClass; name: string },
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
    await lockAdvisory(client, lockClass, name, { isShared: true })
  } catch (error) {
    client.connection.stream.destroy()
    throw error
  }
  return client
}

/** Tracks since when each lock has been free; `next` returns the locks that have been free for `abandonedAfterMs`. */
function abandonedNames(abandonedAfterMs: number, now: () => number) {
  const freeSince = new Map<string, number>()
  return {
    next: (free: string[]): string[] => {
      for (const name of freeSince.keys()) if (!free.includes(name)) freeSince.delete(name)
      for (const name of free) freeSince.set(name, freeSince.get(name) ?? now())
      return free.filter((name) => now() - (freeSince.get(name) ?? now()) >= abandonedAfterMs)
    },
    /** Whether a lock is free, but not yet for `abandonedAfterMs`. */
    hasFree: () => [...freeSince.values()].some((since) => now() - since < abandonedAfterMs),
  }
}
