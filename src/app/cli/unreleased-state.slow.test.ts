// A database in a state between two releases, and a backup of it: each command refuses it with the same text, which
// says what to do.
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isEmpty } from '#platform/backup/file/testing/contents.ts'
import { writeBackup } from '#platform/backup/file/write-backup.ts'
import { aDatabase, type TestDatabase } from '#platform/database/testing/database.ts'
import { makeFolder, removeFolder } from '#platform/database/testing/folders.ts'
import { aPreparedDatabase } from '#tests/harness/prepared-databases.ts'
import { databaseUrl, runScript } from '#tests/harness/scripts.ts'

let folder: string
let t: TestDatabase
beforeAll(async () => {
  folder = makeFolder()
  t = await aDatabase()
  await t.superuser.query(`insert into migrations (name, checksum) values ('0018-public-facts.sql', 'x')`)
})
afterAll(async () => {
  await t.drop()
  removeFolder(folder)
})

const environment = (connection: Parameters<typeof databaseUrl>[0]) => ({
  DATABASE_URL: databaseUrl(connection),
  DATABASE_ADMIN_URL: databaseUrl({ ...connection, user: 'postgres', database: 'postgres' }),
  DATA_DIR: join(folder, 'data'),
  PORT: '0',
  LOG_LEVEL: 'silent',
})
const UNRELEASED =
  'är från en version som inte har getts ut: den har steget 0018-public-facts.sql i en lydelse som varken 1.0.0 eller den här versionen har.'

test.each([
  ['the start', 'src/app/main.ts', []],
  ['db:prepare', 'bin/db-prepare.ts', []],
  ['an operator’s command', 'bin/login-link.ts', ['anna@nordnat.se']],
])('%s refuses the database', async (_what, script, args) => {
  const { code, stderr } = await runScript(script, args, environment(t.connection))
  expect(code).toBe(1)
  expect(stderr).toContain(`Databasen ${UNRELEASED} Den kan inte uppgraderas. Inget är ändrat.`)
  expect(stderr).toContain('återställ en säkerhetskopia från en utgiven version till en tom databas')
})

test('the doctor reports it, and skips what it cannot read', async () => {
  const { code, stdout } = await runScript('bin/doctor.ts', [], environment(t.connection))
  expect(code).toBe(1)
  expect(stdout).toContain(`✗ Schema: Databasen ${UNRELEASED}`)
})

test('restore refuses a backup made in such a state, and leaves its target empty', async () => {
  const path = join(folder, 'between.tar.zst')
  await writeBackup({ connection: t.connection, path, now: new Date() })
  const { connection, drop } = await aPreparedDatabase()
  const { code, stderr } = await runScript('bin/restore.ts', [path, '--without-keys'], environment(connection))
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(`Säkerhetskopian ${UNRELEASED}`) })
  expect(stderr).toContain('Återställ den med programmet som gjorde den')
  expect(await isEmpty(connection)).toBe(true)
  await drop()
})
