// The vault's keys in the key file. A key may be added while programs are running.
import { stat } from 'node:fs/promises'
import { type Kysely, sql } from 'kysely'
import { keyIdOf, makeVaultKey, type VaultKey } from '#features/vault/server/envelope.ts'
import { type VaultKeys, vaultKeysOf } from '#features/vault/server/vault-keys.ts'
import type { Database } from '#platform/database/database.ts'
import type { Schema } from '#platform/database/schema.ts'
import { putVaultKeyFirst, readSecrets } from './secrets-file.ts'

/**
 * The vault keys of this process. The first key is generated if the database lists none. A file without a listed key
 * has lost it: then everything but the vault works. Throws StartError for a file that cannot be used.
 */
export async function openVaultKeys(database: Database, path: string): Promise<VaultKeys> {
  await database.as('owner', async (db) => {
    await lockKeys(db)
    if (await db.selectFrom('vaultKeys').select('id').executeTakeFirst()) return
    const stored = await readVaultKeys(path)
    const keys = stored.length > 0 ? stored : [makeVaultKey()]
    await db
      .insertInto('vaultKeys')
      .values(keys.map(({ id }) => ({ id })))
      .execute()
    if (stored.length === 0 && keys[0]) await putVaultKeyFirst(path, keys[0])
  })
  return watchFile(path)
}

/**
 * Generates a key and lists it in the database before it becomes the first key of the file, with which programs
 * encrypt.
 */
export async function addVaultKey(database: Database, path: string): Promise<VaultKey> {
  const key = makeVaultKey()
  await database.as('owner', (db) => db.insertInto('vaultKeys').values({ id: key.id }).execute())
  await database.as('owner', async (db) => {
    await lockKeys(db)
    await putVaultKeyFirst(path, key)
  })
  return key
}

/** Serializes changes of the key file. */
const lockKeys = (db: Kysely<Schema>) => sql`lock table vault_keys in share row exclusive mode`.execute(db)

/** The vault keys in the file, without those whose id does not match the key. */
export async function readVaultKeys(path: string): Promise<VaultKey[]> {
  const { vaultKeys = [] } = (await readSecrets(path)) ?? {}
  return vaultKeys
    .map(({ id, key }) => ({ id, key: Buffer.from(key, 'base64url') }))
    .filter(({ id, key }) => keyIdOf(key) === id)
}

/** Rereads a changed file before each encryption and for each key that is not cached. */
async function watchFile(path: string): Promise<VaultKeys> {
  let version = ''
  let keys = vaultKeysOf([])
  const refresh = async () => {
    const { mtimeNs, ino, size } = await stat(path, { bigint: true })
    const current = `${mtimeNs} ${ino} ${size}`
    if (current === version) return keys
    keys = vaultKeysOf(await readVaultKeys(path))
    version = current
    return keys
  }
  await refresh()
  // While the file is missing or damaged, the cached keys still decrypt.
  const refreshed = () => refresh().catch(() => keys)
  return {
    current: async () => (await refreshed()).current(),
    find: async (id) => (await keys.find(id)) ?? (await refreshed()).find(id),
  }
}
