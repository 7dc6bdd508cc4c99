// A restore that is killed at any moment: the program refuses to start on its target until the restore has been run
// again.
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import type { Manifest } from '#platform/backup/file/manifest.ts'
import { writeBackup } from '#platform/backup/file/write-backup.ts'
import { openDatabase } from '#platform/database/database.ts'
import { StartError } from '#platform/database/start-error.ts'
import { aDatabase, type TestDatabase } from '#platform/database/testing/database.ts'
import { makeFolder, removeFolder } from '#platform/database/testing/folders.ts'
import { fillTwoOrganizations } from '#platform/database/testing/two-organizations.ts'
import { aPreparedDatabase } from '#tests/harness/prepared-databases.ts'
import { databaseUrl, type Environment, outcomeOf, startScript } from '#tests/harness/scripts.ts'
import { openKeys } from '../keys/key-check.ts'
import { readSettings } from '../server/settings.ts'
import { startDatabase } from '../server/start-database.ts'
import { onDatabase } from './operator-database.ts'

const passphrase = 'sju sjösjuka sjömän'
const noLog = { info() {}, warn() {}, error() {}, fatal() {} } as unknown as Parameters<typeof startDatabase>[1]

let folder: string
let t: TestDatabase
let file: string
let expected: Manifest['tables']
beforeAll(async () => {
  folder = makeFolder()
  t = await aDatabase()
  await fillTwoOrganizations(t.superuser)
  await t.superuser.query(`delete from installation where fact = 'keys'`)
  const database = openDatabase({ ...t.connection, max: 1 })
  await openKeys(database, join(folder, 'secrets.json'))
  await database.close()
  file = join(folder, 'all.tar.zst')
  const keys = { content: readFileSync(join(folder, 'secrets.json')), passphrase }
  const { manifest } = await writeBackup({ connection: t.connection, path: file, now: new Date(), keys })
  expected = manifest.tables
})
afterAll(async () => {
  await t.drop()
  removeFolder(folder)
})

/** The settings of a restore's target: a data folder or a database. */
type Target = Environment

const start = (script: string, args: string[], target: Target) =>
  startScript(script, args, { BACKUP_PASSPHRASE: passphrase, PORT: '0', LOG_LEVEL: 'silent', ...target })
const startRestore = (target: Target) => start('bin/restore.ts', [file], target)

/** Kills the restore when `isReached`; fails if the restore ends first. */
async function killWhen(target: Target, isReached: () => boolean | Promise<boolean>) {
  const child = startRestore(target)
  const ended = outcomeOf(child)
  while (!(await isReached())) {
    if (child.exitCode !== null) throw new Error(`The restore ended first: ${(await ended).stderr}`)
    await wait(1)
  }
  child.kill('SIGKILL')
  await ended
}

let count = 0
const newFolder = () => {
  const parent = join(folder, `target-${count++}`)
  mkdirSync(parent, { mode: 0o711 })
  return join(parent, 'data')
}

/** Like `npm start` with an existing build. */
const startProgram = (target: Target) => outcomeOf(start('src/app/main.ts', [], target))

async function tablesIn(target: Target): Promise<Manifest['tables']> {
  const path = join(folder, `copy-${count++}.tar.zst`)
  const settings = readSettings({ ...target, BACKUP_DIR: folder })
  return onDatabase(settings, async (_database, connection) => {
    const { manifest } = await writeBackup({ connection, path, now: new Date() })
    return manifest.tables
  })
}

/** The program refuses to start, running the restore again succeeds, and every table equals the backup. */
async function expectRepeatable(target: Target) {
  expect(await startProgram(target)).toEqual({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/avbröts innan den var klar.*Kör den igen: npm run restore -- fil/),
  })
  expect(await outcomeOf(startRestore(target))).toMatchObject({
    code: 0,
    stderr: '',
    stdout: expect.stringContaining('Varje tabell är jämförd med filen.'),
  })
  expect(await tablesIn(target)).toEqual(expected)
}

const has = (dataDir: string, name: string | RegExp) =>
  existsSync(dataDir) &&
  readdirSync(dataDir).some((entry) => (name instanceof RegExp ? name.test(entry) : entry === name))

describe('into a data folder, killed when', () => {
  test.each<[string, (dataDir: string) => boolean]>([
    ['the cluster is being created', (dataDir) => has(dataDir, /^postgres\.tmp-/)],
    ['the cluster exists and is empty', (dataDir) => has(dataDir, 'postgres')],
    ['the keys are in place', (dataDir) => has(dataDir, 'secrets.json')],
  ])(
    '%s',
    async (_moment, isReached) => {
      const DATA_DIR = newFolder()
      await killWhen({ DATA_DIR }, () => isReached(DATA_DIR))
      await expectRepeatable({ DATA_DIR })
    },
    180_000,
  )
})

