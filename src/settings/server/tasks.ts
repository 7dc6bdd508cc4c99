import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { Tasks } from '#lib/server/jobs.ts'
import { deleteOldMailAttempts } from '#lib/server/mail-attempts.ts'

const KEPT_MAIL_CLEANUP = 'kept-mail-cleanup'

/** Deletes old kept mail, which is all that the policies of the jobs' role allow, and old attempts to send. */
export const settingsTasks = ({ database }: { database: Database }): Tasks => ({
  [KEPT_MAIL_CLEANUP]: () =>
    database.as('jobs', async (db) => {
      await db.deleteFrom('keptMail').where('createdAt', '<', sql<string>`now() - kept_mail_retention()`).execute()
      await deleteOldMailAttempts(db)
    }),
})

/** At night, in UTC. */
export const settingsSchedule = [{ task: KEPT_MAIL_CLEANUP, match: '27 2 * * *' }]
