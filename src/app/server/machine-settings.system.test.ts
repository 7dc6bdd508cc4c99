import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { makeFolder, removeFolder } from '#platform/database/testing/folders.ts'
import { runScript } from '#tests/harness/scripts.ts'
import { readStartSettings } from './machine-settings.ts'

let folder: string
let file: string
beforeEach(() => {
  folder = makeFolder()
  file = join(folder, 'fil')
  writeFileSync(file, '')
})
afterEach(() => removeFolder(folder))

/** The problems that a start reports about settings, one line each. */
const problemsOf = (environment: Record<string, string>) =>
  readStartSettings({ PORT: '0', DATA_DIR: join(folder, 'data'), ...environment }).then(
    () => [],
    ({ message }: Error) => message.split('\n').slice(1),
  )

async function aTakenPort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return String((server.address() as { port: number }).port)
}

test('settings that this machine can satisfy are accepted, and nothing is created', async () => {
  mkdirSync(join(folder, 'keys'))
  expect(
    await problemsOf({ SECRETS_FILE: join(folder, 'keys/ny/secrets.json'), METRICS_PORT: '0', HOST: 'localhost' }),
  ).toEqual([])
  expect(await problemsOf({ SECRETS_FILE: file })).toEqual([])
  expect(existsSync(join(folder, 'data'))).toBe(false)
  expect(existsSync(join(folder, 'keys/ny'))).toBe(false)
})

test('a data folder that is a file or below one is named if it is used', async () => {
  const reasons = { [file]: 'det är en fil', [join(file, 'data')]: 'en del av sökvägen är en fil' }
  for (const [DATA_DIR, reason] of Object.entries(reasons))
    expect(await problemsOf({ DATA_DIR })).toEqual([
      `  DATA_DIR: ${DATA_DIR} går inte att använda (${reason}): ska vara en mapp att skriva i, som /var/lib/stodpunkt`,
    ])
  const DATABASE_URL = 'postgres://x@127.0.0.1/x'
  expect(await problemsOf({ DATA_DIR: file, DATABASE_URL })).toHaveLength(1)
  expect(await problemsOf({ DATA_DIR: file, DATABASE_URL, SECRETS_FILE: join(folder, 'secrets.json') })).toEqual([])
})

test('a key file that is a folder, or in a folder that cannot exist, is named', async () => {
  expect(await problemsOf({ SECRETS_FILE: folder })).toEqual([
    `  SECRETS_FILE: ${folder} går inte att använda (det är en mapp): ska vara en fil i en mapp att skriva i, som /etc/stodpunkt/secrets.json`,
  ])
  expect(await problemsOf({ SECRETS_FILE: join(file, 'secrets.json') })).toEqual([
    expect.stringContaining('(en del av sökvägen är en fil): ska vara en fil i en mapp att skriva i'),
  ])
})

test('broken links, too long names and special files are named before anything is created', async () => {
  const [loop, loose] = [join(folder, 'runt'), join(folder, 'lös')]
  symlinkSync(loop, loop)
  symlinkSync(join(folder, 'finns-inte'), loose)
  const reasons = {
    [loop]: 'länken leder tillbaka',
    [loose]: 'en länk till något',
    [`/${'x'.repeat(300)}`]: 'för långt',
  }
  for (const [path, reason] of Object.entries(reasons)) {
    for (const DATA_DIR of [path, join(path, 'data')])
      expect(await problemsOf({ DATA_DIR })).toEqual([expect.stringMatching(new RegExp(`DATA_DIR: .*${reason}`))])
    expect(await problemsOf({ SECRETS_FILE: path })).toEqual([
      expect.stringMatching(new RegExp(`SECRETS_FILE: .*${reason}`)),
    ])
  }
  expect(await problemsOf({ SECRETS_FILE: '/dev/null' })).toEqual([expect.stringContaining('ingen vanlig fil')])
})

