import type { Database } from '#platform/database/database.ts'
import type { Tasks } from '#platform/jobs/job-catalogue.ts'
import { removeUnattachedFiles } from './files.queries.ts'

const FILE_CLEANUP = 'file-cleanup'

/** Deletes files that were never attached to anything. */
export const fileTasks = ({ database }: { database: Database }): Tasks => ({
  [FILE_CLEANUP]: async () => {
    await database.as('jobs', removeUnattachedFiles)
  },
})

/** Hourly. */
export const fileSchedule = [{ task: FILE_CLEANUP, match: '41 * * * *' }]
