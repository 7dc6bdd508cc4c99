import { afterAll, beforeAll, expect, test } from 'vitest'
import released from '../../../migrations/released.json' with { type: 'json' }
import { bringUp } from './bring-up.ts'
import { refuseServer } from './check-server.ts'
import { applyWithin, createMigrationsTable, knownMigrations } from './migrate.ts'
import { StartError } from './start-error.ts'
import { aDatabase, type TestDatabase } from './testing/database.ts'

let t: TestDatabase
beforeAll(async () => {
  t = await aDatabase()
})
afterAll(() => t.drop())

const refusal = (connection: object) =>
  bringUp(connection).then(
    () => 'no refusal',
    (error: unknown) => {
      if (error instanceof StartError) return error.message
      throw error
    },
  )

/** Executes one statement, starts, and executes another that restores the database. */
async function refusedWhen({ change, restore }: { change: string; restore: string }) {
  await t.superuser.query(change)
  try {
    return await refusal(t.connection)
  } finally {
    await t.superuser.query(restore)
  }
}

test('an up-to-date database needs no migration', async () => {
  expect(await bringUp(t.connection)).toEqual([])
})

test('the database of 1.0.0 is upgraded in place', async () => {
  const older = await aDatabase('template0')
  try {
    const steps = await knownMigrations()
    const isReleased = ({ name }: { name: string }) => name in released
    await older.superuser.query('set role stodpunkt_owner')
    await createMigrationsTable(older.superuser)
    for (const step of steps.filter(isReleased)) await applyWithin(older.superuser, step)
    await older.superuser.query('reset role')
    const pending = steps.filter((step) => !isReleased(step)).map(({ name }) => name)
    expect(await bringUp(older.connection)).toEqual(pending)
  } finally {
    await older.drop()
  }
})

test('a server before 15, or without the Swedish collation, is refused', () => {
  expect(() => refuseServer({ version: 14, hasSwedish: true })).toThrow(
    'PostgreSQL 14 är för gammal: Stödpunkt behöver minst 15.',
  )
  expect(() => refuseServer({ version: 15, hasSwedish: false })).toThrow(
    'Databasservern saknar ICU-sorteringen sv-SE-x-icu.',
  )
  refuseServer({ version: 15, hasSwedish: true })
})

test('a database whose server was built without ICU is refused', async () => {
  const change = 'alter collation pg_catalog."sv-SE-x-icu" rename to "sv-SE-renamed"'
  const restore = 'alter collation pg_catalog."sv-SE-renamed" rename to "sv-SE-x-icu"'
  expect(await refusedWhen({ change, restore })).toContain('saknar ICU-sorteringen sv-SE-x-icu')
})

test('a superuser’s login is refused', async () => {
  expect(await refusal({ ...t.connection, user: 'postgres' })).toBe(
    'Databasrollen postgres kringgår radskyddet (superanvändare eller BYPASSRLS). Ange en vanlig inloggning i DATABASE_URL; npm run db:prepare skapar den.',
  )
})

test.each([
  ['may bypass row security', 'login bypassrls', 'kringgår radskyddet'],
  ['has no roles and may make none', 'login', 'saknar Stödpunkts roller i databasen. Kör en gång: npm run db:prepare'],
])('a login that %s is refused', async (_what, attributes, message) => {
  const login = `probe_${process.pid}_${attributes.replaceAll(' ', '_')}`
  await t.superuser.query(`create role ${login} ${attributes}`)
  expect(await refusal({ ...t.connection, user: login })).toContain(message)
  await t.superuser.query(`drop role ${login}`)
})

test('an app role that owns a table is refused', async () => {
  expect(
    await refusedWhen({
      change: 'create table loose (); alter table loose owner to stodpunkt_app',
      restore: 'drop table loose',
    }),
  ).toBe('Databasrollen stodpunkt_app äger tabellen loose och står därmed över radskyddet. Kör npm run db:prepare.')
})

test('an older program refuses a newer schema', async () => {
  expect(
    await refusedWhen({
      change: `insert into migrations (name, checksum) values ('9999-later.sql', 'x')`,
      restore: `delete from migrations where name = '9999-later.sql'`,
    }),
  ).toBe(
    'Databasen är nyare än programmet: den har steget 9999-later.sql, som den här versionen inte känner. Starta en nyare version.',
  )
})

test('the database of an unreleased version is refused and left unchanged', async () => {
  const older = await aDatabase('template0')
  try {
    await older.superuser.query('create schema stodpunkt')
    await older.superuser.query(
      `create table migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now());
       insert into migrations (name, checksum) values ('0001-actor-and-installation.sql', 'x'), ('0033-active-staff.sql', 'x');
       alter schema stodpunkt owner to stodpunkt_owner; alter table migrations owner to stodpunkt_owner`,
    )
    expect(await refusal(older.connection)).toBe(
      'Databasen är från en version som inte har getts ut: den har steget 0001-actor-and-installation.sql i en lydelse som varken 1.0.0 eller den här versionen har. Den kan inte uppgraderas. Inget är ändrat. Kör vidare med programmet som den kommer från, eller återställ en säkerhetskopia från en utgiven version till en tom databas eller en ny DATA_DIR: npm run restore -- fil',
    )
    await expect(older.superuser.query('select from organizations')).rejects.toThrow('does not exist')
    const { rows } = await older.superuser.query('select count(*)::int as count from migrations')
    expect(rows).toEqual([{ count: 2 }])
  } finally {
    await older.drop()
  }
})

test.each(['0002', '0018'])(
  'a database whose migration %s differs from the released file is refused',
  async (number) => {
    expect(
      await refusedWhen({
        change: `update migrations set checksum = 'x' || checksum where name like '${number}%'`,
        restore: `update migrations set checksum = substr(checksum, 2) where name like '${number}%'`,
      }),
    ).toMatch(/^Databasen är från en version som inte har getts ut: den har steget 00\d\d-[\w-]+\.sql i en lydelse som/)
  },
)

test.each([
  ['nothing listens', { host: '127.0.0.1', port: 1 }, 'ingen databasserver svarar'],
  ['there is no such folder', { host: '/nowhere' }, 'ENOENT'],
  ['there is no such database', { database: 'nowhere' }, 'database "nowhere" does not exist'],
])('the error of an unreachable server has the reason: %s', async (_reason, connection, reason) => {
  expect(await refusal({ ...t.connection, ...connection })).toMatch(
    new RegExp(`^Databasen går inte att nå: .*${reason}`),
  )
})

test('several concurrent starts on an empty database succeed, and each migration runs once', async () => {
  const empty = await aDatabase('template0')
  try {
    const steps = await Promise.all([1, 2, 3].map(() => bringUp(empty.connection)))
    const { rows } = await empty.superuser.query('select name from migrations order by name')
    expect(rows.length).toBeGreaterThan(5)
    expect(steps.filter((applied) => applied.length > 0)).toEqual([rows.map(({ name }) => name)])
  } finally {
    await empty.drop()
  }
})
