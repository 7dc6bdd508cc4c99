import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import type { Tasks } from '#platform/jobs/job-catalogue.ts'

const REPORT_CLEANUP = 'report-cleanup'

/** Deletes old unmarked reports; the policies of the jobs' role allow no others. */
export const reportTasks = ({ database }: { database: Database }): Tasks => ({
  [REPORT_CLEANUP]: () =>
    database.as('jobs', async (db) => {
      await db
        .deleteFrom('reports')
        .where('markedAt', 'is', null)
        .where('createdAt', '<', sql<string>`now() - report_retention()`)
        .execute()
    }),
})

/** Every night, in UTC. */
export const reportSchedule = [{ task: REPORT_CLEANUP, match: '37 2 * * *', catchesUpHours: 24 }]
