// The operator's commands as processes: exit code, standard output and standard error.
import { closeSync, openSync, readdirSync } from 'node:fs'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { bringUp } from '#platform/database/bring-up.ts'
import { aDatabase, type TestDatabase } from '#platform/database/testing/database.ts'
import { aDataFolder, aFolder } from '#platform/database/testing/embedded-server.ts'
import { aMigratedServer } from '#tests/harness/prepared-databases.ts'
import { databaseUrl, type Environment, outcomeOf, runScript, startScript } from '#tests/harness/scripts.ts'

const APP_URL = 'https://support.nordnat.se'
const LINK = /\nhttps:\/\/support\.nordnat\.se\/nytt-losenord#token=[\w-]{43}&type=(recovery|invitation)\n$/

let t: TestDatabase
beforeAll(async () => {
  t = await aDatabase()
})
afterAll(() => t.drop())

const run = (command: string, args: string[], environment: Environment) =>
  runScript(`bin/${command}.ts`, args, { APP_URL, ...environment })
const loginLink = (args: string[], environment: Environment) => run('login-link', args, environment)
const orgCreate = (args: string[], environment: Environment) => run('org-create', args, environment)
const refused = (message: string) => ({ code: 1, stdout: '', stderr: `\n${message}\n` })

const urlOf = (user: string, database: string, password?: string) =>
  databaseUrl({ ...inject('server'), user, database, ...(password && { password }) })
const onTest = () => ({ DATABASE_URL: urlOf(t.connection.user, t.connection.database) })

test('with DATABASE_URL: creates an organization, its administrator’s link, and a new link', async () => {
  const made = await orgCreate([' Nordnät AB ', 'Anna@Nordnat.se'], onTest())
  const { rows } = await t.superuser.query('select id, name from organizations')
  expect(rows).toEqual([{ id: expect.any(String), name: 'Nordnät AB' }])
  expect(made).toMatchObject({ code: 0, stderr: '', stdout: expect.stringMatching(LINK) })
  expect(made.stdout).toContain(
    `Organisationen Nordnät AB är skapad. Dess publika webbplats visas med SITE_ORG=${rows[0].id}`,
  )
  expect(await loginLink(['anna@nordnat.se'], onTest())).toMatchObject({
    code: 0,
    stderr: '',
    stdout: expect.stringMatching(LINK),
  })
  expect(await orgCreate(['Nordnät AB'], onTest())).toEqual(
    refused('Det finns redan en organisation som heter Nordnät AB.'),
  )
})

test('without a login the link is the first administrator’s, whatever address is given', async () => {
  const empty = await aDatabase()
  const environment = { DATABASE_URL: urlOf(empty.connection.user, empty.connection.database) }
  for (const args of [[], ['anna@nordnat.se']])
    expect(await loginLink(args, environment)).toEqual({
      code: 0,
      stderr: '',
      stdout: expect.stringMatching(
        /^Välkommen\. Skapa den första administratören här .*:\nhttps:\/\/support\.nordnat\.se\/nytt-losenord#token=[\w-]{43}&type=first_admin\n$/,
      ),
    })
  await empty.drop()
})

test('output to a full disk is reported once, without a stack, and the command does its work', async () => {
  const full = openSync('/dev/full', 'w')
  const child = startScript('bin/org-create.ts', ['Fulla Disken AB'], { APP_URL, ...onTest() }, full)
  closeSync(full)
  expect(await outcomeOf(child)).toEqual({
    code: 1,
    stdout: '',
    stderr:
      '\nAlla rader gick inte att skriva ut. Disken är full. Frigör plats där DATA_DIR eller databasen ligger och kör igen.\n',
  })
  const { rows } = await t.superuser.query(`select from organizations where name = 'Fulla Disken AB'`)
  expect(rows).toHaveLength(1)
})

test('a backup does not overwrite anything, whatever it is', async () => {
  const { stderr } = await run('backup', ['--without-keys', '/dev/full'], onTest())
  expect(stderr).toContain('/dev/full finns redan och skrivs inte över.')
})

test('a backup that fails at a named path is reported only there, and not as a failed nightly backup', async () => {
  const { code, stderr } = await run('backup', ['--without-keys', '/nowhere/kopia.tar.zst'], onTest())
  expect([code, stderr]).toEqual([
    1,
    expect.stringContaining('gick inte att göra i /nowhere/kopia.tar.zst: Mappen för'),
  ])
  const { rows } = await t.superuser.query('select failure from backups where failure is not null')
  expect(rows).toEqual([])
})

test('an unknown option is not taken for a file name', async () => {
  const [backup, restore] = await Promise.all([run('backup', ['-h'], onTest()), run('restore', ['-h'], onTest())])
  expect([backup.stderr, restore.stderr]).toEqual([
    expect.stringMatching(/^\nKör: npm run backup/),
    expect.stringMatching(/^\nKör: npm run restore/),
  ])
})

