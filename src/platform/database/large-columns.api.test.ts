// Large columns (storage external) are stored outside their rows, and read only by statements that name them.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Harness, startHarness } from '#tests/harness/harness.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.stop())

test('no function takes a whole row of a table with large columns, since each call would read them', async () => {
  const { rows } = await h.test.superuser.query(`
    select p.proname as function, c.relname as table from pg_proc p
    join pg_class c on c.reltype = any (p.proargtypes::oid[]) and c.relkind = 'r'
    where exists (select from pg_attribute a where a.attrelid = c.oid and a.attstorage = 'e' and a.attnum > 0)`)
  expect(rows).toEqual([])
})
