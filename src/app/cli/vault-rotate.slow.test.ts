// `npm run vault:rotate` as a process beside a server that reads and saves, and killed while it runs.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeVaultKey, seal, unseal, type VaultKey } from '#features/vault/server/envelope.ts'
import { fillVault, textOf } from '#features/vault/testing/filled-vault.ts'
import { vault } from '#features/vault/vault.contract.ts'
import { type Database, openDatabase } from '#platform/database/database.ts'
import { aDatabase, type TestDatabase } from '#platform/database/testing/database.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { databaseUrl, outcomeOf, startScript } from '#tests/harness/scripts.ts'
import { createSecrets, putVaultKeyFirst, readSecrets } from '../keys/secrets-file.ts'
import { openVaultKeys, readVaultKeys } from '../keys/vault-key-file.ts'

// VAULT_ROWS=10000 npx vitest run src/app/cli/vault-rotate.slow.test.ts
const ROWS = Number(process.env.VAULT_ROWS ?? 500)

let t: TestDatabase
let database: Database
let h: Harness
let technician: Person
let old: VaultKey
let path: string
let folder: string
let ids: string[]

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'stodpunkt-rotate-'))
  path = join(folder, 'secrets.json')
  await createSecrets(path)
  t = await aDatabase()
  database = openDatabase({ ...t.connection, max: 2 })
  const vaultKeys = await openVaultKeys(database, path)
  h = await startHarness({ on: t, vaultKeys })
  old = (await vaultKeys.current()) as VaultKey
  const { id: orgId } = await h.anOrganization()
  technician = await h.aTechnician({ orgId })
  ids = await fillVault(h, { rows: ROWS, key: old, userId: technician.userId, orgId })
})
afterAll(async () => {
  await h.stop()
  await database.close()
  await t.drop()
  rmSync(folder, { recursive: true, force: true })
})

const start = (...args: string[]) =>
  startScript('bin/vault-rotate.ts', args, { DATABASE_URL: databaseUrl(t.connection), SECRETS_FILE: path })

const countsByKey = async () =>
  new Map<string | null, number>(
    (await t.superuser.query('select key_id, count(*)::int as n from customer_credentials group by 1')).rows.map(
      ({ key_id, n }) => [key_id, n],
    ),
  )

/** Locks a row, so that a rotation cannot finish before it is killed. */
async function lockRow(offset: number) {
  await t.superuser.query('begin')
  await t.superuser.query(
    `select from customer_credentials where (customer_id, version) = (
       select customer_id, version from customer_credentials where key_id = $1
       order by org_id, customer_id, version offset $2 limit 1
     ) for update`,
    [old.id, offset],
  )
}

/** Reads, and saves every fifth time, until `isOver`. Every text must be readable at any time. */
async function load(isOver: () => boolean) {
  const { call } = h.as(technician)
  const saved = new Map<string, string>()
  for (let n = 0; !isOver() || n < 20; n++) {
    const id = ids[(n * 37) % ids.length] as string
    const { text, version } = await call(vault.read, { params: { id }, body: {} })
    expect(text).toBe(saved.get(id) ?? textOf(id))
    if (n % 5 !== 0) continue
    saved.set(id, `Sparat ${n}`)
    await call(vault.save, { params: { id }, body: { text: `Sparat ${n}`, version } })
  }
  return saved
}

