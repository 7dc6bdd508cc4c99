import { createHash } from 'node:crypto'
import { CamelCasePlugin, type DatabaseConnection, Kysely, PostgresDialect, PostgresDriver, sql } from 'kysely'
import pg from 'pg'
import type { Actor } from './actor.ts'
import { READ_ONLY } from './connection-errors.ts'
import { openConnectionWatchdog } from './connection-watchdog.ts'
import { SCHEMA } from './migrate.ts'
import { poolSockets } from './pool-sockets.ts'
import { type DatabaseRole, databaseRoles } from './roles.ts'
import type { Schema } from './schema.ts'
import { openScope } from './scope.ts'

/** A transaction scoped to an actor or a role; row-level security limits queries to the actor's organization. */
export type Db = Kysely<Schema>

export type Database = {
  /**
   * Runs `work` in one transaction as the actor of a session, with row-level security for that actor.
   * `authorize` may throw before `work` sends anything. Throws NoSession when the session does not exist or has ended.
   * With `isReadOnly` PostgreSQL refuses every write, and the COMMIT is not waited for.
   */
  asActor<T>(
    sessionId: string,
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
  /** How long a request waits for a connection and for locks together; then it is answered with 503. */
  waitTimeoutMs?: number
  /** How long the server may take to answer a heartbeat before it counts as unresponsive. */
  heartbeatTimeoutMs?: number
}

/** Reports statements that take `ms` or longer: their text with placeholders, never a value. */
export type SlowQueries = { ms: number; report: (query: { sql: string; ms: number }) => void }

/** Connections of one process to the database, besides those of its job queue. */
export const POOL_SIZE = 16
export const WAIT_TIMEOUT_MS = 800
export const HEARTBEAT_TIMEOUT_MS = 500
const MIN_LOCK_TIMEOUT_MS = 50

/** Settings of each session. The locks of a client that vanished are released after 16 seconds, by TCP keepalive. */
const sessionOptions = [
  `search_path=${SCHEMA}`,
  ...['timezone=UTC', 'statement_timeout=30s', 'idle_in_transaction_session_timeout=60s'],
  ...['tcp_keepalives_idle=10', 'tcp_keepalives_interval=2', 'tcp_keepalives_count=3'],
]

/** Opens the connection pool of one process. All access is by `asActor` and `as`, one transaction each. */
export function openDatabase({
  onIdleError,
  onUnresponsive,
  slow,
  waitTimeoutMs = WAIT_TIMEOUT_MS,
  heartbeatTimeoutMs = HEARTBEAT_TIMEOUT_MS,
  ...settings
}: ConnectionSettings): Database {
  const pool = new pg.Pool({
    max: POOL_SIZE,
    connectionTimeoutMillis: waitTimeoutMs,
    keepAlive: true,
    query_timeout: 35_000, // above statement_timeout: for a single connection that is dead
    idleTimeoutMillis: 60_000,
    pipeline: true,
    types: { getTypeParser },
    options: sessionOptions.map((option) => `-c ${option}`).join(' '),
    ...settings,
  })
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
  const transaction = <T>(work: (db: Db, lockMs: string) => Promise<T>, accessMode?: 'read only') => {
    const builder = accessMode ? kysely.transaction().setAccessMode(accessMode) : kysely.transaction()
    const startedAt = performance.now()
    return watchdog.during((isRejected) =>
      builder.execute((db) => {
        if (isRejected()) throw new Error('Connection terminated') // already answered with an error: must not commit
        const leftMs = waitTimeoutMs - (performance.now() - startedAt)
        // A contended row is waited for twice: for the tuple lock of the wait queue, then for the holder's transaction.
        return work(db, `${Math.max(MIN_LOCK_TIMEOUT_MS, Math.round(leftMs / 2))}ms`)
      }),
    )
  }
  return {
    asActor: (sessionId, authorize, work, { isReadOnly = false } = {}) =>
      transaction(
        async (db, lockMs) => {
          const actor = await openScope(db, sessionId, lockMs)
          authorize(actor)
          return work(db, actor)
        },
        isReadOnly ? 'read only' : undefined,
      ),
    as: (role, work) =>
      transaction(async (db, lockMs) => {
        await sql`select set_config('role', ${databaseRoles[role]}, true), set_config('lock_timeout', ${lockMs}, true)`.execute(
          db,
        )
        return work(db)
      }),
    ping: () => watchdog.during(async () => void (await pool.query('select 1'))),
    counts: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: async () => {
      isClosing = true
      watchdog.stop()
      if (!pool.ended) await pool.end()
    },
  }
}

/**
 * BEGIN is sent without waiting for its answer, so that it shares a round trip with the scope statement. So is the COMMIT
 * of a read-only transaction: its rows have been read, and it has no changes that could fail to commit.
 */
class PipelinedDriver extends PostgresDriver {
  readonly #readOnly = new WeakSet<DatabaseConnection>()

  override async beginTransaction(
    connection: DatabaseConnection,
    settings: Parameters<PostgresDriver['beginTransaction']>[1],
  ) {
    if (settings.accessMode === 'read only') this.#readOnly.add(connection)
    else this.#readOnly.delete(connection)
    // When BEGIN fails, the next statement fails too and reports it.
    super.beginTransaction(connection, settings).catch(() => undefined)
  }

  override async commitTransaction(connection: DatabaseConnection) {
    const committed = super.commitTransaction(connection)
    if (!this.#readOnly.has(connection)) return committed
    // A connection lost here is reported by its next statement.
    committed.catch(() => undefined)
  }
}

function pipelinedDialect(pool: pg.Pool, slow: SlowQueries | undefined) {
  const config = {
    pool: {
      connect: async () => namedStatements(await pool.connect(), slow),
      end: () => pool.end(),
      options: pool.options,
    },
  }
  const dialect = new PostgresDialect(config)
  dialect.createDriver = () => new PipelinedDriver(config)
  return dialect
}

const namedClients = new WeakMap<pg.PoolClient, pg.PoolClient>()

/**
 * Names every statement by its text, so that PostgreSQL prepares it once per connection. A connection to a server that has
 * become read-only is closed after use: the next one is made to the new primary.
 */
function namedStatements(client: pg.PoolClient, slow: SlowQueries | undefined): pg.PoolClient {
  const existing = namedClients.get(client)
  if (existing) return existing
  let isReadOnly = false
  const named = new Proxy(client, {
    get(target, property) {
      if (property === 'query') {
        return (text: string, values: unknown[]) => {
          const result = timed(text, slow, () => target.query({ name: statementName(text), text, values }))
          result.catch(({ code }: { code?: string }) => {
            isReadOnly ||= code === READ_ONLY
          })
          return result
        }
      }
      if (property === 'release') return (isBroken?: Error | boolean) => target.release(isBroken || isReadOnly)
      const member: unknown = Reflect.get(target, property, target)
      return typeof member === 'function' ? member.bind(target) : member
    },
  })
  namedClients.set(client, named)
  return named
}

function timed<T>(sql: string, slow: SlowQueries | undefined, query: () => Promise<T>): Promise<T> {
  if (!slow) return query()
  const start = performance.now()
  return query().finally(() => {
    const ms = Math.round(performance.now() - start)
    if (ms >= slow.ms) slow.report({ sql, ms })
  })
}

/** Statements with a plan to reuse; BEGIN, COMMIT and the like have none. */
const isPlanned = (text: string) => /^\s*(select|with|insert|update|delete)\b/i.test(text)

const names = new Map<string, string | undefined>()
function statementName(text: string): string | undefined {
  if (!names.has(text))
    names.set(text, isPlanned(text) ? createHash('sha1').update(text).digest('base64url') : undefined)
  return names.get(text)
}

const { builtins } = pg.types
const parsers = new Map<number, (text: string) => unknown>([
  // '2026-11-21 13:05:00.123456+00' → ISO 8601 with all digits, as cursors compare them. The session's time zone is UTC.
  [builtins.TIMESTAMPTZ, (text) => `${text.slice(0, 10)}T${text.slice(11, text.lastIndexOf('+'))}Z`],
  [builtins.DATE, (text) => text],
  [builtins.TIME, (text) => text.slice(0, 5)],
  // Counts and sums of minutes: far below 2^53.
  [builtins.INT8, Number],
])

function getTypeParser(oid: number, format?: 'text' | 'binary') {
  return parsers.get(oid) ?? pg.types.getTypeParser(oid, format as 'text')
}
