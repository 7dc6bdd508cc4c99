import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { bringUp } from '#platform/database/bring-up.ts'
import { type Database, openDatabase } from '#platform/database/database.ts'
import { aDatabase, type TestDatabase } from '#platform/database/testing/database.ts'
import { REVERTED_MIGRATION, revertMigration } from '#platform/database/testing/older-schema.ts'
import { fillTwoOrganizations } from '#platform/database/testing/two-organizations.ts'
import { openMailer } from '#platform/mail/mail.ts'
import { threadsOfTests } from '#platform/mail/testing/mail-threads.ts'
import { checkBackup } from '../file/read-backup.ts'
import { isOnDataDisk, readBackupState } from './backup-state.ts'
import { findLastBackup } from './last-backup.ts'
import { backUpBeforeMigrating } from './make-backup.ts'
import { backupTasks } from './nightly.ts'

const DATA_DIR = '/var/lib/stodpunkt'

let t: TestDatabase
let database: Database
let folder: string
let warnings: string[]

beforeEach(async () => {
  t = await aDatabase()
  await fillTwoOrganizations(t.superuser)
  await t.superuser.query('delete from backups')
  database = openDatabase({ ...t.connection, max: 2 })
  folder = mkdtempSync(join(tmpdir(), 'stodpunkt-nightly-'))
  warnings = []
})
afterEach(async () => {
  await database.close()
  await t.drop()
  rmSync(folder, { recursive: true, force: true })
})

/** Runs the hourly job at a time of the clock, and dates the new records in the database accordingly. */
async function hour(at: string, { keep = 14, to = folder } = {}) {
  const now = new Date(at)
  const warn = (_facts: object, text: string) => warnings.push(text)
  const parts = {
    connection: t.connection,
    database,
    target: { folder: to, keep, dataDir: DATA_DIR, isEmbedded: false },
    warn,
    now: () => now,
    mailer: openMailer({ smtpUrl: undefined, from: 'x', database, threads: threadsOfTests, warn: () => undefined }),
    appUrl: 'https://nordnat.se',
  }
  await backupTasks(parts)['nightly-backup']?.({})
  await t.superuser.query("update backups set finished_at = $1 where finished_at > now() - interval '1 minute'", [at])
}
const last = () => database.as('owner', findLastBackup)

test('one backup a night, also when the program was stopped at one o’clock', async () => {
  for (const at of ['2020-11-20T23:07:00Z', '2020-11-21T00:07:00Z', '2020-11-21T09:07:00Z', '2020-11-21T10:07:00Z'])
    await hour(at)
  expect(readdirSync(folder).sort()).toEqual([
    'stodpunkt-20201120T230700Z-natt.tar.zst',
    'stodpunkt-20201121T090700Z-natt.tar.zst',
  ])
  const { manifest } = await checkBackup(join(folder, 'stodpunkt-20201121T090700Z-natt.tar.zst'))
  expect(manifest).toMatchObject({ createdAt: '2020-11-21T09:07:00.000Z', keys: { isIncluded: false } })
  expect(warnings).toEqual([])
})

test('the oldest backups are deleted, and no other files', async () => {
  const others = ['bokslut.tar.zst', 'stodpunkt-20200101T000000Z.tar.zst', 'stodpunkt-kopia-natt.tar.zst']
  const abandoned = 'stodpunkt-20201101T010700Z-natt.tar.zst.part'
  for (const name of [...others, abandoned]) writeFileSync(join(folder, name), 'x')
  utimesSync(join(folder, abandoned), new Date('2020-11-01'), new Date('2020-11-01'))
  for (const day of [11, 12, 13, 14]) await hour(`2020-11-${day}T01:07:00Z`, { keep: 2 })
  expect(readdirSync(folder).sort()).toEqual(
    [...others, 'stodpunkt-20201113T010700Z-natt.tar.zst', 'stodpunkt-20201114T010700Z-natt.tar.zst'].sort(),
  )
})

test('a failure is logged and recorded with its reason, and retried the next hour', async () => {
  writeFileSync(join(folder, 'file'), '')
  await hour('2020-11-21T01:07:00Z', { to: join(folder, 'file/inside') })
  expect(warnings).toEqual(['the nightly backup failed'])
  expect(await last()).toMatchObject({
    last: null,
    failed: { reason: expect.stringContaining('Mappen för säkerhetskopior går inte att skriva i') },
  })
  await hour('2020-11-21T02:07:00Z')
  expect(await last()).toMatchObject({
    last: { finishedAt: '2020-11-21T02:07:00Z', file: 'stodpunkt-20201121T020700Z-natt.tar.zst', hasKeys: false },
    failed: null,
  })
})

test('26 hours after the last backup, or without one after the installation, it is too old', async () => {
  const isOld = async (at: string) =>
    (await database.as('backup', (db) => readBackupState(db, false, new Date(at)))).isOld
  await t.superuser.query(`update migrations set applied_at = '2020-11-20T10:00:00Z'`)
  expect(await isOld('2020-11-21T12:00:00Z')).toBe(false)
  expect(await isOld('2020-11-21T12:00:01Z')).toBe(true)
  await hour('2020-11-21T12:07:00Z')
  expect(await isOld('2020-11-22T14:07:00Z')).toBe(false)
  expect(await isOld('2020-11-22T14:07:01Z')).toBe(true)
})

test('backups count as on the data’s disk only with the embedded database', async () => {
  const target = { folder, keep: 14, dataDir: tmpdir(), isEmbedded: true }
  expect(await isOnDataDisk(target)).toBe(true)
  expect(await isOnDataDisk({ ...target, isEmbedded: false })).toBe(false)
  expect(await isOnDataDisk({ ...target, folder: '/proc' })).toBe(false)
  expect(await isOnDataDisk({ ...target, folder: join(folder, 'none') })).toBe(false)
})

const now = new Date('2026-11-21T10:15:00Z')
const before = (to = folder) =>
  bringUp(t.connection, async () => {
    await backUpBeforeMigrating(t.connection, { folder: to, keep: 14, dataDir: DATA_DIR, isEmbedded: false }, now)
  })
const forgetMigration = () => t.superuser.query(revertMigration)

test('data is backed up before it is migrated, and only then', async () => {
  expect(await before()).toEqual([])
  expect(readdirSync(folder)).toEqual([])
  await forgetMigration()
  expect(await before()).toEqual([REVERTED_MIGRATION])
  const [name] = readdirSync(folder)
  expect(name).toBe('stodpunkt-20261121T101500Z-fore-uppgradering.tar.zst')
  const { manifest } = await checkBackup(join(folder, String(name)))
  expect(manifest.migrations.some(({ name }) => name === REVERTED_MIGRATION)).toBe(false)
  expect(manifest.tables.find(({ name }) => name === 'stodpunkt.customers')?.rows).toBe(6)
})

test('a backup that fails stops the migration', async () => {
  await forgetMigration()
  writeFileSync(join(folder, 'file'), '')
  await expect(before(join(folder, 'file/inside'))).rejects.toMatchObject({
    name: 'StartError',
    message: expect.stringContaining(
      'Databasen ska uppgraderas, men säkerhetskopian före uppgraderingen gick inte att göra',
    ),
  })
  const { rows } = await t.superuser.query(`select from migrations where name = $1`, [REVERTED_MIGRATION])
  expect(rows).toEqual([])
})

test('an empty database is migrated without a backup', async () => {
  await forgetMigration()
  await t.superuser.query('truncate organizations, auth.users cascade')
  await before(join(folder, 'unused'))
  expect(existsSync(join(folder, 'unused'))).toBe(false)
})
