import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeDataFolder } from '#db/embedded/data-folder.ts'
import { StartError } from '#db/start-error.ts'
import { uuidv7 } from '#db/uuid.ts'
import { type Harness, startHarness } from '#tests/harness/harness.ts'
import { backupFolderProblem, refuseUnknownSite } from './check-settings.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.stop())

test('SITE_ORG that is no organization is named, with those that there are', async () => {
  const org = await h.anOrganization('Nordnät AB')
  const refused = refuseUnknownSite(h.database, { SITE_ORG: uuidv7() })
  await expect(refused).rejects.toThrow(StartError)
  await expect(refused).rejects.toThrow(
    `är ingen organisation i databasen. Ta bort den, eller ange ${org.id} (Nordnät AB)`,
  )
  await refuseUnknownSite(h.database, { SITE_ORG: org.id })
  await refuseUnknownSite(h.database, { SITE_ORG: undefined })
})

test('a folder of backups that is a file, below a file or below /proc is named, and a new one is made', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'stodpunkt-settings-'))
  const file = join(folder, 'fil')
  writeFileSync(file, '')
  const told = (BACKUP_DIR: string) => backupFolderProblem({ BACKUP_DIR })
  expect(await told(join(folder, 'ny/mapp'))).toBeUndefined()
  expect(await told(file)).toMatch(/^BACKUP_DIR \S+ går inte att använda: det är en fil\. Inga säkerhetskopior görs/)
  expect(await told(join(file, 'x'))).toMatch(/går inte att använda: det är en fil\./)
  if (process.platform === 'linux')
    expect(await told('/proc/finns/inte')).toMatch(/går inte att använda: den går inte att skapa där\./)
})

test('a data folder where none can be made is refused in Swedish at once', ({ skip }) => {
  if (process.platform !== 'linux') return skip('/proc is of Linux')
  expect(() => makeDataFolder('/proc/finns/inte')).toThrow(
    new StartError('Datakatalogen /proc/finns/inte (DATA_DIR) går inte att använda: den går inte att skapa där'),
  )
})
