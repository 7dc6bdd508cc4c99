import pg from 'pg'
import { to } from 'pg-copy-streams'
import { rowDigest } from '../row-digest.ts'
import { copyOut, listTables } from '../tables.ts'

/** Runs `work` with a superuser client of the database. */
export async function asSuperuser<T>(connection: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ ...connection, user: 'postgres', options: '-c search_path=stodpunkt -c timezone=UTC' })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** A digest of the rows of each table of a backup. */
export const digests = (connection: pg.ClientConfig) =>
  asSuperuser(connection, async (client) => {
    const result: Record<string, object> = {}
    for (const table of await listTables(client)) {
      const digest = rowDigest()
      for await (const chunk of client.query(to(copyOut(table)))) digest.add(chunk)
      result[table.name] = digest.end()
    }
    return result
  })

/** Tables, views and indexes with their triggers, constraints and row-level security. */
export const relations = (connection: pg.ClientConfig) =>
  asSuperuser(connection, async (client) => {
    const { rows } = await client.query(
      `select n.nspname, c.relname, c.relforcerowsecurity, c.relrowsecurity,
         array(select tgname::text || tgenabled::text from pg_trigger where tgrelid = c.oid and not tgisinternal order by 1) as triggers,
         array(select conname::text || pg_get_constraintdef(oid) from pg_constraint where conrelid = c.oid and contype <> 'n' order by 1) as rules
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname in ('stodpunkt', 'auth', 'actor', 'jobs') and c.relkind in ('r', 'p', 'v', 'i') order by 1, 2`,
    )
    return rows
  })

/** Whether the database has no schema of ours. */
export const isEmpty = (connection: pg.ClientConfig) =>
  asSuperuser(connection, async (client) => {
    const { rows } = await client.query(
      `select nspname from pg_namespace where nspname !~ '^pg_|^information|^public$'`,
    )
    return rows.length === 0
  })