test.skipIf(process.getuid?.() !== 0)('a folder that the account may not enter is named', async () => {
  const closed = join(folder, 'stängd')
  mkdirSync(closed, { mode: 0o700 })
  chmodSync(folder, 0o755)
  const reason = 'en mapp på vägen dit får inte öppnas'
  process.seteuid?.(65534)
  try {
    expect(await problemsOf({ DATA_DIR: join(closed, 'data') })).toEqual([expect.stringContaining(`(${reason})`)])
    expect(await problemsOf({ DATA_DIR: '/tmp', SECRETS_FILE: join(closed, 'secrets.json') })).toEqual([
      expect.stringContaining(`(${reason})`),
    ])
  } finally {
    process.seteuid?.(0)
  }
})

test('a password that is too weak is named before a database is created', async () => {
  const weak = { ADMIN_EMAIL: 'anna@firma.se', ADMIN_PASSWORD: 'Password1', ORG_NAME: 'Åkes El AB' }
  expect(await problemsOf(weak)).toEqual(['  ADMIN_PASSWORD: Lösenordet är för vanligt. Välj ett annat.'])
  expect(await problemsOf({ ADMIN_EMAIL: 'anna@firma.se', ADMIN_PASSWORD: 'kort7', PASSWORD_MIN_LENGTH: '9' })).toEqual(
    ['  ADMIN_PASSWORD: Lösenordet måste vara minst 9 tecken'],
  )
  expect(
    await problemsOf({ ADMIN_EMAIL: 'anna@firma.se', ADMIN_PASSWORD: 'åkes el ab', ORG_NAME: 'Åkes El AB' }),
  ).toEqual([expect.stringContaining('nästan bara ett namn')])
  // With a database there may be logins; then the password is not used and stops nothing.
  mkdirSync(join(folder, 'data/postgres'), { recursive: true })
  expect(await problemsOf(weak)).toEqual([])
})

test('hosts are named beside invalid ports, and the key file beside an invalid data folder', async () => {
  const hosts = { HOST: '192.0.2.1', METRICS_HOST: '192.0.2.1' }
  const environment = { PORT: 'x', METRICS_PORT: 'y', DATA_DIR: file, SECRETS_FILE: folder, ...hosts }
  const lines = await problemsOf(environment)
  expect(lines.map((line) => line.trim().split(':')[0])).toEqual([
    ...['PORT', 'HOST', 'DATA_DIR', 'METRICS_PORT', 'METRICS_HOST', 'SECRETS_FILE'],
  ])
})

test('ports in use and addresses of other machines are named', async () => {
  const port = await aTakenPort()
  // RFC 5737: an address for documentation, which no machine has.
  const elsewhere = '192.0.2.1'
  expect(await problemsOf({ PORT: port })).toEqual([
    `  PORT: ${port} är upptagen: stäng det andra programmet, eller välj en annan port, som 3000`,
  ])
  expect(await problemsOf({ METRICS_PORT: port })).toEqual([
    expect.stringContaining(`METRICS_PORT: ${port} är upptagen`),
  ])
  expect(await problemsOf({ METRICS_PORT: '0', HOST: elsewhere, METRICS_HOST: 'ingen.firma.invalid' })).toEqual([
    '  HOST: datorn har inte adressen 192.0.2.1: ange en som den har, som 127.0.0.1',
    '  METRICS_HOST: datorn har inte adressen ingen.firma.invalid: ange en som den har, som 127.0.0.1',
  ])
})

test('a start names all problems at once, starts no database and creates no folder', async () => {
  const dataDir = join(folder, 'data')
  const { code, stdout, stderr } = await runScript('src/app/main.ts', [], {
    DATA_DIR: dataDir,
    PORT: await aTakenPort(),
    SECRETS_FILE: folder,
    TRUST_PROXY: 'proxy.firma.se',
    SMTP_URL: 'smtp://firma.se/inkorg',
    BACKUP_DIR: '~/kopior',
    ADMIN_EMAIL: 'anna@firma.se',
  })
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  const named = stderr.matchAll(/^ {2}(\w+): /gm)
  expect([...named].map(([, name]) => name)).toEqual([
    ...['PORT', 'ADMIN_PASSWORD', 'SMTP_URL', 'TRUST_PROXY', 'SECRETS_FILE', 'BACKUP_DIR'],
  ])
  expect(existsSync(dataDir)).toBe(false)
})
