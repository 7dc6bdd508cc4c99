import { sql } from 'kysely'
import { measureAnswers } from '#features/inbox/server/measure-answers.ts'
import { type Batch, computeAnswers } from '#features/tickets/server/answer-clock.queries.ts'
import type { Database } from '#platform/database/database.ts'

const LIMIT = 1000

/** Computes when the answers of the demo are and were due, also of what is done, and measures those that were given. */
export async function fillDemoAnswers(database: Database) {
  const organizations = await database.as('owner', (db) => db.selectFrom('organizations').select('id').execute())
  for (const { id: orgId } of organizations)
    for (const kind of ['ticket', 'enquiry'] as const)
      await computeAll(database, { orgId, kind, after: null, limit: LIMIT, withDone: true })
  await measureAnswers(database)
}

/** Each batch in a transaction of its own. */
async function computeAll(database: Database, batch: Batch) {
  const { after } = await database.as('owner', async (db) => {
    await sql`select set_config('app.quiet', 'on', true)`.execute(db)
    return computeAnswers(db, batch)
  })
  if (after !== null) await computeAll(database, { ...batch, after })
}
