import { calendarOf } from '#features/company/opening-hours.rules.ts'
import { hoursColumns } from '#features/company/server/opening-hours.queries.ts'
import { nextOpenInstant } from '#features/company/working-time.rules.ts'
import type { Db } from '#platform/database/database.ts'

/** Whether the company is open at one of the instants. */
export async function isOpen(db: Db, orgId: string, instants: Date[]): Promise<boolean> {
  const hours = await db.selectFrom('companyFacts').select(hoursColumns).where('orgId', '=', orgId).executeTakeFirst()
  if (!hours) return false
  const calendar = calendarOf(hours)
  return instants.some((instant) => nextOpenInstant(calendar, instant)?.getTime() === instant.getTime())
}
