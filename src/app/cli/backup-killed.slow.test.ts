// A killed backup leaves a temporary file, which the next backup removes, but not that of a backup in progress.
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkBackup } from '#platform/backup/file/read-backup.ts'
import { backupTasks } from '#platform/backup/server/nightly.ts'
import { openDatabase } from '#platform/database/database.ts'
import { aDatabase, type TestDatabase } from '#platform/database/testing/database.ts'
import { fillTwoOrganizations } from '#platform/database/testing/two-organizations.ts'
import { openMailer } from '#platform/mail/mail.ts'
import { threadsOfTests } from '#platform/mail/testing/mail-threads.ts'
import { until } from '#shared/testing/until.ts'
import { databaseUrl, outcomeOf, startScript } from '#tests/harness/scripts.ts'

let t: TestDatabase
let folder: string
let blocker: pg.Client
beforeEach(async () => {
  t = await aDatabase()
  await fillTwoOrganizations(t.superuser)
  folder = mkdtempSync(join(tmpdir(), 'stodpunkt-drafts-'))
  chmodSync(folder, 0o711)
  blocker = new pg.Client({ ...t.connection, user: 'postgres', options: '-c search_path=stodpunkt' })
  await blocker.connect()
})
afterEach(async () => {
  await blocker.end()
  await t.drop()
  rmSync(folder, { recursive: true, force: true })
})

function startBackup(...args: string[]) {
  const environment = { DATA_DIR: folder, BACKUP_DIR: folder, DATABASE_URL: databaseUrl(t.connection) }
  const child = startScript('bin/backup.ts', args, environment)
  return { child, ended: outcomeOf(child).then(({ code }) => code) }
}

const temporaryFiles = () => readdirSync(folder).filter((name) => name.endsWith('.part'))

/** A backup that has begun to read its rows, stopped there by a table lock. */
async function aBlockedBackup(...args: string[]) {
  await blocker.query('begin; lock table tickets in access exclusive mode')
  const started = startBackup(...args)
  await until(() => expect(temporaryFiles()).toHaveLength(1))
  await until(async () => {
    const { rowCount } = await blocker.query('select from pg_locks where not granted')
    expect(rowCount).toBeGreaterThan(0)
  })
  return started
}

const countRunningBackups = async () => {
  const { rowCount } = await blocker.query(
    `select from pg_stat_activity where datname = current_database() and query ilike 'copy%' and state = 'active'`,
  )
  return rowCount
}

async function killBlockedBackup(...args: string[]) {
  const { child, ended } = await aBlockedBackup(...args)
  child.kill('SIGKILL')
  await ended
  await blocker.query('rollback')
  await until(async () => expect(await countRunningBackups()).toBe(0))
  expect(temporaryFiles()).toHaveLength(1)
}

test('the next manual backup removes the temporary file of a killed one, whatever its target', async () => {
  await killBlockedBackup(join(folder, 'kopia.tar.zst'))
  expect(await startBackup().ended).toBe(0)
  expect(temporaryFiles()).toEqual([])
})

test('the nightly backup removes it too', async () => {
  await killBlockedBackup()
  const database = openDatabase({ ...t.connection, max: 2 })
  const target = { folder, keep: 14, dataDir: folder, isEmbedded: false }
  const warn = (_facts: object, text: string) => expect.unreachable(text)
  const mailer = openMailer({ smtpUrl: undefined, from: 'x', database, threads: threadsOfTests, warn: () => undefined })
  const parts = { connection: t.connection, database, target, warn, mailer, appUrl: 'https://nordnat.se' }
  await backupTasks(parts)['nightly-backup']?.({})
  await database.close()
  expect(temporaryFiles()).toEqual([])
  expect(readdirSync(folder).filter((name) => name.endsWith('-natt.tar.zst'))).toHaveLength(1)
})

test('a slow backup in progress retains its temporary file and completes', async () => {
  const slow = join(folder, 'langsam.tar.zst')
  const { child, ended } = await aBlockedBackup(slow)
  child.kill('SIGSTOP')
  await blocker.query('rollback')
  expect(await startBackup().ended).toBe(0)
  expect(temporaryFiles()).toHaveLength(1)
  child.kill('SIGCONT')
  expect(await ended).toBe(0)
  expect(temporaryFiles()).toEqual([])
  expect((await checkBackup(slow)).manifest.organizations).toHaveLength(2)
})
