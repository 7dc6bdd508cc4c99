// An upgrade from 1.0.0 that is killed at any of six moments, of a data folder by `npm start` and of a backup by
// `restore`: starting or restoring again results in the same rows as an upgrade that was not killed.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkBackup, openKeysOf } from '#platform/backup/file/read-backup.ts'
import { startEmbeddedPostgres } from '#platform/database/embedded/embedded-postgres.ts'
import { knownMigrations } from '#platform/database/migrate.ts'
import { prepareDatabase } from '#platform/database/prepare.ts'
import { copyFolder, makeFolder, removeFolder } from '#platform/database/testing/folders.ts'
import { holdApplied, holdNoMore, holdWhen, installHolds, isHeld } from '#platform/database/testing/held-commands.ts'
import { applyReleased, backupOf100, fillReleased } from '#platform/database/testing/released-database.ts'
import { columnToday, tableToday } from '#platform/database/testing/released-names.ts'
import { sanitizedLine } from '#shared/text.rules.ts'
import { type Outcome, outcomeOf, startScript } from '#tests/harness/scripts.ts'
import released from '../../../migrations/released.json' with { type: 'json' }
import { EMBEDDED } from '../server/start-database.ts'

const noLog = { info() {}, warn() {}, error() {} }
const names = (await knownMigrations()).map(({ name }) => name)
const pending = names.filter((name) => !(name in released))
const [first, last] = [pending[0], pending.at(-1)]
const lastReleased = names[names.length - pending.length - 1]

type Rows = Record<string, object[]>
let folder: string
/** Stopped data folders: one of 1.0.0 with rows in every table, and one with an empty database. */
let filled: string
let empty: string
let before: Rows
let upgraded: Rows
let restored: Rows

beforeAll(async () => {
  folder = makeFolder()
  empty = newFolder()
  await onServer(empty, 'postgres', (superuser) => prepareDatabase(superuser, EMBEDDED))
  await onServer(empty, EMBEDDED.database, installHolds)
  filled = copyOf(empty)
  await onServer(filled, EMBEDDED.database, async (superuser) => {
    await applyReleased(superuser)
    await fillReleased(superuser)
    await superuser.query(awkward)
    await holdApplied(superuser)
  })
  const keys = await openKeysOf(await checkBackup(backupOf100.path), backupOf100.passphrase)
  writeFileSync(join(filled, 'secrets.json'), keys, { mode: 0o600 })
  before = await rowsIn(filled)
  const [of100, ofBackup] = [copyOf(filled), copyOf(empty)]
  await expectStart(of100)
  upgraded = await rowsIn(of100)
  await expectRestore(ofBackup)
  restored = await rowsIn(ofBackup)
}, 300_000)
afterAll(() => removeFolder(folder))

/** Text that the upgrade normalizes. */
const awkward = `
  set app.role = 'admin';
  update organizations set name = E'Gamla\\u2028Firman\\u202e AB';
  update customers set name = E'A\\u030ake\\nri ' || ticket_sequence(id);
  update tickets set title = E'Na\\u0308tet\\u200e\\när nere';
  update enquiries set name = E'Bo\\u2029Ek', phone = E'08-12\\u200e34 56'`

let count = 0
function newFolder() {
  const made = join(folder, `data-${count++}`)
  mkdirSync(made, { mode: 0o711 })
  return made
}

function copyOf(dataDir: string) {
  const copy = newFolder()
  copyFolder(`${dataDir}/.`, copy)
  return copy
}

/** Runs `work` on the database of a stopped data folder. */
async function onServer<T>(dataDir: string, database: string, work: (superuser: pg.Client) => Promise<T>): Promise<T> {
  const { connection, stop } = await startEmbeddedPostgres({ dataDir, log: noLog })
  const superuser = new pg.Client({ ...connection, database, options: '-c search_path=stodpunkt -c timezone=UTC' })
  await superuser.connect()
  try {
    return await work(superuser)
  } finally {
    await superuser.end()
    await stop()
  }
}

