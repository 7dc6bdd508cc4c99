import { once } from 'node:events'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { makeFolder, removeFolder } from '#db/testing/folders.ts'
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

/** What a start says about settings, a line each. */
const told = (environment: Record<string, string>) =>
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

test('what this machine has is taken, and nothing is made', async () => {
  mkdirSync(join(folder, 'keys'))
  expect(
    await told({ SECRETS_FILE: join(folder, 'keys/ny/secrets.json'), METRICS_PORT: '0', HOST: 'localhost' }),
  ).toEqual([])
  expect(await told({ SECRETS_FILE: file })).toEqual([])
  expect(existsSync(join(folder, 'data'))).toBe(false)
  expect(existsSync(join(folder, 'keys/ny'))).toBe(false)
})

test('a data folder that is a file or below one is named, where it is used', async () => {
  for (const DATA_DIR of [file, join(file, 'data')])
    expect(await told({ DATA_DIR })).toEqual([
      `  DATA_DIR: ${DATA_DIR} går inte att använda (det är en fil): ska vara en mapp att skriva i, som /var/lib/stodpunkt`,
    ])
  const DATABASE_URL = 'postgres://x@127.0.0.1/x'
  expect(await told({ DATA_DIR: file, DATABASE_URL })).toHaveLength(1)
  expect(await told({ DATA_DIR: file, DATABASE_URL, SECRETS_FILE: join(folder, 'secrets.json') })).toEqual([])
})

test('a key file that is a folder, or in a folder that cannot be, is named', async () => {
  expect(await told({ SECRETS_FILE: folder })).toEqual([
    `  SECRETS_FILE: ${folder} går inte att använda (det är en mapp): ska vara en fil i en mapp att skriva i, som /etc/stodpunkt/secrets.json`,
  ])
  expect(await told({ SECRETS_FILE: join(file, 'secrets.json') })).toEqual([
    expect.stringContaining('(det är en fil): ska vara en fil i en mapp att skriva i'),
  ])
})

test('ports that are taken and addresses of other machines are named', async () => {
  const port = await aTakenPort()
  // RFC 5737: addresses for documentation belong to no machine.
  const elsewhere = '192.0.2.1'
  expect(await told({ PORT: port })).toEqual([
    `  PORT: ${port} är upptagen: stäng det andra programmet, eller välj en annan port, som 3000`,
  ])
  expect(await told({ METRICS_PORT: port })).toEqual([expect.stringContaining(`METRICS_PORT: ${port} är upptagen`)])
  expect(await told({ METRICS_PORT: '0', HOST: elsewhere, METRICS_HOST: 'ingen.firma.invalid' })).toEqual([
    '  HOST: datorn har inte adressen 192.0.2.1: ange en som den har, som 127.0.0.1',
    '  METRICS_HOST: datorn har inte adressen ingen.firma.invalid: ange en som den har, som 127.0.0.1',
  ])
})

test('a start names all at once, starts no database and makes no folder', async () => {
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
