import type { Database } from '#platform/database/database.ts'
import type { Tasks } from '#platform/jobs/job-catalogue.ts'
import { removeUnattachedFiles } from './files.queries.ts'

const FILE_CLEANUP = 'file-cleanup'

/** The task that deletes unattached files. */
export const fileTasks = ({ database }: { database: Database }): Tasks => ({
  [FILE_CLEANUP]: async () => {
    await database.as('jobs', removeUnattachedFiles)
  },
})

/** Hourly. */
export const fileSchedule = [{ task: FILE_CLEANUP, match: '41 * * * *' }]
