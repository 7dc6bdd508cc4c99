// `npm run backup` and `npm run restore` as processes without a terminal.
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { vault } from '#features/vault/vault.contract.ts'
import { type Database, openDatabase } from '#platform/database/database.ts'
import { aDatabase, type TestDatabase } from '#platform/database/testing/database.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { aPreparedDatabase } from '#tests/harness/prepared-databases.ts'
import { databaseUrl, type Environment, runScript } from '#tests/harness/scripts.ts'
import { openKeys } from '../keys/key-check.ts'
import { openVaultKeys } from '../keys/vault-key-file.ts'
import { readSettings } from '../server/settings.ts'
import { onDatabase } from './operator-database.ts'

const passphrase = 'sju sjösjuka sjömän'

let folder: string
let t: TestDatabase
let database: Database
let h: Harness
let technician: Person
let customerId: string
let secrets: string
const cleanUp: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'stodpunkt-command-')))
  chmodSync(folder, 0o711)
  secrets = join(folder, 'secrets.json')
  t = await aDatabase()
  database = openDatabase({ ...t.connection, max: 2 })
  await openKeys(database, secrets)
  h = await startHarness({ on: t, vaultKeys: await openVaultKeys(database, secrets) })
  const { id: orgId } = await h.anOrganization('Nordnät AB')
  technician = await h.aTechnician({ orgId })
  customerId = (await h.aCustomer({ orgId })).id
  await h.as(technician).call(vault.save, {
    params: { id: customerId },
    body: { text: 'router: hemligt', version: 0 },
  })
})
afterAll(async () => {
  await h.stop()
  await database.close()
  for (const step of cleanUp.toReversed()) await step()
  await t.drop()
  rmSync(folder, { recursive: true, force: true })
})

const run = (command: 'backup' | 'restore', args: string[], environment: Environment) =>
  runScript(`bin/${command}.ts`, args, { DATA_DIR: join(folder, 'data'), ...environment })
const source = () => ({ DATABASE_URL: databaseUrl(t.connection), SECRETS_FILE: secrets })

/** An empty database for a restore, with the superuser that the test harness needs. */
async function anEmptyDatabase(): Promise<TestDatabase> {
  const { name, connection, drop } = await aPreparedDatabase()
  const superuser = new pg.Client({
    ...inject('server'),
    user: 'postgres',
    database: name,
    options: '-c search_path=stodpunkt',
  })
  superuser.on('error', () => undefined)
  await superuser.connect()
  cleanUp.push(async () => {
    await superuser.end()
    await drop()
  })
  return { connection, superuser, drop: async () => undefined }
}

async function readVault(restored: TestDatabase, path: string) {
  const pool = openDatabase({ ...restored.connection, max: 2 })
  await openKeys(pool, path)
  const target = await startHarness({ on: restored, vaultKeys: await openVaultKeys(pool, path) })
  cleanUp.push(async () => {
    await target.stop()
    await pool.close()
  })
  const { orgId } = technician
  const person = await target.aTechnician({ orgId: orgId as string })
  return target.as(person).call(vault.read, { params: { id: customerId }, body: {} })
}

test('without a terminal nothing is prompted: the keys are left out, as the output says', async () => {
  const { code, stdout, stderr } = await run('backup', [], source())
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toContain('rader för Nordnät AB')
  expect(stdout).toContain(`Nycklarna är inte med. Kopiera ${secrets} till ett annat ställe`)
  const [name, ...more] = readdirSync(join(folder, 'data/backups'))
  expect([name, more]).toEqual([expect.stringMatching(/^stodpunkt-\d{8}T\d{6}Z\.tar\.zst$/), []])
  const { rows } = await t.superuser.query('select kind, file, has_keys, failure from backups')
  expect(rows).toEqual([{ kind: 'asked', file: name, has_keys: false, failure: null }])
})

