// What each actor may read and write in the database itself (testing/policy-probes.ts).
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDatabase, type TestDatabase } from './testing/database.ts'
import { allDifferences, fillForProbes, probedTables } from './testing/policy-probes.ts'

let t: TestDatabase

beforeAll(async () => {
  t = await aDatabase()
  await fillForProbes(t.superuser)
})
afterAll(() => t.drop())

test('A-67, A-68, A-69, A-70: SQL with or without an actor reads and writes only the rows of its organization that the probes expect', async () => {
  expect(await allDifferences()).toEqual([])
})

test('M-4: row-level security is on and forced on every table, and the roles of requests and jobs own and bypass nothing', async () => {
  const { rows: open } = await t.superuser.query(
    `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('stodpunkt', 'auth') and c.relkind in ('r', 'p') and not (c.relrowsecurity and c.relforcerowsecurity)`,
  )
  expect(open.map(({ name }) => name)).toEqual(['migrations'])
  const { rows: tables } = await t.superuser.query(
    `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('stodpunkt', 'auth') and c.relkind in ('r', 'p')`,
  )
  expect(new Set(tables.map(({ name }) => name))).toEqual(new Set(probedTables()))
  const { rows: strong } = await t.superuser.query(
    `select rolname from pg_roles where rolname like 'stodpunkt%' and (rolsuper or rolbypassrls or rolcreaterole or rolinherit)`,
  )
  expect(strong).toEqual([])
  const { rows: owned } = await t.superuser.query(
    `select relname from pg_class c join pg_roles r on r.oid = c.relowner join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('stodpunkt', 'auth', 'actor') and r.rolname <> 'stodpunkt_owner'`,
  )
  expect(owned).toEqual([])
})

test('A-70: security definer functions set their search path, and the site cannot execute session_actor()', async () => {
  const { rows } = await t.superuser.query(
    `select p.oid::regprocedure::text as name, proconfig, has_function_privilege('stodpunkt_site', p.oid, 'execute') as open
     from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname in ('stodpunkt', 'auth', 'actor', 'jobs') and prosecdef`,
  )
  expect(rows.length).toBeGreaterThan(0)
  for (const { name, proconfig } of rows)
    expect(proconfig, name).toContainEqual(expect.stringMatching(/^search_path=pg_catalog/))
  expect(rows.find(({ name }) => name.includes('session_actor'))?.open).toBe(false)
})
