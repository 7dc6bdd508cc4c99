// Backup and restore against real servers: a consistent snapshot of every row, or nothing.
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { generateDemo } from '#app/demo/generate-demo.ts'
import { bringUp } from '#platform/database/bring-up.ts'
import { prepareDatabase } from '#platform/database/prepare.ts'
import { findExternalBindir, startThrowawayCluster } from '#platform/database/testing/cluster.ts'
import { aDatabase, type TestDatabase } from '#platform/database/testing/database.ts'
import { LOGIN } from '#platform/database/testing/global-setup.ts'
import { revertMigration } from '#platform/database/testing/older-schema.ts'
import { fillTwoOrganizations } from '#platform/database/testing/two-organizations.ts'
import { checkBackup, openKeysOf } from './read-backup.ts'
import { restoreBackup } from './restore-backup.ts'
import { leftOut } from './tables.ts'
import { asSuperuser, digests, isEmpty, relations } from './testing/contents.ts'
import { writeBackup } from './write-backup.ts'

const now = new Date('2026-11-21T10:15:00Z')
const keys = { content: Buffer.from('{"refreshKey":"hemligheten"}'), passphrase: 'sju sjösjuka sjömän' }

let folder: string
let t: TestDatabase
const undo: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'stodpunkt-backup-'))
  t = await aDatabase()
  await generateDemo(t.connection, { today: '2026-11-21', passwordHash: 'x' })
  // A value that an earlier version accepted and a current constraint refuses.
  await t.superuser.query(`alter table company_facts drop constraint company_facts_vat_number`)
  await t.superuser.query(`update company_facts set vat_number = 'gammalt'`)
  await t.superuser.query(
    `alter table company_facts add constraint company_facts_vat_number check (vat_number ~ '^SE\\d{10}01$') not valid`,
  )
  await t.superuser.query(`insert into audit_log (id, action, subject, detail)
    values (gen_random_uuid(), 'x', E'tabb\\t rad\\n \\\\N snedstreck\\\\ åäö 🙂', '{"a": [1.50, null]}')`)
})
afterAll(async () => {
  for (const step of undo.toReversed()) await step()
  await t.drop()
  rmSync(folder, { recursive: true, force: true })
})

let count = 0
const newPath = () => join(folder, `${count++}.backup`)

type Server = { host: string; port: number }

/** An empty database, prepared as `npm run db:prepare` does. */
async function anEmptyDatabase(server: Server = inject('server')) {
  const database = `restored_${process.pid}_${count++}`
  const admin = new pg.Client({ ...server, user: 'postgres', database: 'postgres' })
  await admin.connect()
  await prepareDatabase(admin, { login: LOGIN, database })
  undo.push(async () => {
    await admin.query(`drop database ${database} with (force)`)
    await admin.end()
  })
  return { ...server, user: LOGIN, database }
}

async function restore(path: string, connection: pg.ClientConfig, isWithoutKeys = false) {
  await restoreBackup({ connection, backup: await checkBackup(path), isWithoutKeys })
}

test('every row of the demo company is restored, despite triggers and current constraints, and the schema is unchanged', async () => {
  const path = newPath()
  const { manifest, bytes } = await writeBackup({ connection: t.connection, path, now })
  expect(statSync(path)).toMatchObject({ size: bytes })
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(manifest.tables.find(({ name }) => name === 'stodpunkt.time_entries')?.rows).toBeGreaterThan(2000)
  const target = await anEmptyDatabase()
  await restore(path, target)
  expect(await digests(target)).toEqual(await digests(t.connection))
  expect(await relations(target)).toEqual(await relations(t.connection))
  // Searches find the same as before.
  const words = (connection: pg.ClientConfig) =>
    asSuperuser(
      connection,
      async (client) =>
        (await client.query('select org_id, word, stem from ticket_words order by 1, word collate "C"')).rows,
    )
  expect(await words(target)).toEqual(await words(t.connection))
})