test('with its keys under a passphrase, another machine can read the technical information', async () => {
  const file = join(folder, 'with-keys.tar.zst')
  const short = await run('backup', [file, '--with-keys'], { ...source(), BACKUP_PASSPHRASE: 'kort' })
  expect(short).toMatchObject({ code: 1, stderr: '\nLösenfrasen ska ha minst 12 tecken.\n' })
  const withoutPassphrase = await run('backup', [file, '--with-keys'], source())
  expect(withoutPassphrase.stderr).toContain('BACKUP_PASSPHRASE')
  const { code, stdout } = await run('backup', [file, '--with-keys'], { ...source(), BACKUP_PASSPHRASE: passphrase })
  expect(code).toBe(0)
  expect(stdout).toContain('Nycklarna är med, under lösenfrasen.')
  const again = await run('backup', [file], source())
  expect(again.stderr).toContain('finns redan och skrivs inte över')

  const restored = await anEmptyDatabase()
  const target = { DATABASE_URL: databaseUrl(restored.connection), SECRETS_FILE: join(folder, 'there/secrets.json') }
  const wrong = await run('restore', [file], { ...target, BACKUP_PASSPHRASE: 'helt fel lösenfras' })
  expect(wrong).toMatchObject({ code: 1, stderr: '\nLösenfrasen stämmer inte. Inget är ändrat.\n' })
  expect((await run('restore', [file], target)).stderr).toContain('Ange lösenfrasen som BACKUP_PASSPHRASE')
  expect(existsSync(target.SECRETS_FILE)).toBe(false)
  const done = await run('restore', [file], { ...target, BACKUP_PASSPHRASE: passphrase })
  expect(done).toMatchObject({ code: 0, stderr: '' })
  expect(done.stdout).toContain('Varje tabell är jämförd med filen.')
  expect(readFileSync(target.SECRETS_FILE, 'utf8')).toBe(readFileSync(secrets, 'utf8'))
  expect(await readVault(restored, target.SECRETS_FILE)).toMatchObject({ text: 'router: hemligt' })
  const { refreshKey, vaultKeys } = JSON.parse(readFileSync(secrets, 'utf8'))
  for (const secret of [passphrase, refreshKey, vaultKeys[0].key, 'hemligt'])
    expect(stdout + done.stdout + wrong.stderr).not.toContain(secret)
  const twice = await run('restore', [file], target)
  expect(twice).toMatchObject({ code: 1, stderr: expect.stringContaining('Databasen är inte tom') })
})

test('a restore without the keys stops and says where to put them; if lost, the other data is restored', async () => {
  const file = join(folder, 'without-keys.tar.zst')
  await run('backup', [file], source())
  const restored = await anEmptyDatabase()
  const target = { DATABASE_URL: databaseUrl(restored.connection), SECRETS_FILE: join(folder, 'elsewhere.json') }
  expect(await run('restore', [file], target)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('--without-keys'),
  })
  const others = { ...target, SECRETS_FILE: join(folder, 'others.json') }
  const { refreshKey, ...rest } = JSON.parse(readFileSync(secrets, 'utf8'))
  writeFileSync(others.SECRETS_FILE, JSON.stringify({ ...rest, refreshKey: refreshKey.split('').reverse().join('') }), {
    mode: 0o600,
  })
  expect((await run('restore', [file], others)).stderr).toContain('är inte de som säkerhetskopian hör ihop med')
  expect(await run('restore', [file, '--without-keys'], target)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('går inte att läsa utan sin nyckel'),
  })
  await expect(readVault(restored, target.SECRETS_FILE)).rejects.toThrow(/saknas/i)
})

test('an empty data folder gets a new database; a damaged file leaves the folder unchanged', async () => {
  const file = join(folder, 'to-folder.tar.zst')
  await run('backup', [file], source())
  const emptyFolder = { DATA_DIR: join(folder, 'new'), SECRETS_FILE: secrets }
  const bytes = readFileSync(file)
  bytes[1000]! ^= 4
  writeFileSync(join(folder, 'damaged'), bytes)
  const damaged = await run('restore', [join(folder, 'damaged')], emptyFolder)
  expect(damaged).toMatchObject({ code: 1, stderr: expect.stringContaining('Säkerhetskopian är skadad') })
  expect(existsSync(emptyFolder.DATA_DIR)).toBe(false)
  expect(await run('restore', [file], emptyFolder)).toMatchObject({ code: 0, stderr: '' })
  const names = await onDatabase(readSettings(emptyFolder), (db) =>
    db.as('owner', (rows) => rows.selectFrom('organizations').select('name').execute()),
  )
  expect(names).toEqual([{ name: 'Nordnät AB' }])
  expect((await run('restore', [file], emptyFolder)).stderr).toContain('Databasen är inte tom')
})
