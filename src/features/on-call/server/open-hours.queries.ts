import { calendarOf } from '#features/company/opening-hours.rules.ts'
import { hoursColumns } from '#features/company/server/opening-hours.queries.ts'
import { nextOpenInstant } from '#features/company/working-time.rules.ts'
import type { Db } from '#platform/database/database.ts'

/** Whether the company is open at an instant. */
export async function isOpen(db: Db, orgId: string, instant: Date): Promise<boolean> {
  const hours = await db.selectFrom('companyFacts').select(hoursColumns).where('orgId', '=', orgId).executeTakeFirst()
  if (!hours) return false
  return nextOpenInstant(calendarOf(hours), instant)?.getTime() === instant.getTime()
}
