import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeDataFolder } from '#platform/database/embedded/data-folder.ts'
import { StartError } from '#platform/database/start-error.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import { type Harness, startHarness } from '#tests/harness/harness.ts'
import { backupFolderProblem, refuseUnknownSite } from './check-settings.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.stop())

test('a SITE_ORG that is not an organization is named, with the existing ones', async () => {
  const org = await h.anOrganization('Nordnät AB')
  const refused = refuseUnknownSite(h.database, { SITE_ORG: uuidv7() })
  await expect(refused).rejects.toThrow(StartError)
  await expect(refused).rejects.toThrow(
    `är ingen organisation i databasen. Ta bort den, eller ange ${org.id} (Nordnät AB)`,
  )
  await refuseUnknownSite(h.database, { SITE_ORG: org.id })
  await refuseUnknownSite(h.database, { SITE_ORG: undefined })
})

test('a backup folder that is a file or missing is named; one is created only below DATA_DIR', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'stodpunkt-settings-'))
  const file = join(folder, 'fil')
  writeFileSync(file, '')
  const problem = (BACKUP_DIR: string) => backupFolderProblem({ BACKUP_DIR, DATA_DIR: join(folder, 'data') })
  expect(await problem(join(folder, 'data/ny/mapp'))).toBeUndefined()
  expect(await problem(folder)).toBeUndefined()
  expect(await problem(join(folder, 'usb/mapp'))).toMatch(
    /^BACKUP_DIR \S+ går inte att använda: den finns inte\. Är disken monterad\? Utanför DATA_DIR skapas ingen mapp\. Inga/,
  )
  expect(readdirSync(folder).sort()).toEqual(['data', 'fil'])
  expect(await problem(file)).toMatch(/^BACKUP_DIR \S+ går inte att använda: det är en fil\. Inga säkerhetskopior görs/)
  expect(await problem(join(file, 'x'))).toMatch(/går inte att använda: en del av sökvägen är en fil\./)
})

test('a data folder that cannot be created is refused in Swedish at once', ({ skip }) => {
  if (process.platform !== 'linux') return skip('/proc is of Linux')
  expect(() => makeDataFolder('/proc/finns/inte')).toThrow(
    new StartError('Datakatalogen /proc/finns/inte (DATA_DIR) går inte att använda: den går inte att skapa där'),
  )
})
