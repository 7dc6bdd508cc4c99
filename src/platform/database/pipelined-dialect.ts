// How statements are sent to PostgreSQL: named, so that they are prepared once, and pipelined where no answer is needed.
import { createHash } from 'node:crypto'
import { type DatabaseConnection, PostgresDialect, PostgresDriver } from 'kysely'
import type pg from 'pg'
import { READ_ONLY } from './connection-errors.ts'

/** Reports statements that take `ms` or longer: their text with placeholders, never a value. */
export type SlowQueries = { ms: number; report: (query: { sql: string; ms: number }) => void }

/** BEGIN is sent without waiting for its answer, so that it shares a round trip with the scope statement. */
class PipelinedDriver extends PostgresDriver {
  override async beginTransaction(
    connection: DatabaseConnection,
    settings: Parameters<PostgresDriver['beginTransaction']>[1],
  ) {
    // When BEGIN fails, the next statement fails too and reports it.
    super.beginTransaction(connection, settings).catch(() => undefined)
  }
}

/** A dialect that prepares every statement once per connection, pipelines BEGIN, and reports slow statements. */
export function pipelinedDialect(pool: pg.Pool, slow: SlowQueries | undefined) {
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

/**
 * Statements with a plan to reuse. BEGIN, COMMIT and the like have none. An insert of several rows has another text for each
 * number of rows, and neither this process nor PostgreSQL would ever forget one.
 */
const isPlanned = (text: string) => /^\s*(select|with|insert|update|delete)\b/i.test(text) && !/\), \(\$\d/.test(text)

const names = new Map<string, string>()
function statementName(text: string): string | undefined {
  const known = names.get(text)
  if (known || !isPlanned(text)) return known
  const name = createHash('sha1').update(text).digest('base64url')
  names.set(text, name)
  return name
}
