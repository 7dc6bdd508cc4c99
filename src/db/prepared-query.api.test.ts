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

test('it is put together once for each shape, and each time the values are set where they belong', async () => {
  const admin = await h.anAdmin({ orgId: (await h.anOrganization()).id })
  const built: unknown[] = []
  type Values = { word?: string | undefined; from?: number; list?: number[] }
  const said = preparedQuery<{ said: string }, Values, 'upper' | 'lower'>((_db, { word, from, list }, letters) => {
    built.push([letters, ...Object.keys({ ...(word && { word }), ...(from && { from }), ...(list && { list }) })])
    const part = from ? sql`substr(${word}, ${from}::int, ${2}::int)` : sql`coalesce(${word ?? null}, 'none')`
    const rest = list ? sql` || array_to_string(${list}::int[], '-')` : sql``
    return sql`select ${letters === 'upper' ? sql`upper(${part}::text)` : sql`lower(${part}::text)`}${rest} as said`
  })
  const ask = (values: Values, letters: 'upper' | 'lower') =>
    h.database.asActor(
      admin.sessionId,
      () => undefined,
      async (db: Db) => (await said(db, values, letters))[0]?.said,
    )
  expect(await ask({ word: 'Åska' }, 'upper')).toBe('ÅSKA')
  expect(await ask({ word: "O'Hara" }, 'upper')).toBe("O'HARA")
  expect(await ask({ word: undefined }, 'upper')).toBe('NONE')
  expect(await ask({ word: 'Åska' }, 'lower')).toBe('åska')
  expect(await ask({ word: 'Åska', from: 2 }, 'upper')).toBe('SK')
  expect(await ask({ word: 'Bälte', from: 4 }, 'upper')).toBe('TE')
  expect(await ask({ word: 'Bälte', list: [1, 2] }, 'upper')).toBe('BÄLTE1-2')
  expect(await ask({ word: 'Bälte', list: [3] }, 'upper')).toBe('BÄLTE3')
  expect(built).toEqual([
    ['upper', 'word'],
    ['upper'],
    ['lower', 'word'],
    ['upper', 'word', 'from'],
    ['upper', 'word', 'list'],
  ])
})
