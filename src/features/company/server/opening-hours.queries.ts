import type { Db } from '#platform/database/database.ts'
import type { Hours } from '../opening-hours.rules.ts'

/** The company facts that `calendarOf` needs. */
export const hoursColumns = [
  'opens',
  'closes',
  'dayHours',
  'closedDays',
  'eves',
  'halfDays',
  'halfDayCloses',
] as const satisfies (keyof Hours)[]

/** The opening hours of the actor's company. */
export const getHours = (db: Db): Promise<Hours> =>
  db.selectFrom('companyFacts').select(hoursColumns).executeTakeFirstOrThrow()