/** Columns that the upgrade fills with the current time or random values. */
const ownOf: Record<string, string[]> = {
  'stodpunkt.migrations': ['applied_at'],
  'stodpunkt.contacts': ['created_at'],
  'stodpunkt.ticket_drafts': ['version'],
}
/**
 * Rows that differ: of viewers, whose table is unlogged and goes, about the server's collation, and what the program
 * notes of its first recomputation and announces.
 */
const leftOut: Record<string, string> = {
  'stodpunkt.answer_recomputations': 'where false',
  'stodpunkt.live_changes': 'where false',
  'stodpunkt.ticket_viewers': 'where false',
  'stodpunkt.installation': `where not starts_with(fact, 'collation ')`,
}

/** Every row of every table. Contacts have random ids, so the id of their login is used instead. */
const rowsIn = (dataDir: string): Promise<Rows> =>
  onServer(dataDir, EMBEDDED.database, async (superuser) => {
    const { rows: tables } = await superuser.query<{ name: string }>(
      `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname in ('stodpunkt', 'auth') and c.relkind = 'r' order by 1`,
    )
    const contacts = await contactsOf(superuser)
    const found: Rows = {}
    for (const { name } of tables) {
      const { rows } = await superuser.query<{ line: string }>(
        `select (to_jsonb(r) - $1::text[])::text as line from ${name} r ${leftOut[name] ?? ''}`,
        [ownOf[name] ?? []],
      )
      const lines = rows.map(({ line }) => contacts.reduce((text, { id, login }) => text.replaceAll(id, login), line))
      found[name] = lines.sort().map((line) => JSON.parse(line))
    }
    return found
  })

async function contactsOf(superuser: pg.Client): Promise<{ id: string; login: string }[]> {
  const { rowCount } = await superuser.query(`select where to_regclass('contacts') is not null`)
  if (!rowCount) return []
  return (await superuser.query('select contact_id as id, user_id as login from customer_users')).rows
}