test('invalid arguments are refused with one sentence', async () => {
  const [unknownAddress, noAddress, noName, invalidAddress] = await Promise.all([
    loginLink(['ingen@nordnat.se'], onTest()),
    loginLink([], onTest()),
    orgCreate([' '], onTest()),
    orgCreate(['Sydnät AB', 'anna'], onTest()),
  ])
  const howToCreate =
    'Ange ett namn och, om du vill, administratörens e-postadress: npm run org:create -- "Namn AB" admin@namn.se'
  expect(unknownAddress).toEqual(refused('Ingen aktiv inloggning har adressen ingen@nordnat.se.'))
  expect(noAddress).toEqual(refused('Ange en e-postadress: npm run login:link -- person@firma.se'))
  expect([noName, invalidAddress]).toEqual([refused(howToCreate), refused(howToCreate)])
})

test('commands do not migrate: an empty database, and one without our roles, is refused', async () => {
  const empty = await aDatabase('template0')
  const login = `probe_${process.pid}_command`
  await empty.superuser.query(`create role ${login} login`)
  const { database } = empty.connection
  expect(await loginLink(['x@y.se'], { DATABASE_URL: urlOf(empty.connection.user, database) })).toEqual(
    refused('Databasen är inte klar för den här versionen. Starta Stödpunkt först: npm start'),
  )
  expect((await loginLink(['x@y.se'], { DATABASE_URL: urlOf(login, database) })).stderr).toContain(
    'Kör en gång: npm run db:prepare',
  )
  await empty.superuser.query(`drop role ${login}`)
  await empty.drop()
})

test('with the embedded database: works while its server runs, and while it is stopped', async () => {
  const dataDir = await aDataFolder()
  const server = await aMigratedServer(dataDir)
  expect(await orgCreate(['Nordnät AB', 'anna@nordnat.se'], { DATA_DIR: dataDir })).toMatchObject({ code: 0 })
  const link = { code: 0, stderr: '', stdout: expect.stringMatching(LINK) }
  expect(await loginLink(['anna@nordnat.se'], { DATA_DIR: dataDir })).toMatchObject(link)
  expect(server.pid()).toBeDefined()
  await server.stop()
  expect(await loginLink(['anna@nordnat.se'], { DATA_DIR: dataDir })).toMatchObject(link)
  expect(readdirSync(dataDir).sort()).toEqual(['postgres', 'postgres.log'])
})

test('without a database nothing is created', async () => {
  const dataDir = aFolder()
  expect(await loginLink(['anna@nordnat.se'], { DATA_DIR: dataDir })).toEqual(
    refused(`Det finns ingen databas i ${dataDir}. Starta Stödpunkt först: npm start`),
  )
  expect(readdirSync(dataDir)).toEqual([])
})

test('db:prepare creates login and database, and can be run again', async () => {
  const name = `desk_${process.pid}`
  const environment = {
    DATABASE_URL: urlOf(name, name, 'hemligt'),
    DATABASE_ADMIN_URL: urlOf('postgres', 'postgres'),
  }
  for (const _time of [1, 2]) {
    expect(await run('db-prepare', [], environment)).toEqual({
      code: 0,
      stdout: `Inloggningen ${name} och databasen ${name} är klara. Starta Stödpunkt med DATABASE_URL.\n`,
      stderr: '',
    })
  }
  expect((await bringUp({ connectionString: environment.DATABASE_URL })).length).toBeGreaterThan(5)
  await t.superuser.query(`drop database ${name}`)
  await t.superuser.query(`drop role ${name}`)
})

test('db:prepare names the missing or unsuitable setting', async () => {
  const DATABASE_URL = urlOf('desk', 'desk')
  const [noLogin, noAdmin, weakAdmin, superuser] = await Promise.all([
    run('db-prepare', [], {}),
    run('db-prepare', [], { DATABASE_URL }),
    run('db-prepare', [], { DATABASE_URL, DATABASE_ADMIN_URL: urlOf(t.connection.user, 'postgres') }),
    run('db-prepare', [], {
      DATABASE_URL: urlOf('postgres', 'postgres'),
      DATABASE_ADMIN_URL: urlOf('postgres', 'postgres'),
    }),
  ])
  expect(noLogin).toEqual(refused('Ange i DATABASE_URL den inloggning och databas som ska skapas.'))
  expect(noAdmin).toEqual(refused('Ange i DATABASE_ADMIN_URL någon som får skapa roller och databaser (postgres://…).'))
  expect(weakAdmin).toEqual(refused('Databasen gick inte att förbereda: permission denied to create role'))
  expect(superuser.stderr).toContain('Databasrollen postgres kringgår radskyddet')
})
