// Broken installations, each made for its test, and what the doctor says of them.
import { execFile } from 'node:child_process'
import { chmodSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { fingerprintOfAll, openKeys } from '#app/keys/key-check.ts'
import { openVaultKeys } from '#app/keys/vault-keys.ts'
import { readSettings } from '#app/server/settings.ts'
import { bringUp } from '#db/bring-up.ts'
import { type Database, openDatabase } from '#db/database.ts'
import { aDataFolder, aFolder, started } from '#db/embedded/test-support.ts'
import { prepareDatabase } from '#db/prepare.ts'
import { aDatabase, type TestDatabase } from '#db/testing/database.ts'
import { fillTwoOrganizations } from '#db/testing/two-organizations.ts'
import { uuidv7 } from '#db/uuid.ts'
import { aMailServer } from '#lib/server/testing/mail-server.ts'
import { describeChecks, examine } from './doctor.ts'
import { checkCalendar, checkDataFolder, checkNode, judgeRoom } from './machine.ts'
import { judgeClock, judgeConnections } from './database-server.ts'
import { checkAddress, checkMail } from './network.ts'

const now = new Date('2026-11-21T10:00:00Z')
let t: TestDatabase
let database: Database
let folder: string
let secretsFile: string

beforeEach(async () => {
  t = await aDatabase()
  database = openDatabase({ ...t.connection, max: 2 })
  folder = aFolder(0o711)
  secretsFile = join(folder, 'secrets.json')
})
afterEach(async () => {
  await database.close()
  await t.drop()
})

const urlOf = ({ connection: { host, port, user, database: name } }: TestDatabase) =>
  `postgres://${user}@${encodeURIComponent(host)}:${port}/${name}`
const settings = (more: Record<string, string> = {}) =>
  readSettings({ DATABASE_URL: urlOf(t), DATA_DIR: folder, APP_URL: 'https://x.se', TRUST_PROXY: '10.0.0.1', ...more })

/** What it says, by title; the room on this machine's disk is no part of it. */
async function say(more?: Record<string, string>) {
  const checks = await examine(settings(more), { mayStart: false, now })
  return Object.fromEntries(
    checks.filter(({ title }) => title !== 'Disk').map(({ title, state, words }) => [title, `${state}: ${words}`]),
  )
}
const query = (text: string) => t.superuser.query(text)
const install = async () => {
  await openKeys(database, secretsFile)
  await openVaultKeys(database, secretsFile)
  await bringUp(t.connection)
}

/** As when an administrator has said that the keys are kept somewhere else. */
const keepCopy = async () =>
  t.superuser.query(
    `with person as (insert into auth.users (id, email) values ($1, 'ada@x.se') returning id)
     insert into key_copies (fingerprint, confirmed_by) select $2, id from person`,
    [uuidv7(), await fingerprintOfAll(secretsFile)],
  )

test('a whole installation is fine but for what nobody has set up yet', async () => {
  await install()
  await query(
    `insert into backups (id, finished_at, kind, file, bytes) values ('${uuidv7()}', '2026-11-21 01:00Z', 'asked', 'x', 5000000)`,
  )
  expect(await say()).toMatchObject({
    'Kopia av nycklarna': `warning: Spara ${secretsFile} på ett annat ställe och bekräfta det under Inställningar.`,
  })
  await keepCopy()
  const mail = await aMailServer()
  const said = await say({ SMTP_URL: mail.url })
  await mail.stop()
  expect(Object.values(said).filter((words) => !words.startsWith('fine: '))).toEqual([])
  expect(said).toMatchObject({
    Backup: 'fine: Den senaste är från 2026-11-21T01:00Z (5 MB).',
    Nyckelfil: `fine: ${secretsFile} hör till databasen.`,
    Radskydd: 'fine: Påtvingat på alla tabeller; inga roller kringgår det.',
  })
  expect(mail.mails).toEqual([])
})

test('Node, disk, clock, calendar and connections are judged by limits', () => {
  const states = (...checks: { state: string }[]) => checks.map(({ state }) => state)
  expect(states(checkNode('24.0.0'), checkNode('22.9.0'))).toEqual(['fine', 'wrong'])
  expect(states(judgeRoom('/x', 5e9), judgeRoom('/x', 1e9), judgeRoom('/x', 1e8))).toEqual(['fine', 'warning', 'wrong'])
  expect(states(judgeClock(1), judgeClock(-10), judgeClock(60))).toEqual(['fine', 'warning', 'wrong'])
  expect(
    states(
      checkCalendar(),
      checkCalendar((moment) => moment.slice(11, 16)),
    ),
  ).toEqual(['fine', 'wrong'])
  const connections = [judgeConnections(30, 97), judgeConnections(90, 97), judgeConnections(1, 10)]
  expect(states(...connections)).toEqual(['fine', 'warning', 'wrong'])
})

test('a data folder that others may write to or read is told of, and one that is not there yet', () => {
  chmodSync(folder, 0o777)
  expect(checkDataFolder(folder)).toMatchObject({ state: 'wrong', words: expect.stringContaining('chmod go-w') })
  chmodSync(folder, 0o755)
  expect(checkDataFolder(folder)).toMatchObject({ state: 'warning', words: expect.stringContaining('chmod go-r') })
  chmodSync(folder, 0o700)
  expect(checkDataFolder(folder).state).toBe('fine')
  expect(checkDataFolder(join(folder, 'none')).state).toBe('warning')
})

test('an address that cannot lead here, and a proxy that is not believed, are told of', () => {
  const states = (environment: Record<string, string>) =>
    checkAddress(readSettings(environment)).map(({ title, state }) => `${title} ${state}`)
  expect(states({})).toEqual(['APP_URL fine', 'TRUST_PROXY fine'])
  expect(states({ APP_URL: 'https://x.se' })).toEqual(['APP_URL fine', 'TRUST_PROXY warning'])
  expect(states({ APP_URL: 'https://x.se', TRUST_PROXY: '10.0.0.1' })).toEqual(['APP_URL fine', 'TRUST_PROXY fine'])
  expect(states({ TRUST_PROXY: 'true' })).toEqual(['APP_URL fine', 'TRUST_PROXY warning'])
  expect(states({ APP_URL: 'http://x.se' })[0]).toBe('APP_URL warning')
  expect(states({ APP_URL: 'http://localhost:8080' })[0]).toBe('APP_URL warning')
  expect(states({ HOST: '0.0.0.0' })[0]).toBe('APP_URL warning')
  expect(states({ SMTP_URL: 'smtp://x.se' })[0]).toBe('APP_URL warning')
})

test('a mail server that is away is told of without its address and password', async () => {
  const check = await checkMail('smtp://person:hemligt@127.0.0.1:1')
  expect(check).toEqual({
    state: 'wrong',
    title: 'E-post',
    words: 'Det gick inte att nå e-postservern (ESOCKET). Kontrollera SMTP_URL och brandväggen.',
  })
  expect((await checkMail(undefined)).state).toBe('warning')
})

test('keys that others can read, are gone or belong elsewhere are told of', async () => {
  await install()
  chmodSync(secretsFile, 0o644)
  expect((await say()).Nyckelfil).toBe(
    `wrong: Nyckelfilen ${secretsFile} kan läsas av andra. Kör: chmod 600 ${secretsFile}`,
  )
  rmSync(secretsFile)
  expect((await say()).Nyckelfil).toBe(`wrong: ${secretsFile} saknas. Lägg tillbaka den från din kopia.`)
  const other = await aDatabase()
  const elsewhere = openDatabase({ ...other.connection, max: 1 })
  await openKeys(elsewhere, secretsFile)
  await elsewhere.close()
  await other.drop()
  expect((await say()).Nyckelfil).toContain('wrong: ')
  writeFileSync(secretsFile, '{"signingKeys": "hemligt"}', { mode: 0o600 })
  const { Nyckelfil } = await say()
  expect(Nyckelfil).toContain('är skadad')
  expect(Nyckelfil).not.toContain('hemligt')
})

test('A-85: a vault key that texts need and the file lacks is named', async () => {
  await install()
  const org = uuidv7()
  const customer = uuidv7()
  await query(`insert into organizations (id, name) values ('${org}', 'Nordnät AB')`)
  await query(`insert into customers (org_id, id, name) values ('${org}', '${customer}', 'Kund AB')`)
  const user = uuidv7()
  await query(`insert into auth.users (id, email, kind) values ('${user}', 'x@y.se', 'staff')`)
  await query(`insert into profiles (id, org_id, full_name) values ('${user}', '${org}', 'Anna')`)
  await query(`insert into vault_keys (id) values ('gone')`)
  await query(
    `insert into customer_credentials (org_id, customer_id, version, key_id, envelope, created_by) values ('${org}', '${customer}', 1, 'gone', 'x', '${user}')`,
  )
  const said = await say()
  expect(said['Teknisk information']).toContain('wrong: Nyckel gone saknas')
  expect(JSON.stringify(said)).not.toMatch(/x@y\.se|Anna|Kund AB/)
})

test('a schema that is older, newer or changed is told of, and what cannot be read is left alone', async () => {
  await install()
  await query(`update migrations set checksum = 'x' where name = '0001-actor.sql'`)
  expect((await say()).Schema).toContain('wrong: Migreringen 0001-actor.sql har ändrats')
  await query(`delete from migrations where name = '0001-actor.sql'`)
  const older = await say()
  expect(older.Schema).toBe('warning: 1 steg återstår. Starta om Stödpunkt: de körs då.')
  expect(older.Backup).toBeUndefined()
  await query(`insert into migrations (name, checksum) values ('9999-x.sql', 'x')`)
  expect((await say()).Schema).toContain('wrong: Databasen är nyare än programmet')
})

test('M-4: row security that somebody has turned off, and a table that a working role owns, are told of', async () => {
  await install()
  await query('alter table customers no force row level security')
  expect((await say()).Radskydd).toContain('wrong: Avslaget för customers.')
  await query('alter table customers owner to stodpunkt_app')
  expect((await say()).Radskydd).toContain('wrong: Databasrollen stodpunkt_app äger tabellen customers')
})

test('a changed collation version is reported', async () => {
  await install()
  await query(`update installation set value = '1' where fact = 'collation sv-SE-x-icu'`)
  expect((await say()).Sortering).toBe(
    'wrong: Servern sorterar annorlunda nu (sv-SE-x-icu). Starta om Stödpunkt: indexen byggs om då.',
  )
})

test('a sum that is not that of its rows is told of, and is counted anew as the words say', async () => {
  await install()
  const { ours } = await fillTwoOrganizations(t.superuser)
  await query('select recount_sums()')
  await query(`update open_time_sums set minutes = minutes + 1 where customer_id = '${ours.customer}'`)
  await query(`update ticket_counts set archived = 7 where org_id = '${ours.id}'`)
  const { Summor: words = '' } = await say()
  expect(words).toMatch(/^wrong: 2 stämmer inte/)
  await query(words.slice(words.indexOf('select')))
  expect((await say()).Summor).toBe('fine: Alla stämmer med sina rader.')
})

test('jobs that nobody works off, jobs that failed for good, and an old or failed backup are told of', async () => {
  await install()
  await database.as('auth', (db) =>
    db
      .selectNoFrom((eb) => eb.fn('jobs.enqueue', [eb.val('x'), eb.cast(eb.val('{}'), 'json'), eb.val(3)]).as('done'))
      .execute(),
  )
  await query(`update graphile_worker._private_jobs set run_at = now() - interval '2 hours'`)
  expect((await say()).Jobbkö).toContain('warning: 1 jobb väntar, det äldsta sedan 120 minuter.')
  await query(`update graphile_worker._private_jobs set attempts = max_attempts`)
  expect((await say()).Jobbkö).toContain('warning: 1 jobb har misslyckats för gott.')
  expect((await say()).Backup).toBe('warning: Ingen är gjord. Kör: npm run backup')
  const backup = (day: string, rest: string) =>
    query(
      `insert into backups (id, finished_at, kind, file, bytes, failure) values ('${uuidv7()}', '${day}', 'nightly', ${rest})`,
    )
  await backup('2026-11-10', `'x', 1, null`)
  expect((await say()).Backup).toContain('warning: Den senaste är från 2026-11-10')
  await backup('2026-11-20', `null, null, 'x'`)
  const checks = await examine(settings(), { mayStart: false, now })
  expect(describeChecks(checks)).toContain(
    '✗ Backup: Den senaste misslyckades 2026-11-20T00:00Z. Kör: npm run backup\n',
  )
})

test('an empty database, and one that is away, are told of', async () => {
  const empty = await aDatabase('template0')
  const said = await say({ DATABASE_URL: urlOf(empty) })
  await empty.drop()
  expect(said.Schema).toMatch(/^warning: \d+ steg återstår/)
  const away = await say({ DATABASE_URL: 'postgres://person:hemligt@127.0.0.1:1/x' })
  expect(away.Databas).toContain('wrong: Databasen går inte att nå:')
  expect(JSON.stringify(away)).not.toContain('hemligt')
})

const root = join(import.meta.dirname, '../../../..')
function run(args: string[], environment: Record<string, string>) {
  return new Promise<{ code: number; said: string; complaint: string }>((resolve) => {
    const env = { PATH: process.env.PATH ?? '', ...environment }
    execFile(process.execPath, [join(root, 'bin/doctor.ts'), ...args], { cwd: root, env }, (error, said, complaint) =>
      resolve({ code: Number(error?.code ?? 0), said, complaint }),
    )
  })
}

test('with the embedded database: beside the running server, while it is stopped, and started for the moment', async () => {
  const dataDir = await aDataFolder()
  const environment = { DATA_DIR: dataDir }
  const server = await started(dataDir)
  const { host, port } = server.connection
  const superuser = new pg.Client(server.connection)
  await superuser.connect()
  await prepareDatabase(superuser, { login: 'stodpunkt', database: 'stodpunkt' })
  await superuser.end()
  await bringUp({ host, port, user: 'stodpunkt', database: 'stodpunkt' })

  const beside = await run([], environment)
  expect(beside).toMatchObject({ code: 0, complaint: '', said: expect.stringContaining('✓ Radskydd: ') })
  await server.stop()
  const stopped = await run([], environment)
  expect(stopped).toMatchObject({ code: 0, said: expect.stringContaining('! Databas: Är stoppad') })
  expect(stopped.said).not.toContain('Radskydd')
  expect(await run(['--start'], environment)).toMatchObject({
    code: 0,
    complaint: '',
    said: expect.stringContaining('✓ Radskydd: '),
  })
})

test('the exit code is 1 when something is wrong; a bad setting and a bad word are told in one sentence', async () => {
  expect(inject('server').port).toBeGreaterThan(0)
  const broken = await run([], { DATA_DIR: folder, DATABASE_URL: 'postgres://x@127.0.0.1:1/x' })
  expect(broken).toMatchObject({ code: 1, complaint: '', said: expect.stringContaining('✗ Databas: ') })
  expect(await run(['--fix'], {})).toMatchObject({ code: 1, complaint: '\nKör: npm run doctor -- --start\n' })
  expect(await run([], { PORT: 'x' })).toMatchObject({ code: 1, complaint: expect.stringContaining('PORT: ska vara') })
})
