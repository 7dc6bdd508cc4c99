// What the doctor reports about broken installations.
import { chmodSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { fingerprintOfAll, openKeys } from '#app/keys/key-check.ts'
import { createSecrets } from '#app/keys/secrets-file.ts'
import { readSettings } from '#app/server/settings.ts'
import { aScannerServer, judge } from '#features/files/testing/scanner-server.ts'
import { bringUp } from '#platform/database/bring-up.ts'
import { type Database, openDatabase } from '#platform/database/database.ts'
import { aDatabase, type TestDatabase } from '#platform/database/testing/database.ts'
import { aDataFolder, aFolder } from '#platform/database/testing/embedded-server.ts'
import { fillTwoOrganizations } from '#platform/database/testing/two-organizations.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import { aMailServer } from '#platform/mail/testing/mail-server.ts'
import { aMigratedServer } from '#tests/harness/prepared-databases.ts'
import { databaseUrl, type Environment, runScript } from '#tests/harness/scripts.ts'
import { openVaultKeys } from '../../keys/vault-key-file.ts'
import { judgeClock, judgeConnections } from './database-server.ts'
import { describeChecks, examine } from './doctor.ts'
import { checkCalendar, checkDataFolder, checkNode, judgeFreeSpace } from './machine.ts'
import { checkAddress, checkMail } from './reachability.ts'

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

const settings = (more: Record<string, string> = {}) =>
  readSettings({
    DATABASE_URL: databaseUrl(t.connection),
    DATA_DIR: folder,
    APP_URL: 'https://x.se',
    TRUST_PROXY: '10.0.0.1',
    ...more,
  })

/** The messages by title, except the free space of this machine's disk. */
async function diagnose(more?: Record<string, string>) {
  const checks = await examine(settings(more), { mayStart: false, now })
  return Object.fromEntries(
    checks.filter(({ title }) => title !== 'Disk').map(({ title, state, message }) => [title, `${state}: ${message}`]),
  )
}
const query = (text: string) => t.superuser.query(text)
const install = async () => {
  await openKeys(database, secretsFile)
  await openVaultKeys(database, secretsFile)
  await bringUp(t.connection)
}

/** Records that an administrator has confirmed a copy of the keys. */
const confirmKeyCopy = async () =>
  t.superuser.query(
    `with person as (insert into auth.users (id, email) values ($1, 'ada@x.se') returning id)
     insert into key_copies (fingerprint, confirmed_by) select $2, id from person`,
    [uuidv7(), await fingerprintOfAll(secretsFile)],
  )

test('a complete installation is fine except for what has not been set up yet', async () => {
  await install()
  await query(
    `insert into backups (id, finished_at, kind, file, bytes) values ('${uuidv7()}', '2026-11-21 01:00Z', 'asked', 'x', 5000000)`,
  )
  expect(await diagnose()).toMatchObject({
    'Kopia av nycklarna': `warning: Spara ${secretsFile} på ett annat ställe och bekräfta det under Inställningar.`,
  })
  await confirmKeyCopy()
  const mail = await aMailServer()
  const scanner = await aScannerServer()
  const messages = await diagnose({
    SMTP_URL: mail.url,
    MAIL_FROM: 'x@x.se',
    CLAMD_URL: scanner.url,
    BACKUP_DIR: folder,
  })
  await Promise.all([mail.stop(), scanner.stop()])
  expect(Object.values(messages).filter((message) => !message.startsWith('fine: '))).toEqual([])
  expect(messages).toMatchObject({
    Säkerhetskopia: 'fine: Den senaste är från 2026-11-21 02:00 (5 MB).',
    Nyckelfil: `fine: ${secretsFile} hör till databasen.`,
    Radskydd: 'fine: På för alla tabeller. Ingen roll går förbi det.',
  })
  expect(mail.mails).toEqual([])
})

test('reports a missing scanner, one that misses large files, and files waiting for it', async () => {
  await install()
  expect((await diagnose()).Virusskydd).toBe(
    'warning: CLAMD_URL saknas: filer som kommer kontrolleras inte för skadlig kod.',
  )
  const scanner = await aScannerServer()
  const responding = async (answer: string) => {
    scanner.answer = () => answer
    return (await diagnose({ CLAMD_URL: scanner.url })).Virusskydd
  }
  expect(await responding('stream: OK')).toContain('wrong: clamd hittar inte testfilen EICAR efter 24 MiB.')
  expect(await responding('INSTREAM size limit exceeded. ERROR')).toContain('wrong: clamd tar inte emot så stora filer')
  scanner.answer = (content) => judge(content).replace(/.*Heuristics.*/, 'stream: OK')
  expect((await diagnose({ CLAMD_URL: scanner.url })).Virusskydd).toContain('wrong: clamd kallar det rent')
  await scanner.stop()
  expect((await diagnose({ CLAMD_URL: scanner.url })).Virusskydd).toContain('wrong: clamd svarar inte.')

  const { ours } = await fillTwoOrganizations(t.superuser)
  await query(`set session_replication_role = replica; update files set state = 'checking', created_at = '2026-11-21 09:00Z'
    where id in ('${ours.file.answer}', '${ours.file.document}'); set session_replication_role = origin`)
  expect((await diagnose()).Filer).toBe(
    'warning: 2 filer har väntat längre än 15 minuter på att kontrolleras. Svarar clamd?',
  )
})

test('Node, disk, clock, calendar and connections are checked against limits', () => {
  const states = (...checks: { state: string }[]) => checks.map(({ state }) => state)
  expect(states(checkNode('26.0.0'), checkNode('25.9.0'))).toEqual(['fine', 'wrong'])
  expect(states(...[5e9, 1e9, 1e8].map((bytes) => judgeFreeSpace('/x', bytes, '')))).toEqual([
    'fine',
    'warning',
    'wrong',
  ])
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

test('reports a data folder that others may read or write, or that does not exist yet', () => {
  chmodSync(folder, 0o777)
  expect(checkDataFolder(folder)).toMatchObject({ state: 'wrong', message: expect.stringContaining('chmod go-w') })
  chmodSync(folder, 0o755)
  expect(checkDataFolder(folder)).toMatchObject({ state: 'warning', message: expect.stringContaining('chmod go-r') })
  chmodSync(folder, 0o700)
  expect(checkDataFolder(folder).state).toBe('fine')
  expect(checkDataFolder(join(folder, 'none')).state).toBe('warning')
})

test('reports an APP_URL that cannot reach the program, and an untrusted proxy', () => {
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

test('reports an unreachable mail server without its address and password', async () => {
  const check = await checkMail('smtp://person:hemligt@127.0.0.1:1')
  expect(check).toEqual({
    state: 'wrong',
    title: 'E-post',
    message: 'Det gick inte att nå e-postservern (ESOCKET). Kontrollera SMTP_URL och brandväggen.',
  })
})

test('reports keys that others can read, that are missing or that belong to another database', async () => {
  await install()
  chmodSync(secretsFile, 0o644)
  expect((await diagnose()).Nyckelfil).toBe(
    `wrong: Nyckelfilen ${secretsFile} kan läsas av andra. Kör: chmod 600 ${secretsFile}`,
  )
  rmSync(secretsFile)
  expect((await diagnose()).Nyckelfil).toBe(`wrong: ${secretsFile} saknas. Lägg tillbaka den från din kopia.`)
  const other = await aDatabase()
  const otherDatabase = openDatabase({ ...other.connection, max: 1 })
  await openKeys(otherDatabase, secretsFile)
  await otherDatabase.close()
  await other.drop()
  expect((await diagnose()).Nyckelfil).toContain('wrong: ')
  writeFileSync(secretsFile, '{"signingKeys": "hemligt"}', { mode: 0o600 })
  const report = describeChecks(await examine(settings(), { mayStart: false, now }))
  expect(report.match(/är skadad/g)).toHaveLength(1)
  expect(report).not.toContain('hemligt')
})

test('A-85: names a vault key that texts need and the file lacks', async () => {
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
  const messages = await diagnose()
  expect(messages['Teknisk information']).toContain('wrong: Nyckel gone saknas')
  expect(JSON.stringify(messages)).not.toMatch(/x@y\.se|Anna|Kund AB/)
})

test('reports an older, newer or changed schema, and skips contents that it cannot read', async () => {
  await install()
  await query(`update migrations set checksum = 'x' where name = '0001-actor.sql'`)
  expect((await diagnose()).Schema).toContain(
    'wrong: Databasen är från en version som inte har getts ut: den har steget 0001-actor.sql',
  )
  await query(`delete from migrations where name = '0001-actor.sql'`)
  const older = await diagnose()
  expect(older.Schema).toBe('warning: 1 steg återstår. Starta om Stödpunkt: de körs då.')
  expect(older.Säkerhetskopia).toBeUndefined()
  await query(`insert into migrations (name, checksum) values ('9999-x.sql', 'x')`)
  expect((await diagnose()).Schema).toContain('wrong: Databasen är nyare än programmet')
})

test('M-4: reports disabled row-level security, and a table that a working role owns', async () => {
  await install()
  await query('alter table customers no force row level security')
  expect((await diagnose()).Radskydd).toContain('wrong: Avstängt för customers.')
  await query('alter table customers owner to stodpunkt_app')
  expect((await diagnose()).Radskydd).toContain('wrong: Databasrollen stodpunkt_app äger tabellen customers')
})

test('reports a changed collation version', async () => {
  await install()
  await query(`update installation set value = '1' where fact = 'collation sv-SE-x-icu'`)
  expect((await diagnose()).Sortering).toBe(
    'wrong: Servern sorterar annorlunda nu (sv-SE-x-icu). Starta om Stödpunkt: indexen byggs om då.',
  )
})

test('reports an aggregate that differs from its rows, with a statement that corrects it', async () => {
  await install()
  const { ours } = await fillTwoOrganizations(t.superuser)
  await query('select recount_sums()')
  await query(`update open_time_sums set minutes = minutes + 1 where customer_id = '${ours.customer}'`)
  await query(`update ticket_counts set archived = 7 where org_id = '${ours.id}'`)
  const { Summor: message = '' } = await diagnose()
  expect(message).toMatch(/^wrong: 2 stämmer inte/)
  await query(message.slice(message.indexOf('select')))
  expect((await diagnose()).Summor).toBe('fine: Alla stämmer med sina rader.')
})

test('reports overdue jobs, jobs without attempts left, and an old or failed backup', async () => {
  await install()
  await database.as('auth', (db) =>
    db
      .selectNoFrom((eb) => eb.fn('jobs.enqueue', [eb.val('x'), eb.cast(eb.val('{}'), 'json'), eb.val(3)]).as('done'))
      .execute(),
  )
  await query(`select jobs.move_outbox()`)
  await query(`update graphile_worker._private_jobs set run_at = now() - interval '2 hours'`)
  expect((await diagnose()).Jobbkö).toContain('warning: 1 jobb väntar, det äldsta sedan 120 minuter.')
  await query(`update graphile_worker._private_jobs set attempts = max_attempts`)
  expect((await diagnose()).Jobbkö).toContain('warning: 1 jobb har misslyckats för gott.')
  expect((await diagnose()).Säkerhetskopia).toBe('warning: Ingen är gjord. Kör: npm run backup')
  const backup = (day: string, rest: string) =>
    query(
      `insert into backups (id, finished_at, kind, file, bytes, failure) values ('${uuidv7()}', '${day}', 'nightly', ${rest})`,
    )
  await backup('2026-11-10', `'x', 1, null`)
  expect((await diagnose()).Säkerhetskopia).toContain('warning: Den senaste är från 2026-11-10')
  await backup('2026-11-20', `null, null, 'Disken är full.'`)
  const checks = await examine(settings(), { mayStart: false, now })
  expect(describeChecks(checks)).toContain(
    '✗ Säkerhetskopia: Den senaste misslyckades 2026-11-20 01:00: Disken är full. Kör: npm run backup\n',
  )
})

test('reports a mailbox that cannot be read, and one not read for a while', async () => {
  await install()
  expect((await diagnose()).Brevlådor).toBe('fine: Ingen läses.')
  await query(`insert into organizations (id, name) values ('${uuidv7()}', 'Nordnät AB')`)
  const columns = 'org_id, id, address, host, port, tls, login, secret, key_id, seen_at'
  await query(
    `insert into mailboxes (${columns})
     select id, gen_random_uuid(), 'support@x.se', 'imap.x.se', 993, 'tls', 'x', 'x', (select id from vault_keys limit 1),
       '${now.toISOString()}' from organizations`,
  )
  expect((await diagnose()).Brevlådor).toBe('fine: 1 brevlåda läses.')
  await query(`update mailboxes set renumbered_at = '${now.toISOString()}', renumbered_uid = 7`)
  expect((await diagnose()).Brevlådor).toMatch(
    /^warning: support@x\.se: Servern gav mejlen nya nummer .*\. De senaste 30 dagarnas mejl jämförs/,
  )
  const lost = `plus_lost_at = '2026-11-21 07:00Z'`
  await query(`update mailboxes set renumbered_at = renumbered_at - interval '8 days', ${lost}`)
  expect((await diagnose()).Brevlådor).toMatch(
    /^warning: support@x\.se: Mejlservern tar sedan .* inte längre emot mejl/,
  )
  await query(`update mailboxes set plus_lost_at = null, seen_at = seen_at - interval '2 hours'`)
  expect((await diagnose()).Brevlådor).toBe('warning: support@x.se har inte lästs på 120 minuter. Är Stödpunkt igång?')
  await query(`update mailboxes set failure = 'imap.x.se godkände inte inloggningen.', failed_at = '2026-11-21 07:00Z'`)
  expect((await diagnose()).Brevlådor).toMatch(
    /^wrong: support@x\.se: imap\.x\.se godkände inte inloggningen\. Sedan 2026-11-21 08:00\. Den lästes senast /,
  )
  await query('update mailboxes set is_active = false')
  expect((await diagnose()).Brevlådor).toBe('fine: Ingen läses.')
})

test('reports an empty database, and one that is unavailable', async () => {
  const empty = await aDatabase('template0')
  const messages = await diagnose({ DATABASE_URL: databaseUrl(empty.connection) })
  await empty.drop()
  expect(messages.Schema).toMatch(/^warning: \d+ steg återstår/)
  const unavailable = await diagnose({ DATABASE_URL: 'postgres://person:hemligt@127.0.0.1:1/x' })
  expect(unavailable.Databas).toContain('wrong: Databasen i DATABASE_URL går inte att nå:')
  expect(JSON.stringify(unavailable)).not.toContain('hemligt')
})

const run = (args: string[], environment: Environment) => runScript('bin/doctor.ts', args, environment)

test('checks the embedded database while it runs, reports a stopped one, and can start it', async () => {
  const dataDir = await aDataFolder()
  await createSecrets(join(dataDir, 'secrets.json'))
  const server = await aMigratedServer(dataDir)
  const running = await run([], { DATA_DIR: dataDir })
  expect(running).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('✓ Radskydd: ') })
  await server.stop()
  const stopped = await run([], { DATA_DIR: dataDir })
  expect(stopped).toMatchObject({ code: 0, stdout: expect.stringContaining('! Databas: Är stoppad') })
  expect(stopped.stdout).not.toContain('Radskydd')
  expect(await run(['--start'], { DATA_DIR: dataDir })).toMatchObject({
    code: 0,
    stderr: '',
    stdout: expect.stringContaining('✓ Radskydd: '),
  })
})

test('exits with 1 when something is wrong, and refuses an unknown argument', async () => {
  expect(inject('server').port).toBeGreaterThan(0)
  const broken = await run([], { DATA_DIR: folder, DATABASE_URL: 'postgres://x@127.0.0.1:1/x' })
  expect(broken).toMatchObject({ code: 1, stderr: '', stdout: expect.stringContaining('✗ Databas: ') })
  expect(await run(['--fix'], {})).toMatchObject({ code: 1, stderr: '\nKör: npm run doctor -- --start\n' })
})
