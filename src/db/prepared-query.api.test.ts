import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Harness, startHarness } from '#tests/harness/harness.ts'
import type { Db } from './database.ts'
import { preparedQuery } from './prepared-query.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.stop())

test('a prepared query is built once per shape, and the values of each execution are bound in order', async () => {
  const admin = await h.anAdmin({ orgId: (await h.anOrganization()).id })
  const built: unknown[] = []
  type Values = { word?: string | undefined; from?: number; list?: number[] }
  const query = preparedQuery<{ result: string }, Values, 'upper' | 'lower'>((_db, { word, from, list }, letters) => {
    built.push([letters, ...Object.keys({ ...(word && { word }), ...(from && { from }), ...(list && { list }) })])
    const part = from ? sql`substr(${word}, ${from}::int, ${2}::int)` : sql`coalesce(${word ?? null}, 'none')`
    const rest = list ? sql` || array_to_string(${list}::int[], '-')` : sql``
    return sql`select ${letters === 'upper' ? sql`upper(${part}::text)` : sql`lower(${part}::text)`}${rest} as result`
  })
  const run = (values: Values, letters: 'upper' | 'lower') =>
    h.database.asActor(
      admin.sessionId,
      () => undefined,
      async (db: Db) => (await query(db, values, letters))[0]?.result,
    )
  expect(await run({ word: 'Åska' }, 'upper')).toBe('ÅSKA')
  expect(await run({ word: "O'Hara" }, 'upper')).toBe("O'HARA")
  expect(await run({ word: undefined }, 'upper')).toBe('NONE')
  expect(await run({ word: 'Åska' }, 'lower')).toBe('åska')
  expect(await run({ word: 'Åska', from: 2 }, 'upper')).toBe('SK')
  expect(await run({ word: 'Bälte', from: 4 }, 'upper')).toBe('TE')
  expect(await run({ word: 'Bälte', list: [1, 2] }, 'upper')).toBe('BÄLTE1-2')
  expect(await run({ word: 'Bälte', list: [3] }, 'upper')).toBe('BÄLTE3')
  expect(built).toEqual([
    ['upper', 'word'],
    ['upper'],
    ['lower', 'word'],
    ['upper', 'word', 'from'],
    ['upper', 'word', 'list'],
  ])
})
