import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeVaultKey } from '#features/vault/server/envelope.ts'
import { type Database, openDatabase } from '#platform/database/database.ts'
import { aDatabase, type TestDatabase } from '#platform/database/testing/database.ts'
import { createSecrets, readSecrets } from './secrets-file.ts'
import { addVaultKey, openVaultKeys, readVaultKeys } from './vault-key-file.ts'

let t: TestDatabase
let database: Database
let folder: string
let path: string

beforeAll(async () => {
  t = await aDatabase()
  database = openDatabase({ ...t.connection, max: 4 })
})
afterAll(async () => {
  await database.close()
  await t.drop()
})
beforeEach(async () => {
  await t.superuser.query('delete from vault_keys')
  folder = mkdtempSync(join(tmpdir(), 'stodpunkt-vault-'))
  path = join(folder, 'secrets.json')
  await createSecrets(path)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const listedKeys = async () => (await t.superuser.query('select id from vault_keys')).rows.map(({ id }) => id)
const rewrite = (change: (secrets: Record<string, unknown>) => void) => {
  const secrets = JSON.parse(readFileSync(path, 'utf8'))
  change(secrets)
  writeFileSync(path, JSON.stringify(secrets), { mode: 0o600 })
}

test('the first start generates one key, also with concurrent starts; the database stores its fingerprint', async () => {
  const before = await readSecrets(path)
  const all = await Promise.all([1, 2, 3, 4].map(() => openVaultKeys(database, path)))
  const keys = await Promise.all(all.map((vault) => vault.current()))
  expect(new Set(keys.map((key) => key?.id)).size).toBe(1)
  expect(await listedKeys()).toEqual([keys[0]?.id])
  expect(await readSecrets(path)).toEqual({ ...before, vaultKeys: [{ id: keys[0]?.id, key: expect.any(String) }] })
  expect(statSync(path).mode & 0o777).toBe(0o600)
})

test('a file from before the vault gets a key, and is otherwise unchanged', async () => {
  rewrite((secrets) => void delete secrets.vaultKeys)
  const before = JSON.parse(readFileSync(path, 'utf8'))
  expect(await (await openVaultKeys(database, path)).current()).toBeDefined()
  expect(await readSecrets(path)).toMatchObject(before)
})

test('A-93: a file that lost its key gets no new one: the program works, without a vault key', async () => {
  await openVaultKeys(database, path)
  rewrite((secrets) => void delete secrets.vaultKeys)
  expect(await (await openVaultKeys(database, path)).current()).toBeUndefined()
  expect(await readVaultKeys(path)).toEqual([])
})

test('a key that does not match its id is ignored', async () => {
  const key = await (await openVaultKeys(database, path)).current()
  rewrite((secrets) => {
    secrets.vaultKeys = [{ id: key?.id, key: makeVaultKey().key.toString('base64url') }]
  })
  expect(await (await openVaultKeys(database, path)).current()).toBeUndefined()
})

test.each(['kort', ''])('A-91: a file with a vault key of less than 32 bytes (%j) stops the start', async (key) => {
  rewrite((secrets) => {
    secrets.vaultKeys = [{ id: 'x', key }]
  })
  await expect(openVaultKeys(database, path)).rejects.toThrow('är skadad')
})

test('a running program loads a new key automatically, and retains its keys while the file is missing', async () => {
  const running = await openVaultKeys(database, path)
  const old = await running.current()
  const added = await addVaultKey(database, path)
  expect(await running.find(added.id)).toEqual(added)
  expect(await running.current()).toEqual(added)
  expect(await running.find(old?.id ?? '')).toEqual(old)
  expect(new Set(await listedKeys())).toEqual(new Set([added.id, old?.id]))
  rmSync(path)
  expect(existsSync(path)).toBe(false)
  expect(await running.current()).toEqual(added)
  expect(await running.find('okänd')).toBeUndefined()
})