test('every table is in the backup or listed as left out, and two organizations are restored separately', async () => {
  const source = await aDatabase()
  undo.push(() => source.drop())
  await fillTwoOrganizations(source.superuser)
  const path = newPath()
  const { manifest } = await writeBackup({ connection: source.connection, path, now })
  const { rows } = await source.superuser.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('stodpunkt', 'auth')`,
  )
  expect([...manifest.tables.map(({ name }) => name), ...leftOut].sort()).toEqual(rows.map(({ name }) => name).sort())
  expect(manifest.tables.filter(({ rows }) => rows === 0)).toEqual([])
  expect(manifest.organizations).toEqual(['Samma AB', 'Samma AB'])
  const target = await anEmptyDatabase()
  await restore(path, target)
  expect(await digests(target)).toEqual(await digests(source.connection))
  const sessions = await asSuperuser(target, (client) => client.query('select from auth.sessions'))
  expect(sessions.rowCount).toBe(0)
})

const nextNumbers = (connection: pg.ClientConfig) =>
  asSuperuser(connection, async (client) => {
    const { rows } = await client.query<{ id: string; highest: number | null; next: number }>(
      `select id, greatest((select max(ticket_number) from tickets where org_id = organizations.id),
           (select max(number) from enquiries where org_id = organizations.id)) as highest,
         nextval(ticket_sequence(id)::regclass)::int as next from organizations order by 2 nulls last`,
    )
    return rows.map(({ highest, next }) => ({ highest, next }))
  })

test('A-246: ticket numbers continue after the organization’s highest, a new organization’s start at 1001', async () => {
  const source = await aDatabase()
  undo.push(() => source.drop())
  const { ours } = await fillTwoOrganizations(source.superuser)
  await source.superuser.query(`update tickets set ticket_number = 4711 where org_id = $1 and id = $2`, [
    ...[ours.id, ours.ticket],
  ])
  await source.superuser.query(`insert into organizations (id, name) values (gen_random_uuid(), 'Ny AB')`)
  const path = newPath()
  await writeBackup({ connection: source.connection, path, now })
  const target = await anEmptyDatabase()
  await restore(path, target)
  expect(await nextNumbers(target)).toEqual([
    { highest: 2001, next: 2002 },
    { highest: 4711, next: 4712 },
    { highest: null, next: 1001 },
  ])
  // All sequences of tables in the backup; a new one would have to be restored as well.
  const { rowCount } = await asSuperuser(target, (client) =>
    client.query(`select from pg_sequences where schemaname in ('stodpunkt', 'auth')
      and sequencename <> 'live_changes_order'`),
  )
  expect(rowCount).toBe(3)
})

test('a backup under load is one consistent snapshot', async () => {
  const source = await aDatabase()
  undo.push(() => source.drop())
  const { ours } = await fillTwoOrganizations(source.superuser)
  for (let n = 0; n < 5; n++) {
    const path = newPath()
    await whileWriting(source.superuser, ours.id, () => writeBackup({ connection: source.connection, path, now }))
    const target = await anEmptyDatabase()
    await restore(path, target)
    const { rows } = await asSuperuser(target, (client) =>
      client.query(`select (select count(*) from customers where name like 'Kund %') as customers,
        (select count(*) from audit_log where action = 'load') as lines`),
    )
    expect(rows[0].customers).toBe(rows[0].lines)
  }
})

/** Inserts pairs of rows in transactions before, during and after the work. */
async function whileWriting(client: pg.Client, orgId: string, work: () => Promise<unknown>) {
  let isOver = false
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const writing = (async () => {
    for (let n = 0; !isOver; n++) {
      await client.query('begin')
      await client.query(`insert into customers (org_id, id, name) values ($1, gen_random_uuid(), $2)`, [
        orgId,
        `Kund ${n}`,
      ])
      await client.query(
        `insert into audit_log (id, org_id, action, subject) values (gen_random_uuid(), $1, 'load', 'x')`,
        [orgId],
      )
      await client.query('commit')
      begin()
    }
  })()
  await Promise.race([begun, writing])
  try {
    await work()
  } finally {
    isOver = true
    await writing
  }
}

test('a deleted policy stops the backup with an error, and no file is written', async () => {
  const source = await aDatabase()
  undo.push(() => source.drop())
  await fillTwoOrganizations(source.superuser)
  await source.superuser.query('drop policy backup_read on customers')
  const path = newPath()
  await expect(writeBackup({ connection: source.connection, path, now })).rejects.toThrow(
    'Of stodpunkt.customers 0 rows were read and 6',
  )
  expect(readdirSync(folder).filter((name) => name.includes('.part'))).toEqual([])
  await expect(checkBackup(path)).rejects.toThrow('Filen finns inte')
})

/** Reproducible pseudo-random numbers. */
function* numbers(seed: number) {
  for (let n = seed; ; ) {
    n = (Math.imul(n, 1_664_525) + 1_013_904_223) >>> 0
    yield n / 2 ** 32
  }
}

test('a flipped bit or a cut anywhere is detected before anything is changed', async () => {
  const path = newPath()
  await writeBackup({ connection: t.connection, path, now, keys })
  const whole = readFileSync(path)
  const harmed = newPath()
  const random = numbers(21)
  const places = [
    ...Array.from({ length: 72 }, (_, n) => n),
    ...Array.from({ length: 48 }, (_, n) => whole.length - 1 - n),
  ]
  for (let n = 0; n < 200; n++) places.push(Math.floor(Number(random.next().value) * whole.length))
  for (const place of places) {
    const bytes = Buffer.from(whole)
    bytes[place]! ^= 1 << Math.floor(Number(random.next().value) * 8)
    writeFileSync(harmed, bytes)
    await expect(checkBackup(harmed), `bit at ${place}`).rejects.toThrow(/skadad|nyare/)
  }
  for (const length of [0, 1, 31, 32, 71, 72, 500, whole.length - 41, whole.length - 40, whole.length - 1]) {
    writeFileSync(harmed, whole.subarray(0, length))
    await expect(checkBackup(harmed), `cut at ${length}`).rejects.toThrow('skadad')
  }
  writeFileSync(harmed, Buffer.concat([whole, Buffer.from('x')]))
  await expect(checkBackup(harmed)).rejects.toThrow('skadad')
})

test('a file with unknown migrations and a database that is not empty are refused', async () => {
  const source = await aDatabase()
  undo.push(() => source.drop())
  await fillTwoOrganizations(source.superuser)
  await source.superuser.query(`insert into migrations (name, checksum) values ('9999-later.sql', 'x')`)
  const path = newPath()
  await writeBackup({ connection: source.connection, path, now })
  const target = await anEmptyDatabase()
  await expect(restore(path, target)).rejects.toThrow(
    'Säkerhetskopian är nyare än programmet: den har steget 9999-later.sql',
  )
  expect(await isEmpty(target)).toBe(true)

  await source.superuser.query(`delete from migrations where name like '9999%'`)
  const good = newPath()
  await writeBackup({ connection: source.connection, path: good, now })
  const before = await digests(t.connection)
  await expect(restore(good, t.connection)).rejects.toThrow('Databasen är inte tom')
  expect(await digests(t.connection)).toEqual(before)
  await asSuperuser(target, (client) => client.query('create table public.anybodys (id int)'))
  await expect(restore(good, target)).rejects.toThrow('Databasen är inte tom')
  expect(await isEmpty(target)).toBe(true)
})

test('a failed restore leaves the database empty', async () => {
  const path = newPath()
  await writeBackup({ connection: t.connection, path, now })
  const backup = await checkBackup(path)
  const last = backup.manifest.tables.at(-1)!
  const lying = {
    ...backup,
    manifest: { ...backup.manifest, tables: [...backup.manifest.tables.slice(0, -1), { ...last, digest: 'x' }] },
  }
  const target = await anEmptyDatabase()
  await expect(restoreBackup({ connection: target, backup: lying, isWithoutKeys: false })).rejects.toThrow('skadad')
  expect(await isEmpty(target)).toBe(true)
  await restore(path, target)
  expect(await digests(target)).toEqual(await digests(t.connection))
})

test('a file from an older version is migrated', async () => {
  const path = newPath()
  const source = await aDatabase()
  undo.push(() => source.drop())
  await fillTwoOrganizations(source.superuser)
  await source.superuser.query(revertMigration)
  await writeBackup({ connection: source.connection, path, now })
  const target = await anEmptyDatabase()
  await restore(path, target)
  expect(await digests(target)).toEqual(await digests(source.connection))
  expect(await nextNumbers(target)).toEqual(Array(2).fill({ highest: 2001, next: 2002 }))
  expect(await relations(target)).toEqual(await relations(t.connection))
})

test('keys are in the file only on request, and encrypted with the passphrase', async () => {
  const without = await writeBackup({ connection: t.connection, path: newPath(), now })
  expect(without.manifest.keys.isIncluded).toBe(false)
  const path = newPath()
  await writeBackup({ connection: t.connection, path, now, keys })
  const backup = await checkBackup(path)
  expect(backup.lockedKeys?.toString()).not.toContain('hemligheten')
  await expect(openKeysOf(backup, 'fel lösenfras helt')).rejects.toThrow('Lösenfrasen stämmer inte')
  expect(await openKeysOf(backup, keys.passphrase)).toEqual(keys.content)
})

test('a backup can be restored to another version of PostgreSQL and back', async ({ skip }) => {
  const bindir = findExternalBindir()
  if (!bindir) return skip('this machine has no other server')
  const other = await startThrowawayCluster(process.env.TEST_PG_BINDIR ? {} : { bindir })
  undo.push(() => other.stop())
  const there = await anEmptyDatabase({ host: other.host, port: other.port })
  const out = newPath()
  await writeBackup({ connection: t.connection, path: out, now })
  await restore(out, there)
  expect(await digests(there)).toEqual(await digests(t.connection))
  const home = newPath()
  await writeBackup({ connection: there, path: home, now })
  const here = await anEmptyDatabase()
  await restore(home, here)
  expect(await digests(here)).toEqual(await digests(t.connection))
  expect(await bringUp(here)).toEqual([])
})
