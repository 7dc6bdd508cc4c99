// `npm run backup` and `npm run restore` as they are run, without a terminal.
import { spawn } from 'node:child_process'
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
import { type Database, openDatabase } from '#db/database.ts'
import { prepareDatabase } from '#db/prepare.ts'
import { aDatabase, type TestDatabase } from '#db/testing/database.ts'
import { LOGIN } from '#db/testing/global-setup.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { vault } from '#vault/vault.contract.ts'
import { openKeys } from '../keys/key-check.ts'
import { openVaultKeys } from '../keys/vault-keys.ts'
import { readSettings } from '../server/settings.ts'
import { onDatabase } from './operator-database.ts'

const root = join(import.meta.dirname, '../../..')
const passphrase = 'sju sjösjuka sjömän'

let folder: string
let t: TestDatabase
let database: Database
let h: Harness
let technician: Person
let customerId: string
let secrets: string
const undo: (() => Promise<unknown>)[] = []

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
  for (const step of undo.toReversed()) await step()
  await t.drop()
  rmSync(folder, { recursive: true, force: true })
})

type Environment = Record<string, string>
const urlOf = ({ host, port, user, database }: TestDatabase['connection']) =>
  `postgres://${user}@${encodeURIComponent(host)}:${port}/${database}`

/** What is said and how it ended. Nobody answers: a question would never end. */
function run(command: 'backup' | 'restore', args: string[], given: Environment) {
  const env = { PATH: process.env.PATH ?? '', DATA_DIR: join(folder, 'data'), ...given }
  const child = spawn(process.execPath, [join(root, `bin/${command}.ts`), ...args], { cwd: root, env })
  return new Promise<{ code: number | null; said: string; complaint: string }>((resolve) => {
    let said = ''
    let complaint = ''
    child.stdout.on('data', (text: Buffer) => {
      said += String(text)
    })
    child.stderr.on('data', (text: Buffer) => {
      complaint += String(text)
    })
    child.on('close', (code) => resolve({ code, said, complaint }))
  })
}
const source = () => ({ DATABASE_URL: urlOf(t.connection), SECRETS_FILE: secrets })

let count = 0
/** An empty database for a restore, and what the test harness needs of it. */
async function anEmptyDatabase(): Promise<TestDatabase> {
  const server = inject('server')
  const name = `commanded_${process.pid}_${count++}`
  const admin = new pg.Client({ ...server, user: 'postgres', database: 'postgres' })
  await admin.connect()
  await prepareDatabase(admin, { login: LOGIN, database: name })
  const superuser = new pg.Client({ ...server, user: 'postgres', database: name, options: '-c search_path=stodpunkt' })
  superuser.on('error', () => undefined)
  await superuser.connect()
  undo.push(async () => {
    await superuser.end()
    await admin.query(`drop database ${name} with (force)`)
    await admin.end()
  })
  return { connection: { ...server, user: LOGIN, database: name }, superuser, drop: async () => undefined }
}

async function readVault(restored: TestDatabase, path: string) {
  const pool = openDatabase({ ...restored.connection, max: 2 })
  await openKeys(pool, path)
  const there = await startHarness({ on: restored, vaultKeys: await openVaultKeys(pool, path) })
  undo.push(async () => {
    await there.stop()
    await pool.close()
  })
  const { orgId } = technician
  const person = await there.aTechnician({ orgId: orgId as string })
  return there.as(person).call(vault.read, { params: { id: customerId } })
}

test('without a terminal nothing is asked: keys stay out, and that is said', async () => {
  const { code, said, complaint } = await run('backup', [], source())
  expect({ code, complaint }).toEqual({ code: 0, complaint: '' })
  expect(said).toContain('rader för Nordnät AB')
  expect(said).toContain(`Nycklarna är inte med. Kopiera ${secrets} till ett annat ställe`)
  const [name, ...more] = readdirSync(join(folder, 'data/backups'))
  expect([name, more]).toEqual([expect.stringMatching(/^stodpunkt-\d{8}T\d{6}Z\.tar\.zst$/), []])
  const { rows } = await t.superuser.query('select kind, file, has_keys, failure from backups')
  expect(rows).toEqual([{ kind: 'asked', file: name, has_keys: false, failure: null }])
})

