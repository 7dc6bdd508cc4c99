import { CamelCasePlugin, Kysely, sql } from 'kysely'
import pg from 'pg'
import type { Actor, Credential } from './actor.ts'
import { type ConnectionWatchdog, openConnectionWatchdog } from './connection-watchdog.ts'
import { SCHEMA } from './migrate.ts'
import { pipelinedDialect, type SlowQueries } from './pipelined-dialect.ts'
import { poolSockets } from './pool-sockets.ts'
import type { DatabaseRole } from './roles.ts'
import type { Schema } from './schema.ts'
import { openRoleScope, openScope } from './scope.ts'
import { notifying, OUTBOX, openWakeUp } from './wake-up.ts'

/** A transaction scoped to an actor or a role; row-level security limits queries to the actor's organization. */
export type Db = Kysely<Schema>

export type Database = {
  /**
   * Runs `work` in one transaction as the actor of a session or API key, with row-level security for that actor.
   * `authorize` may throw before `work` sends anything. Throws NoSession when the session or key does not exist or has ended.
   * With `isReadOnly` PostgreSQL refuses every write, and all statements see one snapshot.
   */
  asActor<T>(
    credential: Credential,
    authorize: (actor: Actor) => void,
    work: (db: Db, actor: Actor) => Promise<T>,
    options?: { isReadOnly?: boolean },
  ): Promise<T>
  /** Runs `work` in one transaction as a role that needs no actor. */
  as<T>(role: Exclude<DatabaseRole, 'app'>, work: (db: Db) => Promise<T>): Promise<T>
  /** Resolves when the database answers; rejects otherwise. */
  ping(): Promise<void>
  /** Connections of the pool, and requests waiting for one. */
  counts(): { total: number; idle: number; waiting: number }
  close(): Promise<void>
}

export type ConnectionSettings = pg.PoolConfig & {
  onIdleError?: (error: Error) => void
  /** The server no longer responds: connections outside the pool should be destroyed too. */
  onUnresponsive?: () => void
  slow?: SlowQueries
  /** Upper limit of every organization's file quota (file_quota_in_force). */
  filesMaxBytes?: number
  /** The environment has a mail server, which all organizations use (sends_mail). */
  hasMailServer?: boolean
  /** How long a request waits for a connection and for locks in total, before it is answered with 503. */
  waitTimeoutMs?: number
  /** How long the server may take to answer a heartbeat before it counts as unresponsive. */
  heartbeatTimeoutMs?: number
}

/**
 * Connections of one process to the database, besides those of its job queue. Twice as many served 16 clients no faster on two
 * processors, lists slower, and each holds about 30 MB of plans and catalogue.
 */
export const POOL_SIZE = 8
export const WAIT_TIMEOUT_MS = 800
export const HEARTBEAT_TIMEOUT_MS = 500
const MIN_LOCK_TIMEOUT_MS = 50

/**
 * Settings of each session. Compiling the plan of a screen takes many times as long as running it, so jit is off. The locks of a
 * client that vanished are released after 16 seconds, by TCP keepalive.
 */
const sessionOptions = [
  `search_path=${SCHEMA}`,
  'jit=off',
  ...['timezone=UTC', 'statement_timeout=30s', 'idle_in_transaction_session_timeout=60s'],
  ...['tcp_keepalives_idle=10', 'tcp_keepalives_interval=2', 'tcp_keepalives_count=3'],
]

