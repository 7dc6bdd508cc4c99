// A backup is first written to a draft. Its writer holds an advisory lock named after the draft until the connection ends: a
// draft whose lock is free has been abandoned.
import { createHash, randomBytes } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ClientBase } from 'pg'
import { freeAdvisoryLocks, lockAdvisory } from '#platform/database/advisory-locks.ts'

/** The path of a new draft, which is locked until the client's connection ends. */
export async function openDraft(client: ClientBase, folder: string): Promise<string> {
  // Cancels a long query when its client is killed, which frees the lock. Not supported on every platform.
  await client.query(`set client_connection_check_interval = '1s'`).catch(() => undefined)
  const id = randomBytes(6).toString('hex')
  await lockAdvisory(client, 'backupDraft', id)
  return join(folder, `stodpunkt-${await databaseId(client)}-${id}.part`)
}

/** Removes drafts of this database that killed backups have left in a folder, as far as permissions allow. */
export async function removeAbandonedDrafts(client: ClientBase, folder: string) {
  const own = new RegExp(`^stodpunkt-${await databaseId(client)}-([0-9a-f]{12})\\.part$`)
  for (const name of await readdir(folder).catch(() => [])) {
    const id = own.exec(name)?.[1]
    if (!id) continue
    const [abandoned] = await freeAdvisoryLocks(client, 'backupDraft', [id])
    if (abandoned) await rm(join(folder, name), { force: true }).catch(() => undefined)
  }
}

/** Names drafts by their database: advisory locks are per database, but several databases may share a folder. */
async function databaseId(client: ClientBase): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    `select system_identifier || '/' || d.oid as id from pg_control_system(), pg_database d where datname = current_database()`,
  )
  return createHash('sha256')
    .update(rows[0]?.id ?? '')
    .digest('hex')
    .slice(0, 8)
}
