import { sql } from 'kysely'
import { measureAnswers } from '#features/inbox/server/measure-answers.ts'
import { computeAnswers } from '#features/tickets/server/answer-clock.queries.ts'
import type { Database } from '#platform/database/database.ts'

const BATCH = 500

/** Computes when the answers of the demo are and were due, and measures those that were given. */
export async function fillDemoAnswers(database: Database) {
  await database.as('owner', async (db) => {
    await sql`select set_config('app.quiet', 'on', true)`.execute(db)
    await sql`call derive_finished()`.execute(db)
    await sql`update enquiries set first_answered_at = (select min(created_at) from enquiry_replies reply
      where reply.org_id = enquiries.org_id and reply.enquiry_id = enquiries.id and reply.author is not null)`.execute(
      db,
    )
    const companies = await db.selectFrom('organizations').select('id').execute()
    for (const { id: orgId } of companies)
      for (const kind of ['ticket', 'enquiry'] as const) {
        let after: string | null = null
        do ({ after } = await computeAnswers(db, { orgId, kind, after, limit: BATCH, withDone: true }))
        while (after !== null)
      }
  })
  await measureAnswers(database)
}
