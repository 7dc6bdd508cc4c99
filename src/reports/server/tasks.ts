import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { Tasks } from '#lib/server/jobs.ts'
import { DAYS_KEPT } from '../reports.contract.ts'

const REPORT_CLEANUP = 'report-cleanup'

/** Deletes reports that were not marked in time. */
export const reportTasks = ({ database }: { database: Database }): Tasks => ({
  [REPORT_CLEANUP]: () =>
    database.as('jobs', async (db) => {
      await db
        .deleteFrom('reports')
        .where('markedAt', 'is', null)
        .where('createdAt', '<', sql<string>`now() - ${DAYS_KEPT} * interval '1 day'`)
        .execute()
    }),
})

/** Every night, in UTC. */
export const reportSchedule = [{ task: REPORT_CLEANUP, match: '37 2 * * *' }]
