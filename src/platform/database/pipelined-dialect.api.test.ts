import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from './database.ts'
import { aDatabase, type TestDatabase } from './testing/database.ts'

let t: TestDatabase
beforeAll(async () => {
  t = await aDatabase()
})
afterAll(() => t.drop())

test('a statement is prepared once, but not an insert of several rows, which has as many texts as numbers of rows', async () => {
  const database = openDatabase({ ...t.connection, max: 1 })
  const { rows } = await database.as('jobs', async (db) => {
    for (const count of [1, 2, 3]) {
      const values = Array.from({ length: count }, (_, nth) => ({ job: `${count} ${nth}`, unclear: 1 }))
      await db.insertInto('mailHandovers').values(values).execute()
    }
    for (const job of ['1 0', '2 0'])
      await db.selectFrom('mailHandovers').select('job').where('job', '=', job).execute()
    return sql<{ text: string }>`select statement as text from pg_prepared_statements
      where statement ~ '(into|from) "mail_handovers"' order by 1`.execute(db)
  })
  expect(rows.map(({ text }) => text)).toEqual([
    'insert into "mail_handovers" ("job", "unclear") values ($1, $2)',
    'select "job" from "mail_handovers" where "job" = $1',
  ])
  await database.close()
})
