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

/** A transaction that is already scoped to an actor or a role; queries need not name the organization to be kept in it. */
export type Db = Kysely<Schema>

export type Database = {
  /**
   * Runs `work` in one transaction as the actor of a session, with row-level security on that actor.
   * `judge` may throw before `work` sends anything. Throws NoSession when the session is not alive.
   * When it `readsOnly`, PostgreSQL refuses every write, and nobody waits for the end of the transaction.
   */
  asActor<T>(
    sessionId: string,
    judge: (actor: Actor) => void,
    work: (db: Db, actor: Actor) => Promise<T>,
    options?: { readsOnly?: boolean },
  ): Promise<T>
  /** Runs `work` in one transaction as a role that needs no actor. */
  as<T>(role: Exclude<DatabaseRole, 'app'>, work: (db: Db) => Promise<T>): Promise<T>
  /** Answers when the database does; rejects otherwise. */
  ping(): Promise<void>
  /** Connections of the pool now, and requests that wait for one. */
  counts(): { total: number; idle: number; waiting: number }
  close(): Promise<void>
}

export type ConnectionSettings = pg.PoolConfig & {
  onIdleError?: (error: Error) => void
  /** The server says nothing any more: connections beside the pool had better be given up too. */
  onSilence?: () => void
  slow?: SlowQueries
  /** How long anybody waits for a connection and a lock together; then 503 says so. */
  patienceMs?: number
  /** A server that says nothing for so long has fallen silent. */
  silenceMs?: number
}

/** Who is told of statements that take `ms` or longer: their text with its placeholders, never a value. */
export type SlowQueries = { ms: number; tell: (query: { sql: string; ms: number }) => void }

/** Connections of one process to the database, besides those of its job queue. */
export const POOL_SIZE = 16
export const PATIENCE_MS = 800
export const SILENCE_MS = 500
const LEAST_LOCK_MS = 50

/** What a session of ours bears. A client that vanished without a word lets go of its locks after 16 seconds. */
const sessionOptions = [
  `search_path=${SCHEMA}`,
  ...['timezone=UTC', 'statement_timeout=30s', 'idle_in_transaction_session_timeout=60s'],
  ...['tcp_keepalives_idle=10', 'tcp_keepalives_interval=2', 'tcp_keepalives_count=3'],
]

/** The connection pool of one process and the only two ways into it. */
export function openDatabase({
  onIdleError,
  onSilence,
  slow,
  patienceMs = PATIENCE_MS,
  silenceMs = SILENCE_MS,
  ...settings
}: ConnectionSettings): Database {
  const pool = new pg.Pool({
    max: POOL_SIZE,
    connectionTimeoutMillis: patienceMs,
    keepAlive: true,
    query_timeout: 35_000, // after the server's own limit: for one connection that is dead among living ones
    idleTimeoutMillis: 60_000,
    pipeline: true,
    types: { getTypeParser },
    options: sessionOptions.map((option) => `-c ${option}`).join(' '),
    ...settings,
  })
  let isClosing = false
  // A server that stops right behind us may still reach a connection that is saying goodbye.
  pool.on('error', (error) => isClosing || onIdleError?.(error))
  // A client at work is out of the pool's hands: without a listener its lost connection would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined)) // the running query reports it
  const wires = poolSockets(pool)
  const pulse = openConnectionWatchdog({
    connection: settings,
    silenceMs,
    bytesHeard: wires.bytesHeard,
    onSilence: () => {
      wires.cut()
      onSilence?.()
    },
  })
  const kysely = new Kysely<Schema>({
    dialect: pipelinedDialect(pool, slow),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })
  const transaction = <T>(work: (db: Db, lockMs: string) => Promise<T>, accessMode?: 'read only') => {
    const begun = accessMode ? kysely.transaction().setAccessMode(accessMode) : kysely.transaction()
    const askedAt = performance.now()
    return pulse.during((isGivenUp) =>
      begun.execute((db) => {
        if (isGivenUp()) throw new Error('Connection terminated') // refused already: it must not be done unseen
        const leftMs = patienceMs - (performance.now() - askedAt)
        // A row that many want is waited for twice: in their queue, then for whoever holds it.
        return work(db, `${Math.max(LEAST_LOCK_MS, Math.round(leftMs / 2))}ms`)
      }),
    )
  }
  return {
    asActor: (sessionId, judge, work, { readsOnly = false } = {}) =>
      transaction(
        async (db, lockMs) => {
          const actor = await openScope(db, sessionId, lockMs)
          judge(actor)
          return work(db, actor)
        },
        readsOnly ? 'read only' : undefined,
      ),
    as: (role, work) =>
      transaction(async (db, lockMs) => {
        await sql`select set_config('role', ${databaseRoles[role]}, true), set_config('lock_timeout', ${lockMs}, true)`.execute(
          db,
        )
        return work(db)
      }),
    ping: () => pulse.during(async () => void (await pool.query('select 1'))),
    counts: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: async () => {
      isClosing = true
      pulse.stop()
      if (!pool.ended) await pool.end()
    },
  }
}

