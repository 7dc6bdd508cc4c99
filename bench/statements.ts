// The statements of a request from the server's log, with their parameters, and a pgbench script that runs them.
import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type { Stage } from './stage.ts'

export type Statement = { sql: string; values: (string | null)[] }

/** A transaction of its own that changes nothing, but could have: the server discards the responses that it keeps. */
export const commit = ({ query }: Stage) => query('select pg_current_xact_id()')

/** The statements that `request` causes, without those of the transaction and its scope. */
export async function statementsOf(stage: Stage, request: () => Promise<unknown>): Promise<Statement[]> {
  const { query, postgres } = stage
  const log = async (ms: number) => {
    await query(`alter system set log_min_duration_statement = ${ms}`)
    await query('select pg_reload_conf()')
    await wait(500)
  }
  await request()
  const before = readFileSync(postgres.logPath, 'utf8').length
  await log(0)
  // What is kept of the request before would be sent without a statement.
  await commit(stage)
  await request()
  await log(-1)
  return statementsIn(readFileSync(postgres.logPath, 'utf8').slice(before))
}

/** An entry begins with a timestamp; its continuation lines begin with a tab. */
function statementsIn(log: string): Statement[] {
  const [, ...parts] = log.split(/^\d{4}-\d\d-\d\d [\d:.]+ UTC \[(\d+)\] /m)
  const entries = parts.flatMap((pid, index) =>
    index % 2 === 0 ? [{ pid, text: (parts[index + 1] ?? '').replaceAll('\n\t', '\n').trimEnd() }] : [],
  )
  const transactions = Map.groupBy(entries, ({ pid }) => pid)
    .values()
    .flatMap(transactionsIn)
  // Jobs and live events look up no session.
  return [...transactions].filter((texts) => texts.some(isOfSession)).flatMap(statementsOfTransaction)
}

/** The texts of one connection's entries, divided before each that begins a transaction. */
function transactionsIn(entries: { text: string }[]): string[][] {
  const transactions: string[][] = []
  for (const { text } of entries) {
    if (transactions.length === 0 || isBegin(sqlIn(text) ?? '')) transactions.push([])
    transactions.at(-1)?.push(text)
  }
  return transactions
}

const statementsOfTransaction = (texts: string[]): Statement[] =>
  texts.flatMap((text, index) => {
    const sql = sqlIn(text)
    if (!sql || isOfScope(sql)) return []
    const detail = texts[index + 1] ?? ''
    return [{ sql, values: detail.startsWith('DETAIL:') ? valuesIn(detail) : [] }]
  })

const sqlIn = (text: string) =>
  /^LOG: {2}duration: [\d.]+ ms {2}(?:execute [^:]+|statement): ([\s\S]+)$/.exec(text)?.[1]
const isOfSession = (text: string) => text.includes('session_actor(')
const isBegin = (sql: string) => /^\s*(begin|start transaction)\b/i.test(sql)
const isOfScope = (sql: string) => isBegin(sql) || isOfSession(sql) || /^\s*(commit|rollback)\b|^listen/i.test(sql)

const beginsWithId = /^\s*insert into [^(]+\("?id"?,/i

const valuesIn = (detail: string) =>
  [...detail.matchAll(/\$\d+ = ('(?:[^']|'')*'|NULL)/g)].map(([, value = 'NULL']) =>
    value === 'NULL' ? null : value.slice(1, -1).replaceAll("''", "'"),
  )

/** Parameters stay parameters, except ids of inserted rows, which are generated; `ownId` is the logged id of the written row. */
export function pgbenchScript(statements: Statement[], ownId?: string) {
  const variables: string[] = []
  const script = statements.map(({ sql, values }, nth) =>
    sql
      .replace(/\$(\d+)/g, (_all, number: string) => {
        const value = values[Number(number) - 1]
        if (value === null || value === undefined) return 'null'
        if (value === ownId) return ':own'
        if (number === '1' && beginsWithId.test(sql)) return 'gen_random_uuid()' // the id of a further row, such as the audit entry
        variables.push('-D', `p${nth}_${number}=${value}`)
        return `:p${nth}_${number}`
      })
      .concat(';'),
  )
  const isWriting = ownId !== undefined
  return {
    script: (isWriting ? ['select gen_random_uuid() as own \\gset', 'begin;', ...script, 'commit;'] : script).join(
      '\n',
    ),
    variables,
  }
}
