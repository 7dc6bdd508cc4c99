// bin/stodpunkt as an operator runs it beside an installed service: from any folder, with any environment.
import { spawn } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bringUp } from '#platform/database/bring-up.ts'
import { aDatabase, type TestDatabase } from '#platform/database/testing/database.ts'
import { databaseUrl, type Environment, type Outcome, outcomeOf } from '#tests/harness/scripts.ts'

const stodpunkt = join(import.meta.dirname, '../../../bin/stodpunkt')

let t: TestDatabase
let folder: string
let settings: string
beforeAll(async () => {
  t = await aDatabase()
  await bringUp(t.connection)
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'stodpunkt-service-')))
  settings = join(folder, 'stodpunkt.env')
  const lines = [
    '# As the unit reads it',
    `DATABASE_URL="${databaseUrl(t.connection)}"`,
    `DATA_DIR=${join(folder, 'state')}`,
    'APP_URL=https://support.nordnat.se',
    'MAIL_FROM="Nordnät AB <support@nordnat.se>"',
  ]
  writeFileSync(settings, `${lines.join('\n')}\n`)
})
afterAll(async () => {
  await t.drop()
  rmSync(folder, { recursive: true, force: true })
})

const service = () => ({ STODPUNKT_SETTINGS: settings, STODPUNKT_USER: userInfo().username })

function run(args: string[], environment: Environment, cwd = folder): Promise<Outcome> {
  const child = spawn(stodpunkt, args, { cwd, env: { PATH: '/usr/bin:/bin', ...environment } })
  return outcomeOf(child)
}

test('the settings are the service’s, whatever the shell has set', async () => {
  const shell = { DATABASE_URL: 'postgres://x:y@127.0.0.1:1/z', APP_URL: 'https://elsewhere.se', PORT: 'none' }
  const made = await run(['org-create', 'Nordnät AB', 'anna@nordnat.se'], { ...service(), ...shell })
  expect(made).toMatchObject({ code: 0, stderr: '' })
  expect(made.stdout).toContain('https://support.nordnat.se/nytt-losenord#')
  const link = await run(['login-link', 'anna@nordnat.se'], service(), '/')
  expect(link.stdout).toContain('https://support.nordnat.se/nytt-losenord#')
})

test('a file path is relative to the folder where it was typed, and others cannot read the file', async () => {
  const here = join(folder, 'here')
  mkdirSync(here)
  expect(await run(['backup', 'kopia.tar.zst', '--without-keys'], service(), here)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining(`Säkerhetskopian är klar: ${join(here, 'kopia.tar.zst')}`),
  })
  expect(readdirSync(here)).toEqual(['kopia.tar.zst'])
  expect(statSync(join(here, 'kopia.tar.zst')).mode & 0o777).toBe(0o600)
})

test('messages name the command of the service, and the doctor examines the service', async () => {
  const { stdout } = await run(['doctor'], service())
  expect(stdout).toContain('✓ APP_URL: https://support.nordnat.se')
  expect(stdout).not.toContain('npm ')
  const refused = await run(['doctor', '--fix'], service())
  expect(refused).toMatchObject({ code: 1, stderr: '\nKör: stodpunkt doctor --start\n' })
})

test('the programs that choose the account are the system’s, even if a package has the same names', async () => {
  const program = join(folder, 'program')
  const [bin, packages] = [join(program, 'bin'), join(program, 'node_modules/.bin')]
  for (const path of [bin, packages]) mkdirSync(path, { recursive: true })
  copyFileSync(stodpunkt, join(bin, 'stodpunkt'))
  for (const name of ['env', 'id', 'setpriv'])
    writeFileSync(join(packages, name), `#!/bin/sh\ntouch ${program}/taken\n`, { mode: 0o755 })
  writeFileSync(join(packages, 'node'), '#!/bin/sh\necho "$PATH"\n', { mode: 0o755 })
  const { stdout } = await outcomeOf(spawn(join(bin, 'stodpunkt'), ['doctor'], { env: service() }))
  expect(stdout).toBe(`${packages}:/usr/bin:/bin\n`)
  expect(existsSync(join(program, 'taken'))).toBe(false)
})

test('without a command, or with an unknown one, it lists the commands', async () => {
  for (const args of [[], ['--help'], ['toString'], ['../start']]) {
    const { code, stderr } = await run(args, service())
    expect([args, code, stderr]).toEqual([args, 1, expect.stringMatching(/^\nKör ett av:\n {2}stodpunkt backup /)])
  }
})

test.skipIf(process.getuid?.() === 0)('settings that may not be read are named, with what to do', async () => {
  const closed = join(folder, 'closed.env')
  writeFileSync(closed, '')
  chmodSync(closed, 0)
  const { code, stderr } = await run(['doctor'], { ...service(), STODPUNKT_SETTINGS: closed })
  expect([code, stderr]).toEqual([1, expect.stringMatching(/går inte att läsa \(EACCES\)\. Kör som root \(sudo stod/)])
})

const isInstalledHere = existsSync('/etc/stodpunkt/stodpunkt.env')

test.skipIf(isInstalledHere)(
  'in a container, without a settings file, the settings come from the environment',
  async () => {
    const { code, stdout } = await run(['org-create', 'Sydnät AB'], { DATABASE_URL: databaseUrl(t.connection) })
    expect([code, stdout]).toEqual([0, expect.stringContaining('Organisationen Sydnät AB är skapad.')])
  },
)

test('a settings file that is named but missing is refused', async () => {
  const environment = { STODPUNKT_SETTINGS: join(folder, 'none.env'), DATABASE_URL: databaseUrl(t.connection) }
  for (const args of [['doctor'], ['restore', 'kopia.tar.zst', '--without-keys']]) {
    const { code, stderr } = await run(args, environment)
    expect([code, stderr]).toEqual([1, expect.stringContaining(`Det finns inga inställningar i ${folder}/none.env.`)])
  }
})

test('a command without settings beside an installed service says how to run it', async () => {
  const script = join(import.meta.dirname, '../../../bin/restore.ts')
  const environment = { PATH: '/usr/bin:/bin', STODPUNKT_SETTINGS: settings }
  const child = spawn(process.execPath, [script, 'kopia.tar.zst'], { cwd: folder, env: environment })
  const { code, stderr } = await outcomeOf(child)
  expect([code, stderr]).toEqual([1, expect.stringMatching(/är installerat som tjänst .*Kör: stodpunkt restore …/)])
  expect(existsSync(join(folder, 'data'))).toBe(false)
})
