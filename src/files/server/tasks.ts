import type { Database } from '#db/database.ts'
import type { Tasks } from '#lib/server/jobs.ts'
import type { Mailer } from '#lib/server/mail.ts'
import { removeUnattachedFiles } from './files.queries.ts'
import { QUOTA_CHECK, quotaTasks } from './quota-mail.ts'

const FILE_CLEANUP = 'file-cleanup'

/** Deletes files that were never attached to anything. */
export const fileTasks = ({ database, ...parts }: { database: Database; mailer: Mailer; appUrl: string }): Tasks => ({
  ...quotaTasks({ database, ...parts }),
  [FILE_CLEANUP]: async () => {
    await database.as('jobs', removeUnattachedFiles)
  },
})

/** Hourly. */
export const fileSchedule = [
  { task: FILE_CLEANUP, match: '41 * * * *' },
  { task: QUOTA_CHECK, match: '43 * * * *' },
]
