// Mail that the mail server may have taken without our knowing it: the process died, or the connection broke, between its
// answer and our note. Such a mail is handed over once more and then never again.
import { sql } from 'kysely'
import type { Database, Db } from '#db/database.ts'
import type { Job } from './jobs.ts'

/** What may be done with a job's mail: `again` when the mail server may have it already. */
export type Permission = 'first' | 'again' | 'was_sent' | 'gave_up'

/** How often a mail is handed to the mail server without a known outcome; the constraint mail_handovers_unclear_limit is the same. */
export const MOST_UNCLEAR = 2

/** Notes that a mail is about to be handed over. Committed before it is. */
export const beginMailAttempt = (database: Database, { id }: Job): Promise<Permission> =>
  database.as('jobs', async (db) => {
    const { rows } = await sql<{ unclear: number }>`
      insert into mail_handovers (job, unclear) values (${id}, 1)
      on conflict (job) do update set unclear = mail_handovers.unclear + 1
        where mail_handovers.sent_at is null and mail_handovers.unclear < ${MOST_UNCLEAR}
      returning unclear`.execute(db)
    const [begun] = rows
    if (begun) return begun.unclear === 1 ? 'first' : 'again'
    const standing = await db.selectFrom('mailHandovers').select('sentAt').where('job', '=', id).executeTakeFirst()
    return standing?.sentAt ? 'was_sent' : 'gave_up'
  })

/** The mail server certainly does not have it: the attempt does not count. */
export const noteRefused = (database: Database, { id }: Job) =>
  database.as('jobs', async (db) => {
    await sql`update mail_handovers set unclear = greatest(unclear - 1, 0) where job = ${id}`.execute(db)
  })

export const noteSent = (database: Database, { id }: Job) =>
  database.as('jobs', async (db) => {
    await db.updateTable('mailHandovers').set({ sentAt: sql`now()` }).where('job', '=', id).execute()
  })

/** Whether this job's mail is kept for the first time; in the transaction that keeps it. */
export async function isFirstKept(db: Db, { id }: Job): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('mailHandovers')
    .values({ job: id, sentAt: sql`now()` })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Forgets what no job can ask for any more. */
export const deleteOldMailAttempts = (db: Db) =>
  db.deleteFrom('mailHandovers').where('begunAt', '<', sql<string>`now() - interval '30 days'`).execute()