test('with its keys under a passphrase, another machine reads the technical information', async () => {
  const file = join(folder, 'with-keys.tar.zst')
  const short = await run('backup', [file, '--with-keys'], { ...source(), BACKUP_PASSPHRASE: 'kort' })
  expect(short).toMatchObject({ code: 1, complaint: '\nLösenfrasen ska ha minst 12 tecken.\n' })
  const silent = await run('backup', [file, '--with-keys'], source())
  expect(silent.complaint).toContain('BACKUP_PASSPHRASE')
  const { code, said } = await run('backup', [file, '--with-keys'], { ...source(), BACKUP_PASSPHRASE: passphrase })
  expect(code).toBe(0)
  expect(said).toContain('Nycklarna är med, under lösenfrasen.')
  const again = await run('backup', [file], source())
  expect(again.complaint).toContain('finns redan och skrivs inte över')

  const restored = await anEmptyDatabase()
  const target = { DATABASE_URL: urlOf(restored.connection), SECRETS_FILE: join(folder, 'there/secrets.json') }
  const wrong = await run('restore', [file], { ...target, BACKUP_PASSPHRASE: 'helt fel lösenfras' })
  expect(wrong).toMatchObject({ code: 1, complaint: '\nLösenfrasen stämmer inte. Inget är ändrat.\n' })
  expect((await run('restore', [file], target)).complaint).toContain('Ange lösenfrasen som BACKUP_PASSPHRASE')
  expect(existsSync(target.SECRETS_FILE)).toBe(false)
  const done = await run('restore', [file], { ...target, BACKUP_PASSPHRASE: passphrase })
  expect(done).toMatchObject({ code: 0, complaint: '' })
  expect(done.said).toContain('Varje tabell är jämförd med filen.')
  expect(readFileSync(target.SECRETS_FILE, 'utf8')).toBe(readFileSync(secrets, 'utf8'))
  expect(await readVault(restored, target.SECRETS_FILE)).toMatchObject({ text: 'router: hemligt' })
  const { refreshKey, vaultKeys } = JSON.parse(readFileSync(secrets, 'utf8'))
  for (const secret of [passphrase, refreshKey, vaultKeys[0].key, 'hemligt'])
    expect(said + done.said + wrong.complaint).not.toContain(secret)
  const twice = await run('restore', [file], target)
  expect(twice).toMatchObject({ code: 1, complaint: expect.stringContaining('Databasen är inte tom') })
}, 120_000)

test('without the keys a restore stops and says where they belong; when they are lost the rest comes back', async () => {
  const file = join(folder, 'without-keys.tar.zst')
  await run('backup', [file], source())
  const restored = await anEmptyDatabase()
  const target = { DATABASE_URL: urlOf(restored.connection), SECRETS_FILE: join(folder, 'elsewhere.json') }
  expect(await run('restore', [file], target)).toMatchObject({
    code: 1,
    complaint: expect.stringContaining('--without-keys'),
  })
  const others = { ...target, SECRETS_FILE: join(folder, 'others.json') }
  const { refreshKey, ...rest } = JSON.parse(readFileSync(secrets, 'utf8'))
  writeFileSync(others.SECRETS_FILE, JSON.stringify({ ...rest, refreshKey: refreshKey.split('').reverse().join('') }), {
    mode: 0o600,
  })
  expect((await run('restore', [file], others)).complaint).toContain('är inte de som säkerhetskopian hör ihop med')
  expect(await run('restore', [file, '--without-keys'], target)).toMatchObject({
    code: 0,
    said: expect.stringContaining('går inte att läsa utan sin nyckel'),
  })
  await expect(readVault(restored, target.SECRETS_FILE)).rejects.toThrow(/saknas/i)
}, 120_000)

test('an empty data folder gets a database of its own; a damaged file leaves the folder as it was', async () => {
  const file = join(folder, 'to-folder.tar.zst')
  await run('backup', [file], source())
  const here = { DATA_DIR: join(folder, 'new'), SECRETS_FILE: secrets }
  const bytes = readFileSync(file)
  bytes[1000]! ^= 4
  writeFileSync(join(folder, 'harmed'), bytes)
  const harmed = await run('restore', [join(folder, 'harmed')], here)
  expect(harmed).toMatchObject({ code: 1, complaint: expect.stringContaining('Säkerhetskopian är skadad') })
  expect(existsSync(here.DATA_DIR)).toBe(false)
  expect(await run('restore', [file], here)).toMatchObject({ code: 0, complaint: '' })
  const names = await onDatabase(readSettings(here), (db) =>
    db.as('owner', (rows) => rows.selectFrom('organizations').select('name').execute()),
  )
  expect(names).toEqual([{ name: 'Nordnät AB' }])
  expect((await run('restore', [file], here)).complaint).toContain('Databasen är inte tom')
}, 120_000)