const start = (dataDir: string) =>
  startScript('src/app/start.js', [], { DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent' })
const restore = (dataDir: string) =>
  startScript('bin/restore.ts', [backupOf100.path], { DATA_DIR: dataDir, BACKUP_PASSPHRASE: backupOf100.passphrase })

/** The program starts, answers and stops. */
async function expectStart(dataDir: string) {
  const child = start(dataDir)
  const outcome = await outcomeOf(child, (output) => {
    if (output.includes('Stödpunkt svarar på')) child.kill('SIGTERM')
  })
  expect(outcome).toMatchObject({
    code: 0,
    stderr: '',
    stdout: expect.stringContaining('Stödpunkt svarar på'),
  })
}

async function expectRestore(dataDir: string) {
  expect(await outcomeOf(restore(dataDir))).toMatchObject({ code: 0, stderr: '' })
}

/** Kills the process when it is stopped at the condition; the server has ended when this returns. */
async function killWhen(dataDir: string, begin: typeof start, condition: string) {
  holdWhen(dataDir, condition)
  const child = begin(dataDir)
  let ended: Outcome | undefined
  const ending = outcomeOf(child).then((outcome) => {
    ended = outcome
  })
  while (!isHeld(dataDir)) {
    if (ended) throw new Error(`It ended before the condition was met: ${ended.stderr}`)
    await wait(5)
  }
  child.kill('SIGKILL')
  await ending
  holdNoMore(dataDir)
}

const begins = `$1 = 'ddl_command_start'`
const ends = `$1 = 'ddl_command_end'`
const isLastApplied = (name: string | undefined) => `hold.applied() = '${name}'`
const marked = `to_regnamespace('stodpunkt_restore') is not null`

describe('a data folder of 1.0.0', () => {
  test('has rows in every table, and the upgrade changes only line breaks, marks and letter composition', () => {
    expect(Object.keys(before).filter((name) => before[name]?.length === 0)).toEqual(['stodpunkt.ticket_viewers'])
    // Derived from the other tables, and rebuilt.
    const derived = ['stodpunkt.ticket_search', 'stodpunkt.ticket_words', 'stodpunkt.migrations']
    for (const name of Object.keys(before).filter((table) => !derived.includes(table))) {
      const columns = Object.keys(before[name]?.[0] ?? {}).filter((column) => column !== 'said')
      const valuesOf = (rows: Rows[string] = [], names: string[]) => rows.map((row) => readable(row, names)).sort()
      const today = valuesOf(upgraded[tableToday(name)], columns.map(columnToday))
      expect(today, name).toEqual(valuesOf(before[name], columns))
    }
  })

  test.each([
    ['nothing is changed yet', `${begins} and ${isLastApplied(lastReleased)}`],
    ['names are on one line, in a migration', `${ends} and $2 = 'ALTER TABLE' and ${isLastApplied(lastReleased)}`],
    ['the first migration is done, and the next begins', `${begins} and ${isLastApplied(first)}`],
    [
      'tickets have their clocks, in a migration',
      `${ends} and $2 = 'CREATE TABLE' and to_regclass('stodpunkt.ticket_watchers') is not null`,
    ],
    ['the last migration is done, before all are committed', `$1 = 'applied' and $2 = '${last}'`],
  ])(
    'killed when %s, is unchanged, and starts again with every row',
    async (_moment, condition) => {
      const dataDir = copyOf(filled)
      await killWhen(dataDir, start, condition)
      expect(await rowsIn(dataDir)).toEqual(before)
      await expectStart(dataDir)
      expect(await rowsIn(dataDir)).toEqual(upgraded)
    },
    300_000,
  )

  test('killed when all migrations are committed, before the program answers, has every row', async () => {
    const dataDir = copyOf(filled)
    await killWhen(dataDir, start, `${begins} and ${isLastApplied(last)}`)
    expect(await rowsIn(dataDir)).toEqual(upgraded)
    await expectStart(dataDir)
  }, 300_000)
})

/** The values of a row, with the text normalized as by the upgrade. */
function readable(row: object, columns: string[]) {
  const values = new Map(Object.entries(row))
  const mended = columns.map((column) => {
    const value = values.get(column)
    return typeof value === 'string' ? sanitizedLine(value) : value
  })
  return JSON.stringify(mended)
}

describe('a backup of 1.0.0', () => {
  test('becomes the same tables as a data folder', () => {
    expect(Object.keys(restored)).toEqual(Object.keys(upgraded))
    expect(restored['stodpunkt.tickets']).toHaveLength(1)
  })

  test.each([
    ['its target is marked', `${begins} and $2 = 'CREATE SCHEMA' and ${marked}`],
    [
      'the tables of 1.0.0 are made',
      `${ends} and $2 = 'CREATE TABLE' and to_regclass('stodpunkt.tickets') is not null`,
    ],
    ['its rows are loaded', `${begins} and $2 = 'ALTER TABLE' and hold.has_customers()`],
    ['the first migration is done, and the next begins', `${begins} and ${isLastApplied(first)}`],
    ['all is done, before it is committed', `${ends} and $2 = 'DROP SCHEMA'`],
  ])(
    'killed when %s, is restored again with every row',
    async (_moment, condition) => {
      const dataDir = copyOf(empty)
      await killWhen(dataDir, restore, condition)
      expect(await outcomeOf(start(dataDir))).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('avbröts innan den var klar'),
      })
      await expectRestore(dataDir)
      expect(await rowsIn(dataDir)).toEqual(restored)
    },
    300_000,
  )

  test('killed when all is committed, before it reports that, is restored', async () => {
    const dataDir = copyOf(empty)
    await killWhen(dataDir, restore, `${begins} and ${isLastApplied(last)} and not ${marked}`)
    expect(await outcomeOf(restore(dataDir))).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Databasen är inte tom'),
    })
    expect(await rowsIn(dataDir)).toEqual(restored)
    await expectStart(dataDir)
  }, 300_000)
})
