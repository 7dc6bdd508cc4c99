// The vault's keys in the secrets file. They may be joined by a new one while programs run.
import { stat } from 'node:fs/promises'
import { type Kysely, sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { Schema } from '#db/schema.ts'
import { keyIdOf, makeVaultKey, type VaultKey } from '#vault/server/envelope.ts'
import { type VaultKeys, vaultKeysOf } from '#vault/server/vault-keys.ts'
import { putVaultKeyFirst, readSecrets } from './secrets-file.ts'

/**
 * The keys of this process. The first key is made when the database knows none; later a file without it is a file that
 * lost it: everything but the vault works. Throws StartError for a file that cannot be used.
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
  return followFile(path)
}

/** A new key, known to the database before anybody can encrypt with it, then first in the file. */
export async function addVaultKey(database: Database, path: string): Promise<VaultKey> {
  const key = makeVaultKey()
  await database.as('owner', (db) => db.insertInto('vaultKeys').values({ id: key.id }).execute())
  await database.as('owner', async (db) => {
    await lockKeys(db)
    await putVaultKeyFirst(path, key)
  })
  return key
}

/** Whoever changes the file waits for whoever does so already. */
const lockKeys = (db: Kysely<Schema>) => sql`lock table vault_keys in share row exclusive mode`.execute(db)

/** The keys of the file as it is now. One whose id is not its own is no key of ours. */
export async function readVaultKeys(path: string): Promise<VaultKey[]> {
  const { vaultKeys = [] } = (await readSecrets(path)) ?? {}
  return vaultKeys
    .map(({ id, key }) => ({ id, key: Buffer.from(key, 'base64url') }))
    .filter(({ id, key }) => keyIdOf(key) === id)
}

/** Reads the file again when it has changed: before each encryption, and for a key that is not known yet. */
async function followFile(path: string): Promise<VaultKeys> {
  let mark = ''
  let keys = vaultKeysOf([])
  const follow = async () => {
    const { mtimeNs, ino, size } = await stat(path, { bigint: true })
    const now = `${mtimeNs} ${ino} ${size}`
    if (now === mark) return keys
    keys = vaultKeysOf(await readVaultKeys(path))
    mark = now
    return keys
  }
  await follow()
  // A file that is gone or damaged for the moment changes nothing: what was read last still opens what it opened.
  const followed = () => follow().catch(() => keys)
  return {
    current: async () => (await followed()).current(),
    find: async (id) => (await keys.find(id)) ?? (await followed()).find(id),
  }
}
