import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeVaultKey, type VaultKey } from '#features/vault/server/envelope.ts'
import { vaultKeysOf } from '#features/vault/server/vault-keys.ts'
import { type Database, openDatabase } from '#platform/database/database.ts'
import { aDatabase, type TestDatabase } from '#platform/database/testing/database.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import { rotateFactorSecrets } from './rotate-factor-secrets.ts'
import { factorSecrets } from './sealed-factors.ts'

const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

let t: TestDatabase
let database: Database
let userId: string
beforeAll(async () => {
  t = await aDatabase()
  database = openDatabase({ ...t.connection, max: 2 })
})
beforeEach(async () => {
  userId = uuidv7()
  await t.superuser.query('delete from auth.factors')
  await t.superuser.query('insert into auth.users (id, email) values ($1, $2)', [userId, `${userId}@example.se`])
})
afterAll(async () => {
  await database.close()
  await t.drop()
})

async function aFactor(key: VaultKey) {
  const id = uuidv7()
  const sealed = await factorSecrets(vaultKeysOf([key])).seal(SECRET, { userId, id })
  await database.as('owner', (db) =>
    db
      .insertInto('auth.factors')
      .values({ id, userId, factorType: 'totp', ...sealed })
      .execute(),
  )
  return id
}

const stored = async (id: string) =>
  (await t.superuser.query('select secret, key_id as "keyId" from auth.factors where id = $1', [id])).rows[0]

test('the secret of an app is re-encrypted with the newest key; one of a missing key stays and is counted', async () => {
  const [older, newest, lost] = [makeVaultKey(), makeVaultKey(), makeVaultKey()]
  const [id, current, unreadable] = [await aFactor(older), await aFactor(newest), await aFactor(lost)]
  const before = await stored(unreadable)
  expect(await rotateFactorSecrets(database, [newest, older])).toEqual({ done: 1, unreadable: 1 })
  expect((await stored(id)).keyId).toBe(newest.id)
  expect(await stored(unreadable)).toEqual(before)
  const secrets = factorSecrets(vaultKeysOf([newest]))
  for (const factorId of [id, current])
    expect(await secrets.open(await stored(factorId), { userId, id: factorId })).toBe(SECRET)
  expect(await rotateFactorSecrets(database, [newest, older])).toEqual({ done: 0, unreadable: 1 })
})

test('without its key a secret is neither read nor taken for an empty one', async () => {
  const id = await aFactor(makeVaultKey())
  const without = factorSecrets(vaultKeysOf([]))
  const refused = { status: 500, code: 'key_missing' }
  await expect(without.open(await stored(id), { userId, id })).rejects.toMatchObject(refused)
  await expect(without.seal(SECRET, { userId, id })).rejects.toMatchObject(refused)
})

test('a secret that was copied to another login or factor cannot be opened', async () => {
  const key = makeVaultKey()
  const id = await aFactor(key)
  const secrets = factorSecrets(vaultKeysOf([key]))
  for (const row of [
    { userId: uuidv7(), id },
    { userId, id: uuidv7() },
  ])
    await expect(secrets.open(await stored(id), row)).rejects.toMatchObject({ name: 'Unreadable' })
})
