import { dirname } from 'node:path'
import type pg from 'pg'
import { to } from 'pg-copy-streams'
import { connectTo } from '#platform/database/bring-up.ts'
import { databaseRoles } from '#platform/database/roles.ts'
import { type Put, writeContainer } from './container.ts'
import { openDraft, removeAbandonedDrafts } from './drafts.ts'
import { lockKeys } from './locked-keys.ts'
import type { Manifest } from './manifest.ts'
import { rowDigest } from './row-digest.ts'
import { backupOptions, copyOut, countRows, listTables, type Table } from './tables.ts'

const PART_BYTES = 1024 * 1024

type Plan = {
  connection: pg.ClientConfig
  path: string
  now: Date
  /** The content of the secrets file, which the backup contains encrypted with the passphrase. */
  keys?: { content: Buffer; passphrase: string } | undefined
}

/** Writes a consistent snapshot of all data to one file, without blocking other work. Throws when a check fails. */
export async function writeBackup({
  connection,
  path,
  now,
  keys,
}: Plan): Promise<{ manifest: Manifest; bytes: number }> {
  const client = await connectTo(connection)
  const createdAt = now.toISOString()
  let manifest: Manifest | undefined
  try {
    for (const option of backupOptions) await client.query(`set ${option.replace('=', ' to ')}`)
    const folder = dirname(path)
    await removeAbandonedDrafts(client, folder)
    const draft = await openDraft(client, folder)
    await client.query('begin isolation level repeatable read read only')
    const facts = await readFacts(client)
    const bytes = await writeContainer({ path, draft }, async (put) => {
      if (keys) await put('keys.json', await lockKeys(keys.content, keys.passphrase, createdAt))
      const tables = await putTables(client, put)
      manifest = { createdAt, ...facts, keys: { ...facts.keys, isIncluded: keys !== undefined }, tables }
      await put('manifest.json', Buffer.from(JSON.stringify(manifest, null, 1)))
    })
    await client.query('commit')
    // Again, as the lock of a backup that was killed just before may not have been released the first time.
    await removeAbandonedDrafts(client, folder)
    if (!manifest) throw new Error('Nothing was written')
    return { manifest, bytes }
  } finally {
    await client.end()
  }
}

async function readFacts(client: pg.ClientBase) {
  await client.query(`set local role ${databaseRoles.owner}`)
  const migrations = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from migrations order by name',
  )
  const organizations = await client.query<{ name: string }>('select name from organizations order by created_at, id')
  const fingerprint = await client.query<{ value: string }>(`select value from installation where fact = 'keys'`)
  const vaultKeys = await client.query<{ id: string }>('select id from vault_keys order by id')
  const { rows: server } = await client.query<{ server_version: string }>('show server_version')
  return {
    postgres: server[0]?.server_version ?? '',
    migrations: migrations.rows,
    organizations: organizations.rows.map(({ name }) => name),
    waitingJobs: await countJobs(client),
    keys: { fingerprint: fingerprint.rows[0]?.value ?? null, vaultKeys: vaultKeys.rows.map(({ id }) => id) },
  }
}

async function countJobs(client: pg.ClientBase): Promise<number> {
  await client.query(`set local role ${databaseRoles.jobs}`)
  const { rows: found } = await client.query(`select to_regclass('graphile_worker.jobs') as name`)
  if (!found[0].name) return 0
  const { rows } = await client.query<{ jobs: string }>(
    `select count(*) as jobs from (
       select task_identifier as task from graphile_worker.jobs where attempts < max_attempts
       union all select task from jobs.outbox) as waiting where task like '%mail%'`,
  )
  return Number(rows[0]?.jobs)
}

/**
 * Copies every table and compares the number of rows with another role's count: under forced row-level security a role
 * without a policy silently reads no rows.
 */
async function putTables(client: pg.Client, put: Put): Promise<Manifest['tables']> {
  await client.query(`set local role ${databaseRoles.owner}`)
  const tables = await listTables(client)
  const counts = await countRows(client, tables)
  await client.query(`set local role ${databaseRoles.backup}`)
  const copied: Manifest['tables'] = []
  for (const table of tables) {
    const { rows, digest } = await putRows(client, table, put)
    if (rows !== counts.get(table.name)) {
      throw new Error(`Of ${table.name} ${rows} rows were read and ${counts.get(table.name)} are there`)
    }
    copied.push({ ...table, rows, digest })
  }
  return copied
}

async function putRows(client: pg.Client, table: Table, put: Put) {
  const digest = rowDigest()
  let part: Buffer[] = []
  let bytes = 0
  let number = 0
  const flush = async () => {
    if (bytes === 0) return
    await put(`tables/${table.name}/${String(++number).padStart(6, '0')}`, Buffer.concat(part))
    part = []
    bytes = 0
  }
  for await (const chunk of client.query(to(copyOut(table)))) {
    digest.add(chunk)
    part.push(chunk)
    bytes += chunk.length
    if (bytes >= PART_BYTES) await flush()
  }
  await flush()
  return digest.end()
}
