// A restore that is killed at any moment: nothing starts on what it leaves, and the same command again brings every row.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import type { Manifest } from '#db/backup/manifest.ts'
import { writeBackup } from '#db/backup/write-backup.ts'
import { openDatabase } from '#db/database.ts'
import { prepareDatabase } from '#db/prepare.ts'
import { StartError } from '#db/start-error.ts'
import { aDatabase, type TestDatabase } from '#db/testing/database.ts'
import { makeFolder, removeFolder } from '#db/testing/folders.ts'
import { LOGIN } from '#db/testing/global-setup.ts'
import { fillTwoOrganizations } from '#db/testing/two-organizations.ts'
import { openKeys } from '../keys/key-check.ts'
import { readSettings } from '../server/settings.ts'
import { startDatabase } from '../server/start-database.ts'
import { onDatabase } from './operator-database.ts'

const root = join(import.meta.dirname, '../../..')
const passphrase = 'sju sjösjuka sjömän'
const silent = { info() {}, warn() {}, error() {}, fatal() {} } as unknown as Parameters<typeof startDatabase>[1]

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

type Place = Record<string, string>
type Ended = { code: number | null; said: string; complaint: string }

const processOf = (script: string, args: string[], place: Place) =>
  spawn(process.execPath, [join(root, script), ...args], {
    cwd: root,
    env: { PATH: process.env.PATH ?? '', BACKUP_PASSPHRASE: passphrase, PORT: '0', LOG_LEVEL: 'silent', ...place },
  })
const restoring = (place: Place) => processOf('bin/restore.ts', [file], place)

async function endOf(child: ChildProcess): Promise<Ended> {
  let said = ''
  let complaint = ''
  child.stdout?.on('data', (text: Buffer) => {
    said += String(text)
  })
  child.stderr?.on('data', (text: Buffer) => {
    complaint += String(text)
  })
  const [code] = await once(child, 'close')
  return { code, said, complaint }
}

/** Kills the restore once `isReached`; a restore that ends before fails the test. */
async function killedWhen(place: Place, isReached: () => boolean | Promise<boolean>) {
  const child = restoring(place)
  const ended = endOf(child)
  while (!(await isReached())) {
    if (child.exitCode !== null) throw new Error(`The restore ended first: ${(await ended).complaint}`)
    await wait(1)
  }
  child.kill('SIGKILL')
  await ended
}

let count = 0
const newFolder = () => {
  const parent = join(folder, `place-${count++}`)
  mkdirSync(parent, { mode: 0o711 })
  return join(parent, 'data')
}

/** As `npm start` does once everything is built. */
const start = (place: Place) => endOf(processOf('src/app/main.ts', [], place))

async function tablesIn(place: Place): Promise<Manifest['tables']> {
  const path = join(folder, `again-${count++}.tar.zst`)
  const settings = readSettings({ ...place, BACKUP_DIR: folder })
  return onDatabase(settings, async (_database, connection) => {
    const { manifest } = await writeBackup({ connection, path, now: new Date() })
    return manifest.tables
  })
}

/** Nothing starts, the same command again succeeds, and every table is as it was backed up. */
async function expectRepeatable(place: Place) {
  expect(await start(place)).toEqual({
    code: 1,
    said: '',
    complaint: expect.stringMatching(/avbröts innan den var klar.*Kör den igen: npm run restore -- fil/),
  })
  expect(await endOf(restoring(place))).toMatchObject({
    code: 0,
    complaint: '',
    said: expect.stringContaining('Varje tabell är jämförd med filen.'),
  })
  expect(await tablesIn(place)).toEqual(expected)
}

const has = (dataDir: string, name: string | RegExp) =>
  existsSync(dataDir) &&
  readdirSync(dataDir).some((entry) => (name instanceof RegExp ? name.test(entry) : entry === name))

describe('into a data folder, killed when', () => {
  test.each<[string, (dataDir: string) => boolean]>([
    ['the cluster is being made', (dataDir) => has(dataDir, /^postgres\.tmp-/)],
    ['the cluster is there and nothing is in it', (dataDir) => has(dataDir, 'postgres')],
    ['the keys are in place', (dataDir) => has(dataDir, 'secrets.json')],
  ])(
    '%s',
    async (_moment, isReached) => {
      const DATA_DIR = newFolder()
      await killedWhen({ DATA_DIR }, () => isReached(DATA_DIR))
      await expectRepeatable({ DATA_DIR })
    },
    180_000,
  )
})

