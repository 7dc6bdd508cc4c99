// A disk that is too small for a backup crashes neither the program nor the command, and is reported in plain text.
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, type TestContext, test } from 'vitest'
import { aDatabase, type TestDatabase } from '#platform/database/testing/database.ts'
import { fillTwoOrganizations } from '#platform/database/testing/two-organizations.ts'
import { deleteQueuedJobs, queuedJobs } from '#platform/jobs/testing/queued-jobs.ts'
import { aSmallDisk, type SmallDisk } from '#shared/testing/small-disk.ts'
import { databaseUrl, runScript } from '#tests/harness/scripts.ts'
import { writeBackup } from '../file/write-backup.ts'

const AT = '2020-11-21T01:07:00Z'
let t: TestDatabase
let disk: SmallDisk | undefined

beforeEach(async ({ skip }: TestContext) => {
  disk = aSmallDisk('2m')
  if (!disk) return skip('mounting a tmpfs needs root')
  t = await aDatabase()
  await fillTwoOrganizations(t.superuser)
  await t.superuser.query(`delete from backups; delete from backup_nights; ${deleteQueuedJobs}`)
  await fillWithNoise()
})
afterEach(async () => {
  if (!disk) return
  disk.remove()
  await t.drop()
})

/** More than fits on the disk, as random text does not compress. */
const fillWithNoise = () =>
  t.superuser.query(
    `insert into audit_log (id, action, subject, detail)
       select gen_random_uuid(), 'x', 'x', to_jsonb(noise) from unnest($1::text[]) noise`,
    [Array.from({ length: 2_000 }, () => randomBytes(3_000).toString('base64'))],
  )

const folderOf = () => disk?.folder ?? ''

test('a backup for which the disk is too small is refused with the reason, and leaves no draft', async () => {
  const path = join(folderOf(), 'x.backup')
  await expect(writeBackup({ connection: t.connection, path, now: new Date(AT) })).rejects.toMatchObject({
    code: 'ENOSPC',
  })
  expect(readdirSync(folderOf())).toEqual([])
})

test('a nightly backup that fails on a full disk is recorded and mailed, and its process continues', async () => {
  const { host, port, user, database } = t.connection
  const options = { connection: { host, port, user, database }, folder: folderOf(), at: AT }
  const file = fileURLToPath(new URL('./nightly-process.fixture.ts', import.meta.url))
  const child = spawn(process.execPath, [file, JSON.stringify(options)], { stdio: 'inherit' })
  expect(await once(child, 'exit')).toEqual([0, null])
  const { rows: records } = await t.superuser.query('select kind, failure from backups')
  expect(records).toEqual([{ kind: 'nightly', failure: 'Disken är full.' }])
  const { rows: jobs } = await t.superuser.query(
    `select count(*)::int as jobs from ${queuedJobs} where task = 'backup-failed-mail'`,
  )
  expect(jobs).toEqual([{ jobs: 1 }])
  expect(readdirSync(folderOf())).toEqual([])
})

test('the command reports a full disk in plain text and exits with 1', async () => {
  const path = join(folderOf(), 'x.backup')
  const environment = { DATABASE_URL: databaseUrl(t.connection), DATA_DIR: join(folderOf(), 'data') }
  const { code, stderr } = await runScript('bin/backup.ts', ['--without-keys', path], environment)
  expect(code).toBe(1)
  expect(stderr.trim()).toBe(`Säkerhetskopian gick inte att göra i ${path}: Disken är full.`)
  expect(readdirSync(folderOf())).toEqual([])
})
