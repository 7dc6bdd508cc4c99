import type { ClientBase } from 'pg'
import { databaseRoles } from './roles.ts'

type TextIndex = { index: string; owner: string; collation: string; version: string }

/**
 * Rebuilds text indexes that were built with another version of their collation: another ICU or libc may sort
 * differently, and an index in the old order misses rows. Returns the rebuilt indexes.
 */
export async function reindexStaleCollations(client: ClientBase): Promise<string[]> {
  await client.query('begin')
  try {
    await client.query(`set local role ${databaseRoles.owner}`)
    const indexes = await listTextIndexes(client)
    const stored = await storedVersions(client)
    const stale = indexes.filter(({ collation, version }) => stored.get(collation) !== version)
    const rebuilt = new Map(stale.map(({ index, owner }) => [index, owner]))
    for (const [index, owner] of rebuilt) {
      await client.query(`set local role ${owner}`)
      await client.query(`reindex index ${index}`)
    }
    await client.query(`set local role ${databaseRoles.owner}`)
    for (const [collation, version] of new Map(stale.map((index) => [index.collation, index.version]))) {
      await client.query(
        'insert into installation (fact, value) values ($1, $2) on conflict (fact) do update set value = excluded.value',
        [factOf(collation), version],
      )
    }
    await client.query('commit')
    return [...rebuilt.keys()]
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/** Collations whose indexes were built with another version than the server has now. Needs the owner's role. */
export async function listStaleCollations(client: ClientBase): Promise<string[]> {
  const stored = await storedVersions(client)
  const stale = (await listTextIndexes(client)).filter(({ collation, version }) => stored.get(collation) !== version)
  return [...new Set(stale.map(({ collation }) => collation))]
}

const FACT = 'collation '
const factOf = (collation: string) => FACT + collation

async function storedVersions(client: ClientBase) {
  const { rows } = await client.query<{ fact: string; value: string }>(
    'select fact, value from installation where starts_with(fact, $1)',
    [FACT],
  )
  return new Map(rows.map(({ fact, value }) => [fact.slice(FACT.length), value]))
}

/** One row per index and collation. A collation without a version (C) never changes its order. */
async function listTextIndexes(client: ClientBase): Promise<TextIndex[]> {
  const { rows } = await client.query<TextIndex>(
    `select * from (
       select distinct format('%I.%I', n.nspname, c.relname) as index, r.rolname as owner, l.collname as collation,
         case l.collname when 'default' then pg_database_collation_actual_version(d.oid)
           else pg_collation_actual_version(l.oid) end as version
       from pg_index i join pg_class c on c.oid = i.indexrelid and c.relkind = 'i'
         join pg_namespace n on n.oid = c.relnamespace join pg_roles r on r.oid = c.relowner
         cross join unnest(i.indcollation) as used (oid) join pg_collation l on l.oid = used.oid
         join pg_database d on d.datname = current_database()
       where r.rolname = any($1)) as indexes
     where version is not null order by index`,
    [Object.values(databaseRoles)],
  )
  return rows
}
