// The report in docs/operations.md is the doctor's report after a first start.
import { chmodSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openKeys } from '#app/keys/key-check.ts'
import { readSettings } from '#app/server/settings.ts'
import { bringUp } from '#platform/database/bring-up.ts'
import { type Database, openDatabase } from '#platform/database/database.ts'
import { aDatabase, type TestDatabase } from '#platform/database/testing/database.ts'
import { aFolder } from '#platform/database/testing/embedded-server.ts'
import { databaseUrl } from '#tests/harness/scripts.ts'
import { openVaultKeys } from '../../keys/vault-key-file.ts'
import { describeChecks, examine } from './doctor.ts'

let t: TestDatabase
let database: Database
let folder: string
beforeEach(async () => {
  t = await aDatabase()
  database = openDatabase({ ...t.connection, max: 2 })
  folder = aFolder(0o700)
  chmodSync(folder, 0o700)
  const secrets = join(folder, 'secrets.json')
  await openKeys(database, secrets)
  await openVaultKeys(database, secrets)
  await bringUp(t.connection)
})
afterEach(async () => {
  await database.close()
  await t.drop()
})

/** Replaces the parts that differ between machines. */
const anywhere = (report: string) =>
  report
    .replaceAll(folder, '/srv/stodpunkt')
    .replace(/^. Disk: .* ledigt där (\S+ ligger\.).*/m, '✓ Disk: 74,7 GB ledigt där $1')
    .replace(/^. Anslutningar: \d+ av \d+ används; (.* upp till \d+\.).*/m, '✓ Anslutningar: 4 av 97 används; $1')
    .replace(/\d+(\.\d+)+/g, '1.2')

test('the documented report matches a first start without mail, key copy and backup', async () => {
  const documented = /```\n(✓ Node[^`]*)```/.exec(readFileSync('docs/operations.md', 'utf8'))?.[1] ?? ''
  const settings = readSettings({ DATABASE_URL: databaseUrl(t.connection), DATA_DIR: folder })
  const report = describeChecks(await examine(settings, { mayStart: false, now: new Date() }))
  expect(anywhere(report).split('\n')).toEqual(anywhere(documented).split('\n'))
})
