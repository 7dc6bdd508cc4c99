// The statements that the product sends, from the log of PostgreSQL.
import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type { Build } from './stage.ts'

/** Of one connection, from `begin` to `commit`, with their values as literals. */
export type Transaction = string[]

const SETTLE_MS = 500
const ENTRY = /^\d{4}-\d\d-\d\d [^[]*\[(\d+)\] (LOG|DETAIL): {2}(.*)$/
const STATEMENT = /^(?:statement|execute [^:]*): ([\s\S]*)$/
const PARAMETERS = /^[Pp]arameters: ([\s\S]*)$/

/** The transactions that were committed during `act`. */
export async function logTransactions({ query, postgres }: Build, act: () => Promise<void>): Promise<Transaction[]> {
  const before = readFileSync(postgres.logPath, 'utf8').length
  await query("alter system set log_statement = 'all'")
  await query('select pg_reload_conf()')
  await wait(SETTLE_MS)
  await act()
  await query('alter system reset log_statement')
  await query('select pg_reload_conf()')
  await wait(SETTLE_MS)
  return transactionsIn(readFileSync(postgres.logPath, 'utf8').slice(before))
}

export function transactionsIn(log: string): Transaction[] {
  const open = new Map<string, string[]>()
  const committed: Transaction[] = []
  for (const { connection, text, parameters } of statementsIn(log)) {
    const isBegin = /^(begin|start transaction)/i.test(text)
    const statements = isBegin ? [] : open.get(connection)
    if (!statements) continue
    statements.push(withLiterals(text, parameters))
    open.set(connection, statements)
    if (/^(commit|rollback)/i.test(text)) {
      open.delete(connection)
      if (/^commit/i.test(text)) committed.push(statements)
    }
  }
  return committed
}

type Logged = { connection: string; text: string; parameters: string }

function statementsIn(log: string): Logged[] {
  const statements: Logged[] = []
  for (const { connection, kind, text } of entriesIn(log)) {
    const [, statement] = (kind === 'LOG' && STATEMENT.exec(text)) || []
    const [, parameters] = (kind === 'DETAIL' && PARAMETERS.exec(text)) || []
    if (statement !== undefined) statements.push({ connection, text: statement.trim(), parameters: '' })
    const last = statements.at(-1)
    if (parameters !== undefined && last?.connection === connection) last.parameters = parameters
  }
  return statements
}

/** Later lines of an entry begin with a tab. */
function entriesIn(log: string) {
  const entries: { connection: string; kind: string; text: string }[] = []
  for (const line of log.split('\n')) {
    const [, connection = '', kind = '', text = ''] = ENTRY.exec(line) ?? []
    const last = entries.at(-1)
    if (kind) entries.push({ connection, kind, text })
    else if (line.startsWith('\t') && last) last.text += `\n${line.slice(1)}`
  }
  return entries
}

/** `parameters` is `$1 = 'it''s', $2 = NULL`, in which values are literals already. */
function withLiterals(text: string, parameters: string): string {
  const values = new Map<string, string>()
  for (const [, name = '', value = ''] of parameters.matchAll(/(\$\d+) = (NULL|'(?:[^']|'')*')/g))
    values.set(name, value)
  return text.replace(/\$\d+/g, (name) => values.get(name) ?? name)
}