/**
 * BEGIN is sent without waiting for its answer: it shares a round trip with the scope statement. So is the COMMIT of a
 * transaction that only read: all it was asked for is known, and there is nothing to lose.
 */
class PipelinedDriver extends PostgresDriver {
  readonly #reading = new WeakSet<DatabaseConnection>()

  override async beginTransaction(
    connection: DatabaseConnection,
    settings: Parameters<PostgresDriver['beginTransaction']>[1],
  ) {
    if (settings.accessMode === 'read only') this.#reading.add(connection)
    else this.#reading.delete(connection)
    // A failed BEGIN is told by the statement behind it.
    super.beginTransaction(connection, settings).catch(() => undefined)
  }

  override async commitTransaction(connection: DatabaseConnection) {
    const committed = super.commitTransaction(connection)
    if (!this.#reading.has(connection)) return committed
    // A connection that is lost here is told of by the next statement on it.
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
 * Gives every statement a name from its text, so that PostgreSQL plans it once a connection. A connection to a server
 * that takes no writes any more is thrown away after use: the next one goes to whoever is the primary by then.
 */
function namedStatements(client: pg.PoolClient, slow: SlowQueries | undefined): pg.PoolClient {
  const known = namedClients.get(client)
  if (known) return known
  let isReadOnly = false
  const named = new Proxy(client, {
    get(target, property) {
      if (property === 'query') {
        return (text: string, values: unknown[]) => {
          const answer = watched(text, slow, () => target.query({ name: statementName(text), text, values }))
          answer.catch(({ code }: { code?: string }) => {
            isReadOnly ||= code === READ_ONLY
          })
          return answer
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

function watched<T>(sql: string, slow: SlowQueries | undefined, query: () => Promise<T>): Promise<T> {
  if (!slow) return query()
  const start = performance.now()
  return query().finally(() => {
    const ms = Math.round(performance.now() - start)
    if (ms >= slow.ms) slow.tell({ sql, ms })
  })
}

/** What the server plans; a transaction's own words have no plan to keep, and no name. */
const isPlanned = (text: string) => /^\s*(select|with|insert|update|delete)\b/i.test(text)

const names = new Map<string, string | undefined>()
function statementName(text: string): string | undefined {
  if (!names.has(text))
    names.set(text, isPlanned(text) ? createHash('sha1').update(text).digest('base64url') : undefined)
  return names.get(text)
}

const { builtins } = pg.types
const parsers = new Map<number, (text: string) => unknown>([
  // '2026-11-21 13:05:00.123456+00' → ISO 8601 with every digit kept: cursors compare them again. The session is in UTC.
  [builtins.TIMESTAMPTZ, (text) => `${text.slice(0, 10)}T${text.slice(11, text.lastIndexOf('+'))}Z`],
  [builtins.DATE, (text) => text],
  [builtins.TIME, (text) => text.slice(0, 5)],
  // Counts and sums of minutes: far below 2^53.
  [builtins.INT8, Number],
])

function getTypeParser(oid: number, format?: 'text' | 'binary') {
  return parsers.get(oid) ?? pg.types.getTypeParser(oid, format as 'text')
}
