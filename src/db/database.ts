import { createHash } from 'node:crypto'
import { CamelCasePlugin, type DatabaseConnection, Kysely, PostgresDialect, PostgresDriver, sql } from 'kysely'
import pg from 'pg'
import type { Actor } from './actor.ts'
import { READ_ONLY } from './away.ts'
import { SCHEMA } from './migrate.ts'
import { type DatabaseRole, databaseRoles } from './roles.ts'
import type { Schema } from './schema.ts'
import { openScope } from './scope.ts'

/** A transaction that is already scoped to an actor or a role; queries need not name the organization to be kept in it. */
export type Db = Kysely<Schema>

export type Database = {
  /**
   * Runs `work` in one transaction as the actor of a session, with row-level security on that actor.
   * `judge` may throw before `work` sends anything. Throws NoSession when the session is not alive.
   */
  asActor<T>(sessionId: string, judge: (actor: Actor) => void, work: (db: Db, actor: Actor) => Promise<T>): Promise<T>
  /** Runs `work` in one transaction as a role that needs no actor. */
  as<T>(role: Exclude<DatabaseRole, 'app'>, work: (db: Db) => Promise<T>): Promise<T>
  /** Answers when the database does; rejects otherwise. */
  ping(): Promise<void>
  /** Connections of the pool now, and requests that wait for one. */
  counts(): { total: number; idle: number; waiting: number }
  close(): Promise<void>
}

export type ConnectionSettings = pg.PoolConfig & { onIdleError?: (error: Error) => void; slow?: SlowQueries }

/** Who is told of statements that take `ms` or longer: their text with its placeholders, never a value. */
export type SlowQueries = { ms: number; tell: (query: { sql: string; ms: number }) => void }

/** The connection pool of one process and the only two ways into it. */
export function openDatabase({ onIdleError, slow, ...settings }: ConnectionSettings): Database {
  const pool = new pg.Pool({
    max: 16,
    connectionTimeoutMillis: 900,
    idleTimeoutMillis: 60_000,
    pipeline: true,
    types: { getTypeParser },
    options: `-c search_path=${SCHEMA} -c timezone=UTC -c statement_timeout=30s -c idle_in_transaction_session_timeout=60s`,
    ...settings,
  })
  let isClosing = false
  // A server that stops right behind us may still reach a connection that is saying goodbye.
  pool.on('error', (error) => isClosing || onIdleError?.(error))
  // A client at work is out of the pool's hands: without a listener its lost connection would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined)) // the running query reports it
  const kysely = new Kysely<Schema>({
    dialect: pipelinedDialect(pool, slow),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })
  return {
    asActor: (sessionId, judge, work) =>
      kysely.transaction().execute(async (db) => {
        const actor = await openScope(db, sessionId)
        judge(actor)
        return work(db, actor)
      }),
    as: (role, work) =>
      kysely.transaction().execute(async (db) => {
        await sql`select set_config('role', ${databaseRoles[role]}, true)`.execute(db)
        return work(db)
      }),
    ping: async () => void (await pool.query('select 1')),
    counts: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: async () => {
      isClosing = true
      if (!pool.ended) await pool.end()
    },
  }
}

/** BEGIN is sent without waiting for its answer: it shares a round trip with the scope statement. */
class PipelinedDriver extends PostgresDriver {
  override async beginTransaction(
    connection: DatabaseConnection,
    settings: Parameters<PostgresDriver['beginTransaction']>[1],
  ) {
    // A failed BEGIN is told by the statement behind it.
    super.beginTransaction(connection, settings).catch(() => undefined)
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
          const answer = watched(text, slow, () =>
            target.query(values.length > 0 ? { name: statementName(text), text, values } : { text }),
          )
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

const names = new Map<string, string>()
function statementName(text: string): string {
  let name = names.get(text)
  if (!name) {
    name = createHash('sha1').update(text).digest('base64url')
    names.set(text, name)
  }
  return name
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
