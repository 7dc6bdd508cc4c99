// A first start, and a restore, onto a disk with too little space.
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, type TestContext, test } from 'vitest'
import { writeBackup } from '#platform/backup/file/write-backup.ts'
import { aDatabase } from '#platform/database/testing/database.ts'
import { makeFolder, removeFolder } from '#platform/database/testing/folders.ts'
import { fillTwoOrganizations } from '#platform/database/testing/two-organizations.ts'
import { aSmallDisk, type SmallDisk } from '#shared/testing/small-disk.ts'
import { runScript } from '#tests/harness/scripts.ts'

let disk: SmallDisk
let folder: string

beforeEach(({ skip }: TestContext) => {
  const mounted = aSmallDisk('400m')
  if (!mounted) return skip('mounting a tmpfs needs root')
  disk = mounted
  folder = makeFolder()
})
afterEach(() => {
  disk?.remove()
  removeFolder(folder)
})

/** The file of a backup with `rows` of 4 kB that do not compress. */
async function aBackup(rows: number) {
  const t = await aDatabase()
  await fillTwoOrganizations(t.superuser)
  await t.superuser.query(`delete from installation where fact = 'keys'`)
  await t.superuser.query(
    `insert into audit_log (id, action, subject, detail)
       select gen_random_uuid(), 'x', 'x', to_jsonb(noise) from unnest($1::text[]) noise`,
    [Array.from({ length: rows }, () => randomBytes(3_000).toString('base64'))],
  )
  const path = join(folder, 'all.tar.zst')
  await writeBackup({ connection: t.connection, path, now: new Date() })
  await t.drop()
  return path
}

test.for([
  ['full when all rows are nearly there', 8000, 280],
  ['full before the server is there', 1, 370],
] as const)(
  'a restore onto a disk that is %s is refused with a message, and succeeds once there is room',
  async ([, rows, takenMegabytes]) => {
    const path = await aBackup(rows)
    const environment = { DATA_DIR: join(disk.folder, 'data'), PORT: '0', LOG_LEVEL: 'silent' }
    disk.fill(takenMegabytes * 1024 * 1024)
    const refused = await runScript('bin/restore.ts', [path, '--without-keys'], environment)
    expect(refused).toMatchObject({ code: 1, stdout: '' })
    expect(refused.stderr.trim()).toBe('Disken är full. Frigör plats där DATA_DIR eller databasen ligger och kör igen.')
    disk.clear()
    const done = await runScript('bin/restore.ts', [path, '--without-keys'], environment)
    expect(done).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('Återställt: ') })
  },
)

test.each([10, 30, 50])('a first start with %i MB left is refused with a message', async (megabytes) => {
  disk.fill((400 - megabytes) * 1024 * 1024)
  const environment = { DATA_DIR: join(disk.folder, 'data'), PORT: '0', LOG_LEVEL: 'silent' }
  expect(await runScript('src/app/main.ts', [], environment)).toEqual({
    code: 1,
    stdout: '',
    stderr: '\nDisken är full. Frigör plats där DATA_DIR eller databasen ligger och kör igen.\n',
  })
})