/** Opens the connection pool of one process. All access is by `asActor` and `as`, one transaction each. */
export function openDatabase({
  onIdleError,
  onUnresponsive,
  slow,
  filesMaxBytes,
  hasMailServer = false,
  waitTimeoutMs = WAIT_TIMEOUT_MS,
  heartbeatTimeoutMs = HEARTBEAT_TIMEOUT_MS,
  ...settings
}: ConnectionSettings): Database {
  const installation = [
    ...(filesMaxBytes === undefined ? [] : [`app.files_max_bytes=${filesMaxBytes}`]),
    ...(hasMailServer ? ['app.has_mail_server=on'] : []),
  ]
  const pool = openPool(waitTimeoutMs, [...sessionOptions, ...installation], settings)
  let isClosing = false
  // A server that stops during shutdown may still terminate a connection that is being closed.
  pool.on('error', (error) => isClosing || onIdleError?.(error))
  // The pool has no listener on a client in use: without one here its lost connection would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined)) // the running query reports it
  const sockets = poolSockets(pool)
  const watchdog = openConnectionWatchdog({
    connection: settings,
    heartbeatTimeoutMs,
    bytesRead: sockets.bytesRead,
    onUnresponsive: () => {
      sockets.destroyAll()
      onUnresponsive?.()
    },
  })
  const kysely = new Kysely<Schema>({
    dialect: pipelinedDialect(pool, slow),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })
  const wakeUp = openWakeUp(() => pool.query(notifying(OUTBOX, '')))
  const transaction = transactionsOn(kysely, watchdog, waitTimeoutMs, wakeUp.wake)
  return {
    asActor: (credential, authorize, work, { isReadOnly = false } = {}) =>
      transaction(
        async (db, lockMs) => {
          const actor = await openScope(db, credential, lockMs)
          authorize(actor)
          return work(db, actor)
        },
        isReadOnly ? 'read only' : undefined,
      ),
    as: (role, work) =>
      transaction(async (db, lockMs) => {
        await openRoleScope(db, role, lockMs)
        return work(db)
      }),
    ping: () => watchdog.during(async () => void (await pool.query('select 1'))),
    counts: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: async () => {
      isClosing = true
      watchdog.stop()
      wakeUp.stop()
      if (!pool.ended) await pool.end()
    },
  }
}

/** Runs work in transactions under the watchdog; lock waits are limited to what is left of the wait timeout. */
function transactionsOn(kysely: Db, watchdog: ConnectionWatchdog, waitTimeoutMs: number, onWritten: () => void) {
  return async <T>(work: (db: Db, lockMs: string) => Promise<T>, accessMode?: 'read only') => {
    const plain = kysely.transaction()
    const builder = accessMode ? plain.setIsolationLevel('repeatable read').setAccessMode(accessMode) : plain
    const startedAt = performance.now()
    const result = await watchdog.during((isRejected) =>
      builder.execute((db) => {
        if (isRejected()) throw new Error('Connection terminated') // already answered with an error: must not commit
        const leftMs = waitTimeoutMs - (performance.now() - startedAt)
        // A contended row is waited for twice: for the tuple lock of the wait queue, then for the holder's transaction.
        return drainedWhenFailed(db, work(db, `${Math.max(MIN_LOCK_TIMEOUT_MS, Math.round(leftMs / 2))}ms`))
      }),
    )
    if (!accessMode) onWritten()
    return result
  }
}

/**
 * Statements that wait when work fails (others of its Promise.all) are sent before the rollback: after it they would run outside the
 * transaction, or in the next one of the connection.
 */
async function drainedWhenFailed<T>(db: Db, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    // The statements of a transaction are sent in order, so this one is the last.
    await sql`select`.execute(db).catch(() => undefined)
    throw error
  }
}

function openPool(waitTimeoutMs: number, options: readonly string[], settings: pg.PoolConfig) {
  return new pg.Pool({
    max: POOL_SIZE,
    connectionTimeoutMillis: waitTimeoutMs,
    keepAlive: true,
    query_timeout: 35_000, // above statement_timeout: detects a single dead connection
    idleTimeoutMillis: 60_000,
    pipeline: true,
    types: { getTypeParser },
    options: options.map((option) => `-c ${option}`).join(' '),
    ...settings,
  })
}

const { builtins } = pg.types
/** The type date[], which pg does not name. */
const DATES = 1182
const parsers = new Map<number, (text: string) => unknown>([
  // '2026-11-21 13:05:00.123456+00' → ISO 8601 with all digits, as cursors compare them. The session's time zone is UTC.
  [builtins.TIMESTAMPTZ, (text) => `${text.slice(0, 10)}T${text.slice(11, text.lastIndexOf('+'))}Z`],
  [builtins.DATE, (text) => text],
  [
    DATES,
    (text) =>
      text
        .slice(1, -1)
        .split(',')
        .filter((date) => date !== ''),
  ],
  [builtins.TIME, (text) => text.slice(0, 5)],
  // Counts and sums of minutes: far below 2^53.
  [builtins.INT8, Number],
])

function getTypeParser(oid: number, format?: 'text' | 'binary') {
  return parsers.get(oid) ?? pg.types.getTypeParser(oid, format as 'text')
}
