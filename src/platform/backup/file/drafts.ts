// A backup is written under another name first. A draft's writer holds an advisory lock named by the draft until its
// connection ends, however it ends: of a draft whose lock is free nobody will make a backup any more.
import { createHash, randomBytes } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ClientBase } from 'pg'
import { freeAdvisoryLocks, lockAdvisory } from '#platform/database/advisory-locks.ts'

/** Where to write, known to others as being written until the client's connection ends. */
export async function openDraft(client: ClientBase, folder: string): Promise<string> {
  // A query that sorts for minutes would else notice only at its end that nobody waits for it. Not on every platform.
  await client.query(`set client_connection_check_interval = '1s'`).catch(() => undefined)
  const id = randomBytes(6).toString('hex')
  await lockAdvisory(client, 'backupDraft', id)
  return join(folder, `stodpunkt-${await databaseId(client)}-${id}.part`)
}

/** Removes, as far as it may, what backups of this database that were killed have left in a folder. */
export async function removeAbandonedDrafts(client: ClientBase, folder: string) {
  const own = new RegExp(`^stodpunkt-${await databaseId(client)}-([0-9a-f]{12})\\.part$`)
  for (const name of await readdir(folder).catch(() => [])) {
    const id = own.exec(name)?.[1]
    if (!id) continue
    const [abandoned] = await freeAdvisoryLocks(client, 'backupDraft', [id])
    if (abandoned) await rm(join(folder, name), { force: true }).catch(() => undefined)
  }
}

/** Advisory locks are a database's own: another's drafts in the same folder are not ours to judge. */
async function databaseId(client: ClientBase): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    `select system_identifier || '/' || d.oid as id from pg_control_system(), pg_database d where datname = current_database()`,
  )
  return createHash('sha256')
    .update(rows[0]?.id ?? '')
    .digest('hex')
    .slice(0, 8)
}
