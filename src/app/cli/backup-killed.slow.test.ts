// A backup that is killed leaves a draft, which the next one removes; the draft of one that is being written stays.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { backupTasks } from '#backup/server/nightly.ts'
import { checkBackup } from '#db/backup/read-backup.ts'
import { openDatabase } from '#db/database.ts'
import { aDatabase, type TestDatabase } from '#db/testing/database.ts'
import { fillTwoOrganizations } from '#db/testing/two-organizations.ts'
import { openMailer } from '#lib/server/mail.ts'
import { until } from '#lib/testing/until.ts'

const root = join(import.meta.dirname, '../../..')

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

function backingUp(...args: string[]) {
  const { host, port, user, database } = t.connection
  const DATABASE_URL = `postgres://${user}@${encodeURIComponent(host)}:${port}/${database}`
  const env = { PATH: process.env.PATH ?? '', DATA_DIR: folder, BACKUP_DIR: folder, DATABASE_URL }
  const child = spawn(process.execPath, [join(root, 'bin/backup.ts'), ...args], { cwd: root, env, stdio: 'ignore' })
  return { child, ended: once(child, 'exit').then(([code]) => code as number | null) }
}

const drafts = () => readdirSync(folder).filter((name) => name.endsWith('.part'))

/** A backup that is in the middle of its rows, as a lock lets it go no further. */
async function aBackupUnderWay(...args: string[]) {
  await blocker.query('begin; lock table tickets in access exclusive mode')
  const started = backingUp(...args)
  await until(() => expect(drafts()).toHaveLength(1))
  await until(async () => {
    const { rowCount } = await blocker.query('select from pg_locks where not granted')
    expect(rowCount).toBeGreaterThan(0)
  })
  return started
}

const otherBackups = async () => {
  const { rowCount } = await blocker.query(
    `select from pg_stat_activity where datname = current_database() and query ilike 'copy%' and state = 'active'`,
  )
  return rowCount
}

async function killedUnderWay(...args: string[]) {
  const { child, ended } = await aBackupUnderWay(...args)
  child.kill('SIGKILL')
  await ended
  await blocker.query('rollback')
  await until(async () => expect(await otherBackups()).toBe(0))
  expect(drafts()).toHaveLength(1)
}

test('the next backup by hand removes what a killed one has left, whatever file that one was for', async () => {
  await killedUnderWay(join(folder, 'kopia.tar.zst'))
  expect(await backingUp().ended).toBe(0)
  expect(drafts()).toEqual([])
}, 60_000)

test('so does the nightly one', async () => {
  await killedUnderWay()
  const database = openDatabase({ ...t.connection, max: 2 })
  const place = { folder, keep: 14 }
  const warn = (_facts: object, text: string) => expect.unreachable(text)
  const mailer = openMailer({ smtpUrl: undefined, from: 'x', database, warn: () => undefined })
  const parts = { connection: t.connection, database, place, warn, mailer, appUrl: 'https://nordnat.se' }
  await backupTasks(parts)['nightly-backup']?.({})
  await database.close()
  expect(drafts()).toEqual([])
  expect(readdirSync(folder).filter((name) => name.endsWith('-natt.tar.zst'))).toHaveLength(1)
}, 60_000)

test('a backup that is being written, however slowly, keeps its draft and is whole in the end', async () => {
  const slow = join(folder, 'langsam.tar.zst')
  const { child, ended } = await aBackupUnderWay(slow)
  child.kill('SIGSTOP')
  await blocker.query('rollback')
  expect(await backingUp().ended).toBe(0)
  expect(drafts()).toHaveLength(1)
  child.kill('SIGCONT')
  expect(await ended).toBe(0)
  expect(drafts()).toEqual([])
  expect((await checkBackup(slow)).manifest.organizations).toHaveLength(2)
}, 60_000)
