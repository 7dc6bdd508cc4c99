import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Harness, startHarness } from '#tests/harness/harness.ts'
import { compiledOnce } from './compiled-query.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.stop())

test('a compiled query is built once, and each execution binds its own texts', async () => {
  const admin = await h.anAdmin({ orgId: (await h.anOrganization()).id })
  let builds = 0
  const query = compiledOnce((db, first: string, second: string) => {
    builds += 1
    return db
      .selectFrom('organizations')
      .select([sql<string>`${second}::text || ${first} || ${'!'} || ${second}`.as('joinedTexts')])
      .limit(1)
  })
  const run = (first: string, second: string) =>
    h.database.asActor(
      admin.sessionId,
      () => undefined,
      (db) => query(db, first, second),
    )
  expect(await Promise.all([run('b', 'a'), run("O'Hara", 'text 0'), run('', '')])).toEqual([
    [{ joinedTexts: 'ab!a' }],
    [{ joinedTexts: "text 0O'Hara!text 0" }],
    [{ joinedTexts: '!' }],
  ])
  expect(builds).toBe(1)
})
