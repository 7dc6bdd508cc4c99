import type { Db } from '#platform/database/database.ts'

/** Whether somebody has jour in the organization at an instant; undefined where there is no roster to tell. */
export const hasJourAt = async (_db: Db, _orgId: string, _at: Date): Promise<boolean | undefined> => undefined
