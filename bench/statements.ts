// The statements of a request as the server logs them, with their parameters, and a script of pgbench that runs them.
import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type { Stage } from './stage.ts'

export type Statement = { sql: string; values: (string | null)[] }

/** What the product asks the database for while `request` runs, without the transaction and the scope around it. */
export async function statementsOf({ query, postgres }: Stage, request: () => Promise<unknown>): Promise<Statement[]> {
  const log = async (ms: number) => {
    await query(`alter system set log_min_duration_statement = ${ms}`)
    await query('select pg_reload_conf()')
    await wait(500)
  }
  await request()
  const before = readFileSync(postgres.logPath, 'utf8').length
  await log(0)
  await request()
  await log(-1)
  return statementsIn(readFileSync(postgres.logPath, 'utf8').slice(before))
}

/** An entry begins with its time; the lines behind it are its own, a tab before each. */
function statementsIn(log: string): Statement[] {
  const [, ...parts] = log.split(/^\d{4}-\d\d-\d\d [\d:.]+ UTC \[(\d+)\] /m)
  const entries = parts.flatMap((pid, place) =>
    place % 2 === 0 ? [{ pid, text: (parts[place + 1] ?? '').replaceAll('\n\t', '\n').trimEnd() }] : [],
  )
  // Jobs and live events have connections of their own.
  const pids = new Set(entries.filter(({ text }) => text.includes('session_actor(')).map(({ pid }) => pid))
  return entries.flatMap(({ pid, text }, place) => {
    const sql = /^LOG: {2}duration: [\d.]+ ms {2}(?:execute [^:]+|statement): ([\s\S]+)$/.exec(text)?.[1]
    if (!sql || !pids.has(pid) || isAround(sql)) return []
    const detail = entries[place + 1]?.text ?? ''
    return [{ sql, values: detail.startsWith('DETAIL:') ? valuesIn(detail) : [] }]
  })
}

const isAround = (sql: string) => /^\s*(begin|commit|rollback|start transaction)\b|session_actor\(|^listen/i.test(sql)

const beginsWithId = /^\s*insert into [^(]+\("?id"?,/i

const valuesIn = (detail: string) =>
  [...detail.matchAll(/\$\d+ = ('(?:[^']|'')*'|NULL)/g)].map(([, value = 'NULL']) =>
    value === 'NULL' ? null : value.slice(1, -1).replaceAll("''", "'"),
  )

/** Parameters stay parameters. What is written gets ids of its own: `ownId` is the one that was logged. */
export function pgbenchScript(statements: Statement[], ownId?: string) {
  const variables: string[] = []
  const script = statements.map(({ sql, values }, nth) =>
    sql
      .replace(/\$(\d+)/g, (_all, number: string) => {
        const value = values[Number(number) - 1]
        if (value === null || value === undefined) return 'null'
        if (value === ownId) return ':own'
        if (number === '1' && beginsWithId.test(sql)) return 'gen_random_uuid()' // the id of a row beside it, as of the audit
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
