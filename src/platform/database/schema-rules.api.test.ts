// Rules for every table and function of the schema (CONTRIBUTING.md, Schema).
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDatabase, type TestDatabase } from './testing/database.ts'

let t: TestDatabase
beforeAll(async () => {
  t = await aDatabase()
})
afterAll(() => t.drop())

const names = async (query: string) => (await t.superuser.query<{ name: string }>(query)).rows.map(({ name }) => name)

test('a table references organizations directly unless another not-null reference leads there', async () => {
  const unruly = await names(`
    select c.relname as name from pg_class c
    join pg_attribute org on org.attrelid = c.oid and org.attname = 'org_id'
    cross join lateral (
      select coalesce(bool_or(k.confrelid = 'organizations'::regclass), false) as itself,
        coalesce(bool_or(k.confrelid <> 'organizations'::regclass and not exists (
          select from pg_attribute a where a.attrelid = c.oid and a.attnum = any (k.conkey) and not a.attnotnull)), false) as through
      from pg_constraint k where k.conrelid = c.oid and k.contype = 'f' and org.attnum = any (k.conkey)) refers
    where c.relkind = 'r' and c.relnamespace = 'stodpunkt'::regnamespace and refers.itself = refers.through order by 1`)
  const ofTheBaseline = ['daily_time_sums', 'open_time_sums', 'tickets', 'time_entries', 'user_roles']
  // A constraint requires one of two references.
  const ofOneOfTwo = ['on_call_alarms', 'sent_letters', 'undelivered_mail']
  expect(unruly).toEqual([...ofTheBaseline, ...ofOneOfTwo].sort())
})

test('a security definer or volatile function cannot be executed by PUBLIC', async () => {
  const forEverybody = await names(`
    select p.proname as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname in ('stodpunkt', 'auth', 'actor', 'jobs') and has_function_privilege('public', p.oid, 'execute')
      and (p.prosecdef or p.provolatile = 'v' and p.prorettype <> 'trigger'::regtype)
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e') order by 1`)
  const ofTheBaseline = ['learn_words', 'protect', 'rebuild_ticket_search']
  expect(forEverybody).toEqual(ofTheBaseline)
})

test('no sequence is unlogged: PostgreSQL 15 cannot read one on a promoted replica', async () => {
  expect(await names(`select relname as name from pg_class where relkind = 'S' and relpersistence <> 'p'`)).toEqual([])
})