async function anEmptyDatabase() {
  const server = inject('server')
  const name = `killed_${process.pid}_${count++}`
  const admin = new pg.Client({ ...server, user: 'postgres', database: 'postgres' })
  await admin.connect()
  await prepareDatabase(admin, { login: LOGIN, database: name })
  const sees = async (query: string) => ((await admin.query(query, [name])).rowCount ?? 0) > 0
  onTestFinished(async () => {
    await admin.query(`drop database ${name} with (force)`)
    await admin.end()
  })
  const url = `postgres://${LOGIN}@${encodeURIComponent(server.host)}:${server.port}/${name}`
  return { sees, name, place: { DATABASE_URL: url, DATA_DIR: newFolder() } }
}

const makingTables = `select from pg_stat_activity
  where datname = $1 and state = 'active' and xact_start is not null and query ~* 'create table'`
describe('into the database of DATABASE_URL, killed when', () => {
  test('the tables are being made', async () => {
    const { sees, place } = await anEmptyDatabase()
    await killedWhen(place, () => sees(makingTables))
    await expectRepeatable(place)
  }, 180_000)

  test('the place is marked, before the file is read', async () => {
    const { sees, place, name } = await anEmptyDatabase()
    const inside = new pg.Client({ ...inject('server'), user: 'postgres', database: name })
    await inside.connect()
    onTestFinished(() => inside.end())
    await killedWhen(place, async () => {
      const { rowCount } = await inside.query(`select from pg_namespace where nspname = 'stodpunkt_restore'`)
      return rowCount === 1 && sees('select from pg_database where datname = $1')
    })
    await inside.end()
    await expectRepeatable(place)
  }, 180_000)
})

/** What `npm start` finds: why it refuses, else how many organizations there are. */
async function found(place: Place): Promise<string | number> {
  try {
    const running = await startDatabase(readSettings(place), silent, () => undefined)
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

const isTouched = (dataDir: string) => existsSync(dataDir) && readdirSync(dataDir).length > 0

async function untilTouched(dataDir: string) {
  while (!isTouched(dataDir)) await wait(1)
  return performance.now()
}

test('wherever it is killed, a folder that it has touched is refused or holds everything', async () => {
  const whole = { DATA_DIR: newFolder() }
  const ending = endOf(restoring(whole))
  const began = await untilTouched(whole.DATA_DIR)
  await ending
  const duration = performance.now() - began
  for (const part of [0, 0.5, 1]) {
    const DATA_DIR = newFolder()
    const child = restoring({ DATA_DIR })
    const ended = endOf(child)
    await untilTouched(DATA_DIR)
    await Promise.race([wait(duration * part), ended])
    child.kill('SIGKILL')
    await ended
    const state = await found({ DATA_DIR })
    if (state !== 2) {
      expect(state, `killed at ${part} of the time`).toEqual(INTERRUPTED)
      expect((await endOf(restoring({ DATA_DIR }))).code).toBe(0)
    }
    expect(await tablesIn({ DATA_DIR })).toEqual(expected)
  }
}, 300_000)

test('a restore that is refused leaves no mark; one that repeats an interrupted one and is refused leaves it', async () => {
  const DATA_DIR = newFolder()
  const wrong = { DATA_DIR, BACKUP_PASSPHRASE: 'helt fel lösenfras' }
  expect((await endOf(restoring(wrong))).complaint).toContain('Lösenfrasen stämmer inte')
  expect(existsSync(DATA_DIR)).toBe(false)
  await killedWhen({ DATA_DIR }, () => has(DATA_DIR, 'restore-unfinished'))
  expect((await endOf(restoring(wrong))).complaint).toContain('Lösenfrasen stämmer inte')
  expect(await found({ DATA_DIR })).toEqual(INTERRUPTED)
  const { place } = await anEmptyDatabase()
  const elsewhere = { ...place, BACKUP_PASSPHRASE: wrong.BACKUP_PASSPHRASE }
  expect((await endOf(restoring(elsewhere))).complaint).toContain('Lösenfrasen stämmer inte')
  expect(await found(place)).toBe(0)
}, 180_000)

test('a folder with a company in it is never marked, whatever is restored to it', async () => {
  const DATA_DIR = newFolder()
  expect((await endOf(restoring({ DATA_DIR }))).code).toBe(0)
  await killedWhen({ DATA_DIR }, () => existsSync(join(DATA_DIR, 'postgres/postmaster.pid')))
  expect(await found({ DATA_DIR })).toBe(2)
  expect(await endOf(restoring({ DATA_DIR }))).toMatchObject({
    code: 1,
    complaint: expect.stringContaining('Databasen är inte tom'),
  })
  expect(await tablesIn({ DATA_DIR })).toEqual(expected)
}, 180_000)
