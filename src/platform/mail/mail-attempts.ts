// Delivery attempts of mail with an unclear outcome: when the process is killed or the connection is lost before the mail
// server's response is recorded, the server may have accepted the mail. Such a mail is sent once more and then never again.
import { sql } from 'kysely'
import type { Database, Db } from '#platform/database/database.ts'
import type { Job } from '#platform/jobs/job-catalogue.ts'

/** Whether a job's mail may be sent: `retry` when the mail server may have accepted it already. */
export type AttemptDecision = 'first' | 'retry' | 'was_sent' | 'gave_up'

/** Attempts of one mail without a known outcome; the constraint mail_handovers_unclear_limit has the same limit. */
export const UNCLEAR_ATTEMPTS_MAX = 2

/** Records an attempt in a transaction of its own, before the mail is sent. */
export const beginMailAttempt = (database: Database, { id }: Job): Promise<AttemptDecision> =>
  database.as('jobs', async (db) => {
    const { rows } = await sql<{ unclear: number }>`
      insert into mail_handovers (job, unclear) values (${id}, 1)
      on conflict (job) do update set unclear = mail_handovers.unclear + 1
        where mail_handovers.sent_at is null and mail_handovers.unclear < ${UNCLEAR_ATTEMPTS_MAX}
      returning unclear`.execute(db)
    const [attempt] = rows
    if (attempt) return attempt.unclear === 1 ? 'first' : 'retry'
    const existing = await db.selectFrom('mailHandovers').select('sentAt').where('job', '=', id).executeTakeFirst()
    return existing?.sentAt ? 'was_sent' : 'gave_up'
  })

/** The mail server did not accept the mail for certain: the attempt is not counted. */
export const recordRefused = (database: Database, { id }: Job) =>
  database.as('jobs', async (db) => {
    await sql`update mail_handovers set unclear = greatest(unclear - 1, 0) where job = ${id}`.execute(db)
  })

/** The mail server accepted the mail: it is never sent again. */
export const recordSent = (database: Database, { id }: Job) =>
  database.as('jobs', async (db) => {
    await db.updateTable('mailHandovers').set({ sentAt: sql`now()` }).where('job', '=', id).execute()
  })

/**
 * Whether a job runs its transaction for the first time: a process may be killed after the commit and before the queue has
 * recorded the job as done.
 */
export async function isFirstRun(db: Db, job: Job | undefined): Promise<boolean> {
  if (!job) return true
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('mailHandovers')
    .values({ job: job.id, sentAt: sql`now()` })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Deletes attempts that are older than any job. */
export const deleteOldMailAttempts = (db: Db) =>
  db.deleteFrom('mailHandovers').where('begunAt', '<', sql<string>`now() - interval '30 days'`).execute()
