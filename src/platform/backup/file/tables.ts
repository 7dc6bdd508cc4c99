import type { ClientBase } from 'pg'
import { escapeLiteral } from 'pg'

/** A table of the backup; names and columns are quoted for SQL. */
export type Table = { name: string; columns: string[]; key: string[] }

/** Tables that no backup contains (docs/decisions/021): a restore recreates their rows or does without. */
export const leftOut = [
  ...[
    'stodpunkt.migrations',
    'stodpunkt.backups',
    'stodpunkt.backup_nights',
    'stodpunkt.live_changes',
    'stodpunkt.mail_handovers',
    'stodpunkt.mail_outage',
  ],
  ...['stodpunkt.ticket_search', 'stodpunkt.ticket_words'],
  ...['auth.sessions', 'auth.refresh_tokens', 'auth.one_time_tokens', 'auth.attempts', 'auth.factor_challenges'],
]

/** With the tables that 1.0.0 left out, and that this version does not have. */
const neverStored = [...leftOut, 'stodpunkt.ticket_viewers']

/** Leaves out the collation versions, which belong to the server and not to the data. */
const conditions = new Map([['stodpunkt.installation', `where not starts_with(fact, 'collation ')`]])

/** The tables of a backup in the current schema, each after the tables that its rows reference. */
export async function listTables(client: ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table & { points: string[] }>(`
    select format('%I.%I', n.nspname, c.relname) as name,
      array(select format('%I', attname) from pg_attribute
        where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns,
      array(select format('%I', a.attname) || case when a.attcollation <> 0 then ' collate "C"' else '' end
        from pg_index i cross join unnest(i.indkey) with ordinality k (number, place)
          join pg_attribute a on a.attrelid = c.oid and a.attnum = k.number
        where i.indrelid = c.oid and i.indisprimary order by k.place) as key,
      array(select distinct format('%I.%I', pn.nspname, p.relname) from pg_constraint f
          join pg_class p on p.oid = f.confrelid join pg_namespace pn on pn.oid = p.relnamespace
        where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as points
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('stodpunkt', 'auth') and c.relkind = 'r' order by 1`)
  return inOrder(rows.filter(({ name }) => !neverStored.includes(name)))
}

function inOrder(tables: (Table & { points: string[] })[]): Table[] {
  const ordered: Table[] = []
  const known = new Set<string>(neverStored)
  let rest = tables
  while (rest.length > 0) {
    const ready = rest.filter(({ points }) => points.every((name) => known.has(name)))
    if (ready.length === 0) throw new Error(`Circular references of tables: ${rest.map(({ name }) => name).join(', ')}`)
    for (const { name, columns, key } of ready) {
      if (key.length === 0) throw new Error(`Table ${name} has no primary key`)
      ordered.push({ name, columns, key })
      known.add(name)
    }
    rest = rest.filter(({ name }) => !known.has(name))
  }
  return ordered
}

const condition = (name: string) => conditions.get(name) ?? ''

/** Every row, in the order of the key: the same rows are the same bytes on any server. */
export const copyOut = ({ name, columns, key }: Table) =>
  `copy (select ${columns.join(', ')} from ${name} ${condition(name)} order by ${key.join(', ')}) to stdout`

export const copyIn = ({ name, columns }: Table) => `copy ${name} (${columns.join(', ')}) from stdin`

/** The number of rows in each table that the current role can read. */
export async function countRows(client: ClientBase, tables: Table[]): Promise<Map<string, number>> {
  const counts = tables.map(
    ({ name }) => `select ${escapeLiteral(name)} as name, count(*) as rows from ${name} ${condition(name)}`,
  )
  const { rows } = await client.query<{ name: string; rows: string }>(counts.join(' union all '))
  return new Map(rows.map(({ name, rows }) => [name, Number(rows)]))
}

/** Make COPY independent of the server's and the login's settings, and without time limits. */
export const backupOptions = [
  ...['timezone=UTC', 'datestyle=ISO', 'intervalstyle=postgres', 'extra_float_digits=1', 'bytea_output=hex'],
  ...['client_encoding=UTF8', 'statement_timeout=0', 'idle_in_transaction_session_timeout=0', 'jit=off'],
]
