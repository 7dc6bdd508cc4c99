import { tmpdir } from 'node:os'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { BackupTarget } from '#platform/backup/server/make-backup.ts'
import { type Database, openDatabase } from '#platform/database/database.ts'
import { aDatabase, type TestDatabase } from '#platform/database/testing/database.ts'
import { checkBackup } from './backups.ts'

const INSTALLED = '2026-11-20T10:00:00Z'
const soon = new Date('2026-11-20T12:00:00Z')
const later = new Date('2026-11-21T12:30:00Z')
const elsewhere: BackupTarget = { folder: tmpdir(), keep: 3, dataDir: tmpdir(), isEmbedded: false }

let t: TestDatabase
let database: Database
beforeEach(async () => {
  t = await aDatabase()
  await t.superuser.query('update migrations set applied_at = $1', [INSTALLED])
  database = openDatabase({ ...t.connection, max: 1 })
})
afterEach(async () => {
  await database.close()
  await t.drop()
})

const reportOf = async (target: BackupTarget | undefined, now: Date) =>
  (await checkBackup(database, target, now)).map(({ state, title, message }) => `${state} ${title}: ${message}`)
const noneMade = 'warning Säkerhetskopia: Ingen är gjord. Kör: npm run backup'

test('warns that there are no nightly backups', async () => {
  expect(await reportOf(undefined, soon)).toEqual([
    'warning Nattlig säkerhetskopia: BACKUP_DIR saknas: inget kopieras av sig självt. Ange en mapp på en annan disk.',
    noneMade,
  ])
})

test('a new installation is not warned of missing backups until after 26 hours', async () => {
  const nightly = `fine Nattlig säkerhetskopia: ${tmpdir()}`
  expect(await reportOf(elsewhere, soon)).toEqual([nightly, 'fine Säkerhetskopia: Den första görs i natt.'])
  expect(await reportOf(elsewhere, later)).toEqual([nightly, noneMade])
  await t.superuser.query(
    `insert into backups (id, kind, finished_at, file, bytes) values (gen_random_uuid(), 'nightly', $1, 'x', 1000000)`,
    [INSTALLED],
  )
  expect((await reportOf(elsewhere, soon)).at(-1)).toBe(
    'fine Säkerhetskopia: Den senaste är från 2026-11-20 11:00 (1 MB).',
  )
  expect((await reportOf(elsewhere, later)).at(-1)).toBe(
    'warning Säkerhetskopia: Den senaste är från 2026-11-20 11:00 (1 MB), äldre än 26 timmar. Kör: npm run backup',
  )
  expect((await reportOf(undefined, soon))[0]).toBe('fine Nattlig säkerhetskopia: Görs på en annan maskin.')
})

test('warns of a folder on the disk of the database, and announces no backup in an unwritable one', async () => {
  const [beside] = await reportOf({ ...elsewhere, isEmbedded: true }, soon)
  expect(beside).toContain(`warning Nattlig säkerhetskopia: ${tmpdir()} ligger på samma disk som databasen`)
  // The reason why the folder is unwritable is reported once, as BACKUP_DIR.
  for (const folder of ['/stodpunkt-finns-inte', '/dev/null'])
    for (const isEmbedded of [true, false])
      expect(await reportOf({ ...elsewhere, folder, isEmbedded }, soon)).toEqual([noneMade])
})

test('a failed backup is reported with the reason', async () => {
  await t.superuser.query(
    `insert into backups (id, kind, finished_at, failure) values (gen_random_uuid(), 'nightly', $1, 'Disken är full.')`,
    [INSTALLED],
  )
  expect(await reportOf(elsewhere, soon)).toContain(
    'wrong Säkerhetskopia: Den senaste misslyckades 2026-11-20 11:00: Disken är full. Kör: npm run backup',
  )
})

test('too little free space for the retained backups is reported', async () => {
  await t.superuser.query(
    `insert into backups (id, kind, finished_at, file, bytes) values (gen_random_uuid(), 'nightly', $1, 'x', 1000000)`,
    [INSTALLED],
  )
  expect(await reportOf(elsewhere, soon)).toHaveLength(2)
  await t.superuser.query('update backups set bytes = 2^50')
  expect((await reportOf(elsewhere, soon))[1]).toContain('warning Plats för säkerhetskopior: 3 kopior tar ungefär ')
  expect(await reportOf(undefined, soon)).toHaveLength(2)
})