async function anEmptyDatabase() {
  const { name, admin, connection, drop } = await aPreparedDatabase()
  onTestFinished(drop)
  const hasRows = async (query: string) => ((await admin.query(query, [name])).rowCount ?? 0) > 0
  return { hasRows, name, target: { DATABASE_URL: databaseUrl(connection), DATA_DIR: newFolder() } }
}

const creatingTables = `select from pg_stat_activity
  where datname = $1 and state = 'active' and xact_start is not null and query ~* 'create table'`
describe('into the database of DATABASE_URL, killed when', () => {
  test('the tables are being created', async () => {
    const { hasRows, target } = await anEmptyDatabase()
    await killWhen(target, () => hasRows(creatingTables))
    await expectRepeatable(target)
  })

  test('the target is marked, before the file is read', async () => {
    const { hasRows, target, name } = await anEmptyDatabase()
    const client = new pg.Client({ ...inject('server'), user: 'postgres', database: name })
    await client.connect()
    onTestFinished(() => client.end())
    await killWhen(target, async () => {
      const { rowCount } = await client.query(`select from pg_namespace where nspname = 'stodpunkt_restore'`)
      return rowCount === 1 && hasRows('select from pg_database where datname = $1')
    })
    await client.end()
    await expectRepeatable(target)
  })
})

/** The result of `npm start` with the target: the message of its refusal, otherwise the number of organizations. */
async function startResult(target: Target): Promise<string | number> {
  try {
    const running = await startDatabase(readSettings(target), noLog, () => undefined)
    const database = openDatabase({ ...running.connection, max: 1 })
    const rows = await database.as('owner', (db) => db.selectFrom('organizations').select('id').execute())
    await database.close()
    await running.stop()
    return rows.length
  } catch (error) {
    if (error instanceof StartError) return error.message
    throw error
  }
}
const INTERRUPTED = expect.stringContaining('avbröts innan den var klar')

const isChanged = (dataDir: string) => existsSync(dataDir) && readdirSync(dataDir).length > 0

async function untilChanged(dataDir: string) {
  while (!isChanged(dataDir)) await wait(1)
  return performance.now()
}

test('a data folder is refused or complete, whenever the restore is killed', async () => {
  const complete = { DATA_DIR: newFolder() }
  const ending = outcomeOf(startRestore(complete))
  const startedAt = await untilChanged(complete.DATA_DIR)
  await ending
  const duration = performance.now() - startedAt
  for (const part of [0, 0.5, 1]) {
    const DATA_DIR = newFolder()
    const child = startRestore({ DATA_DIR })
    const ended = outcomeOf(child)
    await untilChanged(DATA_DIR)
    await Promise.race([wait(duration * part), ended])
    child.kill('SIGKILL')
    await ended
    const state = await startResult({ DATA_DIR })
    if (state !== 2) {
      expect(state, `killed at ${part} of the time`).toEqual(INTERRUPTED)
      expect((await outcomeOf(startRestore({ DATA_DIR }))).code).toBe(0)
    }
    expect(await tablesIn({ DATA_DIR })).toEqual(expected)
  }
}, 300_000)

test('a refused restore leaves no mark; a refused repetition of an interrupted one leaves its mark', async () => {
  const DATA_DIR = newFolder()
  const wrong = { DATA_DIR, BACKUP_PASSPHRASE: 'helt fel lösenfras' }
  expect((await outcomeOf(startRestore(wrong))).stderr).toContain('Lösenfrasen stämmer inte')
  expect(existsSync(DATA_DIR)).toBe(false)
  await killWhen({ DATA_DIR }, () => has(DATA_DIR, 'restore-unfinished'))
  expect((await outcomeOf(startRestore(wrong))).stderr).toContain('Lösenfrasen stämmer inte')
  expect(await startResult({ DATA_DIR })).toEqual(INTERRUPTED)
  const { target } = await anEmptyDatabase()
  const wrongDatabase = { ...target, BACKUP_PASSPHRASE: wrong.BACKUP_PASSPHRASE }
  expect((await outcomeOf(startRestore(wrongDatabase))).stderr).toContain('Lösenfrasen stämmer inte')
  expect(await startResult(target)).toBe(0)
})

test('a folder with data is never marked, whatever is restored into it', async () => {
  const DATA_DIR = newFolder()
  expect((await outcomeOf(startRestore({ DATA_DIR }))).code).toBe(0)
  await killWhen({ DATA_DIR }, () => existsSync(join(DATA_DIR, 'postgres/postmaster.pid')))
  expect(await startResult({ DATA_DIR })).toBe(2)
  expect(await outcomeOf(startRestore({ DATA_DIR }))).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Databasen är inte tom'),
  })
  expect(await tablesIn({ DATA_DIR })).toEqual(expected)
})
