import { sql } from 'kysely'
import { computeAnswers } from '#features/tickets/server/answer-clock.queries.ts'
import type { Database } from '#platform/database/database.ts'

const BATCH = 1000

/** When answers of the demo are due, and what was promised, also of what is done: kept and missed promises are shown. */
export async function fillDemoAnswers(database: Database) {
  const organizations = await database.as('owner', (db) => db.selectFrom('organizations').select('id').execute())
  for (const { id: orgId } of organizations)
    for (const kind of ['ticket', 'enquiry'] as const) {
      let after: string | null = null
      do {
        const batch = { orgId, kind, after, limit: BATCH, withDone: true }
        after = await database.as('owner', async (db) => {
          await sql`select set_config('app.quiet', 'on', true)`.execute(db)
          return (await computeAnswers(db, batch)).after
        })
      } while (after !== null)
    }
}
