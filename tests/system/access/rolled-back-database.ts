import pg from 'pg'
import { databaseRoles } from '#platform/database/roles.ts'

/** A database connection whose transactions are savepoints of one outer transaction, which `rollBack` rolls back. */
export type RolledBackDatabase = {
  /** For openDatabase: the client of a pool of one. */
  settings: pg.PoolConfig
  /** From this call on, every transaction is a savepoint of the outer transaction. */
  start(): void
  /** Whether the program has committed a transaction since the last `rollBack`. */
  hasCommitted(): boolean
  /** Queries as the schema's owner, which sees all rows, within the outer transaction. */
  query(statement: string): Promise<Record<string, unknown>[]>
  rollBack(): Promise<void>
}

type Send = (query: { text: string; name?: string; values?: unknown[] }) => Promise<pg.QueryResult>

const closeScope = `select set_config('role', 'none', true), set_config('app.user_id', '', true), set_config('app.org_id', '', true),
  set_config('app.role', '', true), set_config('app.customer_id', '', true),
  set_config('app.contact_id', '', true), set_config('app.sees_company', '', true), set_config('app.api_key_id', '', true)`

export function rolledBackDatabase(): RolledBackDatabase {
  let isActive = false
  let isOpen = false
  let hasCommitted = false
  let send: Send = () => Promise.reject(new Error('Not connected yet'))

  const begin = () => {
    // The next statement reports a failure.
    if (!isOpen) send({ text: 'begin' }).catch(() => undefined)
    isOpen = true
    return send({ text: 'savepoint request' })
  }
  const commit = async () => {
    // One simple query, so that a failing deferred constraint aborts all of it.
    // Deferred again, for the next transaction of the request.
    const text = `set constraints all immediate; set constraints all deferred; release savepoint request; ${closeScope}`
    const results = (await send({ text })) as unknown as pg.QueryResult[]
    hasCommitted = true
    return results[2] as pg.QueryResult
  }
  const rollback = async () => {
    const result = await send({ text: 'rollback to savepoint request' })
    await send({ text: 'release savepoint request' })
    return result
  }
  const overrides: Record<string, () => Promise<pg.QueryResult>> = {
    begin,
    commit,
    rollback,
    'start transaction isolation level repeatable read read only': begin,
  }

  function Client(config: pg.ClientConfig) {
    const client = new pg.Client(config)
    const original = client.query.bind(client) as unknown as Send
    // The pool's own queries pass a callback.
    const query = (statement: { text: string }, ...rest: []) =>
      (isActive && overrides[statement.text]?.()) || original(statement, ...rest)
    client.query = query as unknown as typeof client.query
    send = original
    return client
  }

  return {
    settings: { max: 1, Client: Client as unknown as new () => pg.Client },
    start: () => {
      isActive = true
    },
    hasCommitted: () => hasCommitted,
    query: async (statement) => {
      await begin()
      await send({ text: `set local role ${databaseRoles.owner}` })
      const { rows } = await send({ text: statement })
      await rollback()
      return rows
    },
    rollBack: async () => {
      if (isOpen) await send({ text: 'rollback' })
      isOpen = false
      hasCommitted = false
    },
  }
}
