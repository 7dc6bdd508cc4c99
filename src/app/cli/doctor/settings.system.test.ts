// The doctor's report about settings, and about the files and folders that they name.
import { once } from 'node:events'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { settingNames } from '#app/server/settings.ts'
import { settingCases } from '#app/server/testing/setting-cases.ts'
import { bringUp } from '#platform/database/bring-up.ts'
import { aDatabase, type TestDatabase } from '#platform/database/testing/database.ts'
import { makeFolder, removeFolder } from '#platform/database/testing/folders.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import { databaseUrl, runScript } from '#tests/harness/scripts.ts'
import { describeChecks, examineEnvironment } from './doctor.ts'

let folder: string
beforeEach(() => {
  folder = makeFolder()
})
afterEach(() => removeFolder(folder))

/** The lines of the report about a title. */
async function reportOf(title: string, environment: Record<string, string>) {
  const given = { DATA_DIR: folder, PORT: '0', ...environment }
  const checks = await examineEnvironment(given, { mayStart: false, now: new Date('2026-11-21T10:00:00Z') })
  return describeChecks(checks.filter((check) => check.title === title))
}

test('every invalid setting is a line with ✗, and no other check is run', async () => {
  const bad = Object.fromEntries(settingNames.map((name) => [name, settingCases[name].bad[1] ?? '']))
  const { code, stdout, stderr } = await runScript('bin/doctor.ts', [], bad)
  expect({ code, stderr }).toEqual({ code: 1, stderr: '' })
  const lines = stdout.trimEnd().split('\n')
  expect(lines.slice(0, -1)).toEqual(
    settingNames.map((name) => expect.stringMatching(new RegExp(`^✗ ${name}: ska .+, som `))),
  )
  expect(lines.at(-1)).toBe('! Övrigt: Kontrolleras när inställningarna är rättade.')
})

test('what this machine lacks is reported beside invalid settings', async () => {
  const environment = { LOG_LEVEL: 'loud', HOST: '192.0.2.1' }
  expect(await reportOf('HOST', environment)).toContain('✗ HOST: datorn har inte adressen')
  expect(await reportOf('LOG_LEVEL', environment)).toContain('✗ LOG_LEVEL: ska vara')
})

test('a folder behind a link that cannot be resolved is wrong, with a reason', async () => {
  const loop = join(folder, 'runt')
  symlinkSync(loop, loop)
  expect(await reportOf('BACKUP_DIR', { BACKUP_DIR: loop })).toContain('länken leder tillbaka till sig själv')
  expect(await reportOf('DATA_DIR', { DATA_DIR: loop })).toBe(
    `✗ DATA_DIR: ${loop} går inte att använda: länken leder tillbaka till sig själv.\n`,
  )
})

test('a port in use by another program is wrong while the program is stopped', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const PORT = String((server.address() as AddressInfo).port)
  try {
    expect(await reportOf('PORT', { PORT })).toContain(`✗ PORT: ${PORT} är upptagen`)
    // The program itself may use it.
    expect(await reportOf('PORT', { PORT, DATABASE_URL: 'postgres://x@127.0.0.1:1/x' })).toBe('')
  } finally {
    server.close()
  }
})

test('a variable that is nearly a setting’s name is a warning', async () => {
  expect(await reportOf('SMTP_URI', { SMTP_URI: 'smtp://mejl.firma.se' })).toBe(
    '! SMTP_URI: Läses inte av Stödpunkt. Är det SMTP_URL som menas?\n',
  )
})

test('a missing key file beside data is wrong, also while the database is stopped', async () => {
  expect(await reportOf('Nyckelfil', {})).toBe(
    `! Nyckelfil: ${folder}/secrets.json finns inte än. Den skapas vid första starten.\n`,
  )
  mkdirSync(join(folder, 'postgres'))
  expect(await reportOf('Nyckelfil', {})).toBe(
    `✗ Nyckelfil: ${folder}/secrets.json saknas, men det finns data. Lägg tillbaka den från din kopia. Bara efter en återställning utan nycklar skapar starten en ny.\n`,
  )
})

test('a backup folder that is missing, a file or below a file is wrong', async () => {
  const file = join(folder, 'fil')
  writeFileSync(file, '')
  const missing = join(folder, '../finns-inte')
  expect(await reportOf('BACKUP_DIR', {})).toBe('')
  expect(await reportOf('BACKUP_DIR', { BACKUP_DIR: missing })).toContain(
    'finns inte, och inget kopieras. Montera disken, eller skapa mappen.',
  )
  expect(await reportOf('BACKUP_DIR', { BACKUP_DIR: file })).toBe(
    `✗ BACKUP_DIR: ${file} går inte att använda, och inget kopieras: det är en fil.\n`,
  )
  expect(await reportOf('BACKUP_DIR', { BACKUP_DIR: join(file, 'x') })).toMatch(
    /^✗ BACKUP_DIR: .*en del av sökvägen är en fil/,
  )
  for (const BACKUP_DIR of [folder, join(folder, 'backups')])
    expect(await reportOf('BACKUP_DIR', { BACKUP_DIR })).toBe(`✓ BACKUP_DIR: ${BACKUP_DIR}\n`)
})

test('a data folder that is a file, a key file that is a folder and a foreign address are wrong', async () => {
  const file = join(folder, 'fil')
  writeFileSync(file, '')
  expect(await reportOf('DATA_DIR', { DATA_DIR: file })).toBe(
    `✗ DATA_DIR: ${file} går inte att använda: det är en fil.\n`,
  )
  expect(await reportOf('SECRETS_FILE', { SECRETS_FILE: folder })).toMatch(/^✗ SECRETS_FILE: .*det är en mapp/)
  expect(await reportOf('HOST', { HOST: '192.0.2.1' })).toMatch(/^✗ HOST: datorn har inte adressen 192\.0\.2\.1/)
})

test('a sender address that mail servers reject is a warning', async () => {
  const SMTP_URL = 'smtp://127.0.0.1:1'
  expect(await reportOf('MAIL_FROM', { SMTP_URL })).toMatch(/^! MAIL_FROM: no-reply@localhost tar få mejlservrar emot/)
  expect(await reportOf('MAIL_FROM', { SMTP_URL, MAIL_FROM: 'support@firma.se' })).toBe('')
  expect(await reportOf('MAIL_FROM', {})).toBe('')
})

test('a SITE_ORG that is not an organization is wrong', async () => {
  const t: TestDatabase = await aDatabase()
  try {
    await bringUp(t.connection)
    const DATABASE_URL = databaseUrl(t.connection)
    const SITE_ORG = uuidv7()
    const refused = `✗ SITE_ORG: SITE_ORG ${SITE_ORG} är ingen organisation i databasen. Ta bort den`
    expect(await reportOf('SITE_ORG', { DATABASE_URL, SITE_ORG })).toBe(`${refused}.\n`)
    const other = uuidv7()
    await t.superuser.query(`insert into organizations (id, name) values ('${other}', 'Nordnät AB')`)
    expect(await reportOf('SITE_ORG', { DATABASE_URL, SITE_ORG })).toBe(
      `${refused}, eller ange ${other} (Nordnät AB).\n`,
    )
    expect(await reportOf('SITE_ORG', { DATABASE_URL, SITE_ORG: other })).toBe(
      '✓ SITE_ORG: Är en organisation i databasen.\n',
    )
    expect(await reportOf('SITE_ORG', { DATABASE_URL })).toBe('')
  } finally {
    await t.drop()
  }
})
