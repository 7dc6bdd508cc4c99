import pg from 'pg'
import { databaseRoles } from '#db/roles.ts'

/** What a request did is there for the next question on the same connection, and gone after `undo`. */
export type RolledBackDatabase = {
  /** For openDatabase: the client of a pool of one. */
  settings: pg.PoolConfig
  /** From now on a transaction is a part of one that is taken back. */
  start(): void
  /** Whether any transaction since the last `undo` was kept by the program. */
  hasKept(): boolean
  /** Asks as the owner of the schema, who sees all, within what is not rolled back yet. */
  ask(statement: string): Promise<Record<string, unknown>[]>
  undo(): Promise<void>
}

type Send = (query: { text: string; name?: string; values?: unknown[] }) => Promise<pg.QueryResult>

const closeScope = `select set_config('role', 'none', true), set_config('app.user_id', '', true), set_config('app.org_id', '', true),
  set_config('app.role', '', true), set_config('app.customer_id', '', true)`

export function rolledBackDatabase(): RolledBackDatabase {
  let isOn = false
  let isOpen = false
  let hasKept = false
  let send: Send = () => Promise.reject(new Error('There is no connection yet'))

  const begin = () => {
    // A failed statement is told by the one behind it.
    if (!isOpen) send({ text: 'begin' }).catch(() => undefined)
    isOpen = true
    return send({ text: 'savepoint request' })
  }
  const commit = async () => {
    // One message: who only read does not wait for it, and what fails in it ends it.
    const text = `set constraints all immediate; release savepoint request; ${closeScope}`
    const results = (await send({ text })) as unknown as pg.QueryResult[]
    hasKept = true
    return results[1] as pg.QueryResult
  }
  const rollback = async () => {
    const done = await send({ text: 'rollback to savepoint request' })
    await send({ text: 'release savepoint request' })
    return done
  }
  const parts: Record<string, () => Promise<pg.QueryResult>> = {
    ...{ begin, commit, rollback },
    'start transaction read only': begin,
  }

  function Client(config: pg.ClientConfig) {
    const client = new pg.Client(config)
    const original = client.query.bind(client) as unknown as Send
    // The pool's own questions come with a callback.
    const query = (asked: { text: string }, ...rest: []) => (isOn && parts[asked.text]?.()) || original(asked, ...rest)
    client.query = query as unknown as typeof client.query
    send = original
    return client
  }

  return {
    settings: { max: 1, Client: Client as unknown as new () => pg.Client },
    start: () => {
      isOn = true
    },
    hasKept: () => hasKept,
    ask: async (statement) => {
      await begin()
      await send({ text: `set local role ${databaseRoles.owner}` })
      const { rows } = await send({ text: statement })
      await rollback()
      return rows
    },
    undo: async () => {
      if (isOpen) await send({ text: 'rollback' })
      isOpen = false
      hasKept = false
    },
  }
}
