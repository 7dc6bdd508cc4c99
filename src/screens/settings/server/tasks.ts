import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import { deleteExpiredKeys } from '#platform/http/idempotency.ts'
import type { Tasks } from '#platform/jobs/job-catalogue.ts'
import { deleteOldMailAttempts } from '#platform/mail/mail-attempts.ts'

const STORED_MAIL_CLEANUP = 'kept-mail-cleanup'

/** Deletes expired stored mail (row-level security lets the jobs' role delete no other), old mail attempts and expired keys. */
export const settingsTasks = ({ database }: { database: Database }): Tasks => ({
  [STORED_MAIL_CLEANUP]: () =>
    database.as('jobs', async (db) => {
      await db.deleteFrom('storedMail').where('createdAt', '<', sql<string>`now() - stored_mail_retention()`).execute()
      await deleteOldMailAttempts(db)
      await deleteExpiredKeys(db)
    }),
})

/** Nightly, in UTC. */
export const settingsSchedule = [{ task: STORED_MAIL_CLEANUP, match: '27 2 * * *', catchesUpHours: 24 }]