test('A-87: killed at any moment beside a working server, rotation leaves nothing on the old key', async () => {
  let isOver = false
  const loading = load(() => isOver)
  for (let kill = 1; kill <= 3; kill++) {
    await lockRow(Math.floor(ROWS / 5))
    const child = start(...(kill === 1 ? ['--new-key'] : []))
    const { code } = await outcomeOf(child, (stdout) => stdout.includes('omkrypterade') && child.kill('SIGKILL'))
    await t.superuser.query('rollback')
    expect(code).toBeNull()
  }
  expect((await countsByKey()).get(old.id)).toBeGreaterThan(0)
  const finished = await outcomeOf(start())
  isOver = true
  const saved = await loading
  const [newest] = await readVaultKeys(path)
  const counts = await countsByKey()
  expect(finished).toMatchObject({ code: 0, stderr: '' })
  expect(finished.stdout).toMatch(/\d+ av \d+ omkrypterade\n/)
  expect(finished.stdout).toContain(`Nyckel ${newest?.id}: `)
  expect(counts.get(old.id)).toBeUndefined()
  expect(counts.get(newest?.id ?? '')).toBe(ROWS + (await countOfSaves()))
  for (const id of ids.slice(0, 500)) {
    const { text } = await h.as(technician).call(vault.read, { params: { id }, body: {} })
    expect(text).toBe(saved.get(id) ?? textOf(id))
  }
  const { rows: authors } = await t.superuser.query('select created_by from customer_credentials group by 1')
  expect(authors).toEqual([{ created_by: technician.userId }])
})

const countOfSaves = async () =>
  (await t.superuser.query('select count(*)::int as n from customer_credentials where version > 1')).rows[0].n

test('a text that cannot be decrypted is left unchanged and reported, and does not stop the others', async () => {
  await t.superuser.query('alter table customer_credentials disable trigger keep')
  await t.superuser.query(
    `update customer_credentials set envelope = '\\x0102' where customer_id = $1 and version = 1`,
    [ids[0]],
  )
  await t.superuser.query('alter table customer_credentials enable trigger keep')
  const { code, stdout, stderr } = await outcomeOf(start('--new-key'))
  expect(code).toBe(1)
  expect(stderr).toContain('1 texter kunde inte läsas och är orörda')
  const [newest] = await readVaultKeys(path)
  expect(stdout).toContain(`Nyckel ${newest?.id}: ${ROWS + (await countOfSaves()) - 1} texter\n`)
  expect([...(await countsByKey()).values()].sort((a, b) => a - b)[0]).toBe(1)
  const { rows } = await t.superuser.query(`select from customer_credentials where envelope = '\\x0102'`)
  expect(rows).toHaveLength(1)
})

test('A-211: a text bound to its id in other letter case is rebound, and the command reports it', async () => {
  const [first] = await readVaultKeys(path)
  const { id: orgId } = await h.anOrganization()
  const { id: customerId } = await h.aCustomer({ orgId })
  const binding = { orgId, customerId, version: 1 }
  const sealed = seal('Bunden till versaler', { ...binding, customerId: customerId.toUpperCase() }, first as VaultKey)
  const row = { ...binding, ...sealed, createdBy: technician.userId }
  await database.as('owner', (db) => db.insertInto('customerCredentials').values(row).execute())
  const { stdout } = await outcomeOf(start('--new-key'))
  expect(stdout).toContain('1 texter var bundna till kundens id med andra bokstäver och är rättade.\n')
  const [newest] = await readVaultKeys(path)
  const { rows } = await t.superuser.query(
    'select key_id as "keyId", envelope from customer_credentials where customer_id = $1',
    [customerId],
  )
  expect(unseal(rows[0], binding, newest?.key)).toBe('Bunden till versaler')
})

test('refuses invalid arguments, a foreign key and a file without keys, and prints no key', async () => {
  expect((await outcomeOf(start('--ny'))).stderr).toContain('npm run vault:rotate -- --new-key')
  const foreign = { id: old.id, key: old.key }
  const before = await readSecrets(path)
  const ownPath = path
  path = join(folder, 'other.json')
  await createSecrets(path)
  expect((await outcomeOf(start())).stderr).toContain('Det finns ingen vault-nyckel i')
  await putVaultKeyFirst(path, foreign)
  await putVaultKeyFirst(path, makeVaultKey())
  const refused = await outcomeOf(start())
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('hör inte till databasen') })
  expect(refused.stdout + refused.stderr).not.toContain(old.key.toString('base64url'))
  path = ownPath
  expect(await readSecrets(path)).toEqual(before)
})
