// Roles belong to the whole cluster, so these tests start their own.
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { bringUp } from './bring-up.ts'
import { prepareDatabase } from './prepare.ts'
import { databaseRoles } from './roles.ts'
import { startThrowawayCluster, type ThrowawayCluster } from './testing/cluster.ts'

const DATABASE = 'helpdesk'
const roles = Object.values(databaseRoles)
let server: ThrowawayCluster
let superuser: pg.Client

beforeAll(async () => {
  const bindir = process.env.TEST_PG_BINDIR
  server = await startThrowawayCluster(bindir ? { bindir } : {})
})
afterAll(() => server.stop())
beforeEach(async () => {
  superuser = await connect('postgres', 'postgres')
})
afterEach(async () => {
  await superuser.query(`drop database if exists ${DATABASE} with (force)`)
  // The creator of a role is the grantor of its memberships and is dropped last.
  const { rows } = await superuser.query(
    `select rolname from pg_roles where rolname !~ '^pg_' and rolname <> 'postgres' order by rolname <> all($1)`,
    [roles],
  )
  for (const { rolname } of rows) await superuser.query(`drop owned by ${rolname} cascade`)
  for (const { rolname } of rows) await superuser.query(`drop role ${rolname}`)
  await superuser.end()
})

async function connect(user: string, database: string) {
  const client = new pg.Client({ host: server.host, port: server.port, user, database })
  await client.connect()
  return client
}
const start = (user: string) => bringUp({ host: server.host, port: server.port, user, database: DATABASE })
const run = async (...statements: string[]) => {
  for (const statement of statements) await superuser.query(statement)
}

/** Tries to read a table as the login, without SET ROLE: 'rows' or the error message. */
async function readAsLogin(login: string) {
  const client = await connect(login, DATABASE)
  try {
    return await client.query('select from stodpunkt.customers').then(
      () => 'rows',
      (error: Error) => error.message,
    )
  } finally {
    await client.end()
  }
}

test('a superuser prepares login, roles and database, repeatedly', async () => {
  for (const _time of [1, 2]) await prepareDatabase(superuser, { login: 'desk', password: "it's", database: DATABASE })
  expect((await start('desk')).length).toBeGreaterThan(5)
  await prepareDatabase(superuser, { login: 'desk', database: DATABASE })
  expect(await start('desk')).toEqual([])
  const { rows } = await superuser.query(
    `select rolinherit, rolcreaterole, rolsuper, rolpassword like 'SCRAM%' as secret from pg_authid where rolname = 'desk'`,
  )
  expect(rows).toEqual([{ rolinherit: false, rolcreaterole: false, rolsuper: false, secret: true }])
})

test('an administrator of a hosted server, without superuser, prepares them too', async () => {
  await run('create role hosted login createrole createdb')
  const admin = await connect('hosted', 'postgres')
  await prepareDatabase(admin, { login: 'desk', database: DATABASE })
  await prepareDatabase(admin, { login: 'desk', database: DATABASE })
  await admin.end()
  expect((await start('desk')).length).toBeGreaterThan(5)
})

test('an existing login that inherits can set the roles and inherits none of them', async () => {
  await run('create role desk login inherit')
  for (const role of roles) await run(`create role ${role} nologin noinherit`, `grant ${role} to desk`)
  await prepareDatabase(superuser, { login: 'desk', database: DATABASE })
  await start('desk')
  expect(await readAsLogin('desk')).toMatch(/permission denied/)
})

test('a login with CREATEROLE prepares its own database', async () => {
  await run('create role desk login createrole', `create database ${DATABASE} owner desk template template0`)
  expect((await start('desk')).length).toBeGreaterThan(5)
  expect(await start('desk')).toEqual([])
  expect(await readAsLogin('desk')).toMatch(/permission denied/)
})

test('a login with CREATEROLE completes an interrupted start', async () => {
  await run('create role desk login createrole', `create database ${DATABASE} owner desk template template0`)
  const login = await connect('desk', DATABASE)
  for (const role of roles) await login.query(`create role ${role} nologin noinherit`)
  await login.end()
  expect((await start('desk')).length).toBeGreaterThan(5)
})

test('a login with CREATEROLE cannot prepare a database of another owner', async () => {
  await run('create role desk login createrole', `create database ${DATABASE} template template0`)
  await expect(start('desk')).rejects.toThrow('saknar Stödpunkts roller i databasen. Kör en gång: npm run db:prepare')
})

test('from PostgreSQL 16 on a login with CREATEROLE cannot grant itself the roles of another installation', async ({
  skip,
}) => {
  skip(server.version < 16, 'before 16 CREATEROLE may grant any role')
  await prepareDatabase(superuser, { login: 'other', database: DATABASE })
  await run('create role desk login createrole', `grant create on database ${DATABASE} to desk`)
  await expect(start('desk')).rejects.toThrow('saknar Stödpunkts roller i databasen. Kör en gång: npm run db:prepare')
})

test('several concurrent starts of a login with CREATEROLE succeed', async () => {
  await run('create role desk login createrole', `create database ${DATABASE} owner desk template template0`)
  const steps = await Promise.all([1, 2, 3].map(() => start('desk')))
  expect(steps.filter((applied) => applied.length > 0)).toHaveLength(1)
})

test.each(['bypassrls', 'superuser'])('an app role with %s is refused', async (right) => {
  await prepareDatabase(superuser, { login: 'desk', database: DATABASE })
  await start('desk')
  await run(`alter role ${databaseRoles.app} ${right}`)
  await expect(start('desk')).rejects.toThrow(
    'Databasrollen stodpunkt_app kringgår radskyddet (superanvändare eller BYPASSRLS).',
  )
})
