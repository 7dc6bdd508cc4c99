import { calendarOf } from '#features/company/opening-hours.rules.ts'
import { hoursColumns } from '#features/company/server/opening-hours.queries.ts'
import { hasJourAt } from '#features/users/server/has-jour.queries.ts'
import type { Db } from '#platform/database/database.ts'
import { noJourText } from '../answer-moment.rules.ts'

/** What the sender of an urgent matter is told when nobody has jour; undefined otherwise. */
export async function findNoJourText(db: Db, orgId: string, now: Date): Promise<string | undefined> {
  const hasJour = await hasJourAt(db, orgId, now)
  if (hasJour !== false) return undefined
  const hours = await db.selectFrom('companyFacts').select(hoursColumns).where('orgId', '=', orgId).executeTakeFirst()
  return noJourText({ hasJour, calendar: hours && calendarOf(hours), now })
}
